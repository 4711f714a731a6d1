"""Charts of the results as small SVG files: learning curves, means with intervals, and bars.

Text is drawn as paths, so that it has the same size on every system and no label is clipped or covers another. The
colours follow the light or dark mode of the reader's system, with a background of their own, so that a chart is
readable on any page.
"""

import io
from collections.abc import Sequence
from typing import Any, NamedTuple

FIGURE_WIDTH = 7.0
"""Width of every chart in inches."""
FONT_SIZE = 12
ROW_HEIGHT, PANEL_MARGIN = 0.34, 1.15
"""Inches for a row of a panel, and for its title and axis."""
FIGURE_PADDING = 0.1
"""Inches around the panels."""
THEME = {
    "ink": ("#1f2328", "#e6edf3"),
    "muted": ("#59636e", "#9198a1"),
    "paper": ("#fdfdfe", "#0d1117"),
    "grid": ("#d1d9e0", "#30363d"),
    "first": ("#0860ca", "#4493f8"),
    "second": ("#b35900", "#db8a3c"),
    "third": ("#1a7f38", "#3fb951"),
    "fourth": ("#8250e0", "#ab7df9"),
}
"""Colours by name: on light and on dark paper."""
TEXT_COLOUR, MUTED, BACKGROUND, GRID, *SERIES = (light for light, _ in THEME.values())
GAP_LABEL = "open"
CURVES_HEIGHT = 3.9
"""Height of the learning curves in inches."""
LABEL_DISTANCE = 1.25
"""Smallest distance of two labels beside a panel, in font sizes."""
MINUS = "\N{MINUS SIGN}"
"""The sign of the axes."""


class ChartRow(NamedTuple):
    """One line of a panel: a value with its 95 % interval."""

    label: str
    value: float
    low: float
    high: float


class ChartPanel(NamedTuple):
    """Rows below each other, on an axis of their own."""

    title: str
    axis: str
    rows: Sequence[ChartRow]


class StackedBars(NamedTuple):
    """Bars in parts: one bar for each label."""

    axis: str
    labels: Sequence[str]
    parts: dict[str, list[float]]
    """Length of every label's part, by the name of the part."""


class LearningCurve(NamedTuple):
    """Scores of one learner in the course of its training, as points to the yardstick."""

    label: str
    steps: Sequence[float]
    mean: Sequence[float]
    lowest: Sequence[float]
    highest: Sequence[float]


class CurvePanel(NamedTuple):
    """Learning curves of one scenario beside the scripts. All scores are points to the yardstick in the same wars."""

    title: str
    curves: Sequence[LearningCurve]
    bars: dict[str, float]
    """Points of each script, by name. The yardstick has 0."""
    budget: float
    """Decisions of the longest training."""


def panel_svg(panel: ChartPanel, identifier: str) -> str:
    """Return the SVG of a panel.

    Args:
        panel: the panel.
        identifier: text that is stored in the file.
    """

    def draw(figure: Any) -> None:
        axes, positions = figure.subplots(), range(len(panel.rows))
        axes.hlines(positions, [row.low for row in panel.rows], [row.high for row in panel.rows],
                    color=SERIES[0], linewidth=3)  # fmt: skip
        axes.plot([row.value for row in panel.rows], positions, "o", color=SERIES[0], markersize=7,
                  markeredgecolor=BACKGROUND)  # fmt: skip
        for position, row in zip(positions, panel.rows, strict=True):
            axes.annotate(f"{row.value:.1f}".replace("-", MINUS), (row.high, position), (7, 0),
                          textcoords="offset points", va="center", color=MUTED,
                          bbox={"color": BACKGROUND, "pad": 1})  # fmt: skip
        axes.margins(x=0.12)
        axes.set_yticks(positions, [row.label for row in panel.rows])
        axes.set_ylim(len(panel.rows) - 0.4, -0.6)
        axes.set_xlabel(panel.axis, color=MUTED)
        axes.set_title(" ", fontsize=FONT_SIZE)
        title = axes.annotate(panel.title, (0.015, 1), (0, 8), ("figure fraction", "axes fraction"), "offset points",
                              fontweight="bold", annotation_clip=False)  # fmt: skip
        title.set_in_layout(False)
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)

    return _svg(draw, ROW_HEIGHT * len(panel.rows) + PANEL_MARGIN, identifier)


def stack_svg(stack: StackedBars, identifier: str) -> str:
    """Return the SVG of bars in parts."""

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        starts = [0.0] * len(stack.labels)
        for colour, (name, lengths) in zip(SERIES, stack.parts.items(), strict=False):
            axes.barh(range(len(stack.labels)), lengths, left=starts, color=colour, height=0.62, label=name)
            starts = [start + length for start, length in zip(starts, lengths, strict=True)]
        axes.set_yticks(range(len(stack.labels)), stack.labels)
        axes.set_ylim(len(stack.labels) - 0.4, -0.6)
        axes.set_xlabel(stack.axis, color=MUTED)
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)
        figure.legend(loc="outside upper left", ncols=len(stack.parts), frameon=False)

    return _svg(draw, ROW_HEIGHT * len(stack.labels) + PANEL_MARGIN, identifier)


def curves_svg(panels: Sequence[CurvePanel], axis: str, identifier: str) -> str:
    """Return the SVG of learning curves side by side. The scripts are horizontal lines.

    Args:
        panels: the panels.
        axis: words for the points of all panels.
        identifier: text that is stored in the file.
    """

    def draw(figure: Any) -> None:
        for place, (axes, panel) in enumerate(
            zip(figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True)
        ):
            _draw_curves(axes, panel)
            axes.set_ylabel("" if place else axis, color=MUTED)

    return _svg(draw, CURVES_HEIGHT, identifier)


def _draw_curves(axes: Any, panel: CurvePanel) -> None:
    million, labels = 1e6, []
    for name, points in panel.bars.items():
        axes.axhline(points, color=MUTED, linewidth=1.3, linestyle="--")
        labels.append((points, name, MUTED, "normal"))
    for colour, curve in zip((SERIES[0], SERIES[2]), panel.curves, strict=False):
        steps = [step / million for step in curve.steps]
        axes.fill_between(steps, curve.lowest, curve.highest, color=colour, alpha=0.3, linewidth=0)
        axes.plot(steps, curve.mean, color=colour, linewidth=2.4, marker="o" if len(steps) == 1 else None)
        labels.append((curve.mean[-1], curve.label, colour, "bold"))
    budget = panel.budget / million
    low, high = curve_limits(panel)
    axes.set_ylim(low, high)
    axes.set_xlim(0, budget * 1.05)
    best = max(curve.mean[-1] for curve in panel.curves)
    if best < 0:
        arrow = {"arrowstyle": "|-|,widthA=0.25,widthB=0.25", "color": SERIES[1], "linewidth": 2.2}
        axes.annotate("", (budget, 0), (budget, best), arrowprops=arrow | {"shrinkA": 0, "shrinkB": 0})
        axes.annotate(GAP_LABEL, (budget, 0), (0, 5), textcoords="offset points", ha="right", color=SERIES[1],
                      fontweight="bold")  # fmt: skip
    least = (high - low) * LABEL_DISTANCE * FONT_SIZE / (72 * (CURVES_HEIGHT - PANEL_MARGIN))
    labels.sort(key=lambda label: label[0])
    places = spread([label[0] for label in labels], least)
    for place, (_, words, colour, weight) in zip(places, labels, strict=True):
        axes.annotate(words, (1.02, place), xycoords=("axes fraction", "data"), va="center", color=colour,
                      fontweight=weight, annotation_clip=False)  # fmt: skip
    axes.set_xlabel("million decisions", color=MUTED)
    axes.set_title(panel.title, loc="left", fontweight="bold", fontsize=FONT_SIZE)
    axes.grid(axis="x")


def curve_limits(panel: CurvePanel) -> tuple[float, float]:
    """Return the limits of the points: all scripts and the ends of all curves are inside, the starts need not be."""
    points = [*panel.bars.values(), *(curve.mean[-1] for curve in panel.curves)]
    extent = max(points) - min(points)
    return min(points) - 0.5 * extent, max(points) + 0.18 * extent


def spread(values: Sequence[float], least: float) -> list[float]:
    """Return places near ascending values that are at least ``least`` apart.

    Values that are too close form a group. Its places have the least distance, and the same mean as its values.
    """
    groups: list[list[float]] = []
    for value in values:
        groups.append([value])
        while len(groups) > 1 and _group_places(groups[-1], least)[0] - _group_places(groups[-2], least)[-1] < least:
            last = groups.pop()
            groups[-1] += last
    return [place for group in groups for place in _group_places(group, least)]


def _group_places(group: Sequence[float], least: float) -> list[float]:
    middle = sum(group) / len(group)
    return [middle + (place - (len(group) - 1) / 2) * least for place in range(len(group))]


def _svg(draw: Any, height: float, identifier: str) -> str:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    style: Any = {
        "svg.fonttype": "path", "svg.hashsalt": "results", "font.size": FONT_SIZE, "text.color": TEXT_COLOUR,
        "axes.facecolor": "none", "axes.edgecolor": GRID, "axes.labelcolor": TEXT_COLOUR, "axes.axisbelow": True,
        "axes.spines.top": False, "axes.spines.right": False, "xtick.color": MUTED, "ytick.color": GRID,
        "ytick.labelcolor": TEXT_COLOUR, "xtick.labelcolor": MUTED, "grid.color": GRID, "figure.facecolor": BACKGROUND,
    }  # fmt: skip
    with matplotlib.rc_context(style):
        engine = ConstrainedLayoutEngine(w_pad=FIGURE_PADDING, h_pad=FIGURE_PADDING)
        figure = Figure(figsize=(FIGURE_WIDTH, height), layout=engine)
        draw(figure)
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None, "Identifier": identifier})
    return themed(file.getvalue())


def themed(svg: str) -> str:
    """Return an SVG whose colours are variables, with a style that chooses them by the reader's light or dark mode."""
    for name, (light, _) in THEME.items():
        svg = svg.replace(light, f"var(--{name}, {light})")
    light_style, dark_style = (
        "".join(f"--{name}:{colours[mode]};" for name, colours in THEME.items()) for mode in (0, 1)
    )
    style = f"<style>:root{{{light_style}}}@media(prefers-color-scheme:dark){{:root{{{dark_style}}}}}</style>"
    head, mark, rest = svg.partition("<metadata>")
    lines = f"{head}{style}\n {mark}{rest}".splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"
