"""The panels of the open decision with its options, and of the journal."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from stuka_env.declared.sheet import JournalText
from stuka_env.render import colours
from stuka_env.render.canvas import Box, Canvas, size_for, wrap

JOURNAL_SIZE, JOURNAL_STEP = 12, 15
MARK_WIDTH = 44
OPTION_SIZE, OPTION_STEP, FEWEST_ROWS = 12, 12, 7
CHOSEN = "> "
"""Mark of the chosen option."""


class Chosen(NamedTuple):
    """The choice at a decision, which is marked among the options."""

    action: int
    chances: Mapping[int, float] | None = None
    """The policy's probability of each action; None if it gives none."""
    policy: str = ""
    """Name of the policy."""


def options_box(panel: Box) -> Box:
    """Return the place of the options in the panel of the decision."""
    return panel.part(8, 29, panel.w - 16, panel.h - 32)


def lines_box(panel: Box) -> Box:
    """Return the place of the lines in the panel of the journal."""
    return panel.part(8, 5, panel.w - 16, panel.h - 8)


def room_for_lines(panel: Box) -> int:
    """Return the number of lines that fit into the panel of the journal."""
    return lines_box(panel).h // JOURNAL_STEP


def heading_of(question: str, chosen: Chosen | None) -> str:
    """Return the heading of the open decision."""
    return f"{chosen.policy} decides: {question}" if chosen and chosen.policy else f"To decide: {question}"


def draw_question(
    canvas: Canvas, panel: Box, heading: str, legal: Sequence[tuple[int, str]], chosen: Chosen | None
) -> None:
    """Draw the open decision under its heading, and as many options as fit, with the choice marked."""
    options = options_box(panel)
    canvas.text(panel.part(8, 5, panel.w - 16, 22), heading, 15, colours.RED)
    most = options.h // OPTION_STEP
    columns = 1 if len(legal) <= most else 2
    rows = max(FEWEST_ROWS, min(most, -(-len(legal) // columns)))
    shown = _labels(_chosen_in_sight(legal, columns * rows, chosen), columns * rows, chosen)
    width = options.row(columns, 0, gap=10).w
    size = min((size_for(label, OPTION_SIZE, width) for label in shown), default=OPTION_SIZE)
    for place, label in enumerate(shown):
        line = options.row(columns, place // rows, gap=10).column(rows, place % rows)
        if label.startswith(CHOSEN):
            canvas.fill(line, colours.GOLD, 3)
        canvas.text(line, label, size, colours.INK)


def _chosen_in_sight(legal: Sequence[tuple[int, str]], room: int, chosen: Chosen | None) -> Sequence[tuple[int, str]]:
    """Return the options, with the choice first if there were no room for it at its place."""
    last = len(legal) if len(legal) <= room else room - 1
    hidden = [option for option in legal[last:] if chosen and option[0] == chosen.action]
    return [*hidden, *(option for option in legal if option not in hidden)] if hidden else legal


def _labels(legal: Sequence[tuple[int, str]], room: int, chosen: Chosen | None) -> list[str]:
    """Return the labels of the options that fit, and the number of the others."""
    labels = [_label(action, label, chosen) for action, label in legal]
    return labels if len(labels) <= room else [*labels[: room - 1], f"and {len(labels) - room + 1} more"]


def _label(action: int, label: str, chosen: Chosen | None) -> str:
    """Return a label with its mark and its probability."""
    mark = CHOSEN if chosen and action == chosen.action else ""
    share = "" if not chosen or chosen.chances is None else f"{chosen.chances.get(action, 0.0):.0%}  "
    return f"{mark}{share}{label}"


def broken_lines(panel: Box, events: Iterable[JournalText]) -> list[JournalText]:
    """Break the sentences of events into lines that fit; the first line of each has its mark."""
    lines: list[JournalText] = []
    for event in events:
        broken = wrap(event.text, JOURNAL_SIZE, lines_box(panel).w - MARK_WIDTH)
        lines += [JournalText("" if place else event.mark, line) for place, line in enumerate(broken)]
    return lines


def draw_journal(canvas: Canvas, panel: Box, events: Sequence[JournalText]) -> None:
    """Draw the last sentences of the journal, the newest at the bottom."""
    box, room = lines_box(panel), room_for_lines(panel)
    lines = broken_lines(panel, events[-room:])
    for place, (mark, line) in enumerate(lines[-room:]):
        row = box.part(0, JOURNAL_STEP * place, box.w, JOURNAL_STEP)
        canvas.text(row.part(0, 0, MARK_WIDTH - 4, JOURNAL_STEP), mark, 11, colours.FADED)
        canvas.text(row.part(MARK_WIDTH, 0, box.w - MARK_WIDTH, JOURNAL_STEP), line, JOURNAL_SIZE, colours.INK)
