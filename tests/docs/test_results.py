"""docs/results.md, docs/findings and the table of docs/interceptor.md: made of what the files in docs/results say."""

import json
import re
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from agents.evaluation.entries import read_entry
from agents.training.config import read_config
from stuka_env.games.interceptor.charts import load_charts
from tests.support.each import each
from tests.support.places import ROOT
from tools import pictures_doc, plots
from tools import results_doc as tool
from tools.cited_scores import CITED_TABLES, CITED_TRACKS, cited_difference, cited_score, cited_table, entry_path
from tools.leaderboard_doc import ENTRIES
from tools.plots import THEME, ChartPanel, ChartRow, CurvePanel, LearningCurve

FINISHED = sorted({path.stem for path in tool.FINDING_PAGES.glob("*.md")} - set(tool.FINDINGS))
"""Pages that are written by hand."""
RESULTS = json.loads((ROOT / "docs" / "results" / "results.json").read_text(encoding="utf-8"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "results.json").write_text(json.dumps(RESULTS), encoding="utf-8")
    return tmp_path


def group(name: str, members: list[tuple[str, float]]) -> dict[str, Any]:
    """The line of an algorithm trained several times, made from one of a policy that was not."""
    scores = [score for _, score in members]
    told = [{"policy": member, "score": score, "difference": score - 50} for member, score in members]
    mean = sum(scores) / len(scores)
    return RESULTS["policies"][1] | {
        "policy": name, "members": told, "spread": 1.25, "score": {"mean": mean, "low": mean - 1, "high": mean + 1},
    }  # fmt: skip


@each("name", [*tool.FINDINGS, *FINISHED])
def test_a_page_begins_with_a_picture_and_few_words(name: str) -> None:
    """A reader sees a picture and reads at most 400 words before the first table."""
    page = (tool.FINDING_PAGES / f"{name}.md").read_text(encoding="utf-8")
    before = page.partition("\n| ")[0]
    assert re.search(r"^!\[[^\]]+\]\([\w./]+\.svg\)$", before, re.MULTILINE) and len(before.split()) <= 400


def test_the_summary_names_every_page_and_its_first_screen_what_is_open() -> None:
    first, _, rest = tool.summary().partition("![")
    assert set(re.findall(r"^- \[.*\(findings/(\w+)\.md\)", rest, re.MULTILINE)) == {
        path.stem for path in tool.FINDING_PAGES.glob("*.md")
    }
    assert first.index("## What is known") < first.index("## The open problems") and len(first.split()) <= 220


BUDGET = 20_000_000
"""Decisions of the open problem."""


def test_a_learner_within_the_budget_has_passed_kette_and_none_old_hand() -> None:
    """The page calls this the open problem."""
    entries = [entry for entry in map(read_entry, ENTRIES.glob("operation-*.json")) if entry.track == "operation"]
    means = {entry.policy: entry.headline.adjusted.mean for entry in entries}
    learners = [entry.policy for entry in entries if (entry.decisions_seen or BUDGET + 1) <= BUDGET]
    best = max(learners, key=lambda policy: means[policy])
    assert means["kette"] < means[best] < means["old_hand"]
    problem = tool.summary().partition("## The open problems\n")[2].partition("\n![")[0]
    assert "has passed `old_hand`" in " ".join(problem.split()) and cited_difference("operation", best) in problem
    config = read_config(ROOT / "configs" / "from_nothing_operation.yaml", [])
    made_of = next(entry.made_of for entry in entries if entry.policy == best)
    assert "`configs/from_nothing_operation.yaml`" in problem and config.name == best
    assert Path(made_of or "").parts[1] == "from-nothing-operation-3"


@pytest.mark.parametrize("page", ["README.md", "docs/results.md", "docs/agents.md"])
def test_the_scores_to_cite_are_the_same_on_every_page(page: str) -> None:
    assert "\n".join(cited_table()) in (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("track", CITED_TRACKS)
def test_the_scores_to_cite_are_those_of_the_leaderboard(track: str) -> None:
    board = (ROOT / "docs" / "leaderboard.md").read_text(encoding="utf-8").split(f"\n## {track.capitalize()}\n")[1]
    for policy in ("old_hand", "kette", "distilled", f"distilled-{track}"):
        (row,) = re.findall(rf"^\| \d+ \| `{policy}` \|.*$", board.split("\n## ")[0], re.MULTILINE)
        assert f"| {cited_score(track, policy)} [" in row and f"| {cited_difference(track, policy)} |" in row


@pytest.mark.parametrize("page", ["README.md", "docs/results.md", "docs/agents.md"])
def test_a_score_of_a_script_is_one_to_cite(page: str) -> None:
    """The same script has other means in selection wars and in other evaluation wars. A reader would compare them."""
    text = (ROOT / page).read_text(encoding="utf-8")
    quoted = set(re.findall(r"`?(doctrine|kette|old_hand|champion|distilled)`?[ |]+(\d\d\.\d+)", text))
    tracks = [track for cited in CITED_TABLES.values() for track in cited.tracks]
    cited = {
        (name, cited_score(track, name)) for name, _ in quoted for track in tracks if entry_path(track, name).exists()
    }
    assert quoted and quoted <= cited


def test_it_says_what_was_flown_and_how() -> None:
    page = tool.finding("operations") + tool.finding("points") + tool.summary()
    assert f"Made by `{RESULTS['command']}`" in page and RESULTS["charts_sha256"] in page
    for line in RESULTS["policies"]:
        assert f"| `{line['policy']}` | {line['score']['mean']:.1f} [" in page
        for row in line["breakdown"]["payload"]:
            assert f"| {row['name']} | " in page and f"{row['points']:.2f}" in page


def test_it_follows_the_figures(folder: Path) -> None:
    before = tool.finding("operations", folder)
    changed = json.loads(json.dumps(RESULTS))
    changed["policies"][1]["score"]["mean"] += 1
    (folder / "results.json").write_text(json.dumps(changed), encoding="utf-8")
    assert tool.finding("operations", folder) != before


def test_campaigns_have_a_table_of_their_own(folder: Path) -> None:
    line = group("ppo", [("a.zip", 60.0), ("b.zip", 63.0)])
    contents = RESULTS | {"policies": [RESULTS["policies"][0], line], "env": "Stuka/Campaign-v0", "operation": "all"}
    (folder / "campaign").mkdir()
    (folder / "campaign" / "results.json").write_text(json.dumps(contents), encoding="utf-8")
    campaigns = tool.finding("campaigns", folder)
    assert "`Stuka/Campaign-v0`, Barbarossa, Case Blue and Citadel" in campaigns and "`ppo`: 2 trainings." in campaigns
    assert "| `ppo` | 61.5 [60.5, 62.5] |" in campaigns and "| attacks | " in campaigns


@each("name", FINISHED)
def test_every_finished_study_is_linked_and_names_its_commit(name: str) -> None:
    assert f"(findings/{name}.md)" in tool.RESULTS_PAGE.read_text(encoding="utf-8")
    text = (tool.FINDING_PAGES / f"{name}.md").read_text(encoding="utf-8")
    assert re.search(r"^git checkout [0-9a-f]{40}$", text, re.MULTILINE)
    assert re.search(r"^\.venv/bin/python -m \S+", text, re.MULTILINE)


# --- careers ---

CAREERS = json.loads((tool.RESULTS / "interceptor" / "results.json").read_text(encoding="utf-8"))


def test_the_careers_were_flown_under_the_charts_in_force() -> None:
    assert CAREERS["charts_sha256"] == load_charts().sha256


def test_every_policy_of_careers_has_its_figures() -> None:
    text = tool.careers()
    assert f"Made by `{CAREERS['command']}`." in text and f"over {CAREERS['episodes']:,} careers" in text
    for line in CAREERS["policies"]:
        (row,) = (row for row in text.splitlines() if row.startswith(f"| `{line['policy']}` |"))
        assert f"| {line['score']['mean']:.1f} [" in row and f" {100 * line['survival']['mean']:.0f} % |" in row
        assert ("| - | - |" in row) == (line["policy"] == CAREERS["baseline"])


# --- the pictures ---


def test_a_picture_is_drawn_again_if_its_data_have_changed(tmp_path: Path) -> None:
    def made(row: ChartRow) -> pictures_doc.ResultPicture:
        panel = ChartPanel("Scores", "points", [row])
        return pictures_doc.ResultPicture(panel, partial(plots.panel_svg, panel))

    row = ChartRow("kette", 62.0, 61.5, 62.5)
    path = tmp_path / "scores.svg"
    path.write_text(pictures_doc.current_picture(path, lambda: made(row)), encoding="utf-8")
    kept = path.read_text(encoding="utf-8") + "<!-- of another version of Matplotlib -->"
    path.write_text(kept, encoding="utf-8")
    assert pictures_doc.current_picture(path, lambda: made(row)) == kept
    assert pictures_doc.current_picture(path, lambda: made(row._replace(value=62.1))) != kept


@each("path", sorted(tool.FINDING_PAGES.glob("*.svg")))
def test_a_picture_has_text_as_paths_and_colours_for_light_and_dark(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    assert "<text" not in text and "prefers-color-scheme:dark" in text and len(text) < 150_000
    assert not any(re.search(rf"(?<!, ){light}", text.partition("</style>")[2]) for light, _ in THEME.values())


def test_labels_beside_a_panel_stay_apart_and_near_their_curves() -> None:
    assert plots.spread([-5.0, 0.0], 1) == [-5, 0]
    assert plots.spread([-0.2, 0.0], 1) == pytest.approx([-0.6, 0.4])
    assert plots.spread([0.0, 0.9, 1.8], 1) == pytest.approx([-0.1, 0.9, 1.9])


@pytest.fixture
def figure(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The figure of the learning curves, after it was drawn."""
    from matplotlib.figure import Figure

    figures, save = [], Figure.savefig

    def keep(own: Figure, *words: Any, **options: Any) -> None:
        figures.append(own)
        save(own, *words, **options)

    monkeypatch.setattr(Figure, "savefig", keep)
    scripts = {"old_hand": 0.0, "kette": -3.1, "doctrine": -7.0}
    curves = [
        LearningCurve(
            label,
            [0, 10_000_000, 20_000_000],
            [-20.0, mean - 1, mean],
            [-21.0, mean - 2, mean - 1],
            [-19.0, mean, mean],
        )
        for label, mean in (("plain PPO", -6.4), ("best recipe", -2.0))
    ]
    panels = [CurvePanel("Missions", curves[:1], scripts, 5e6), CurvePanel("Operations", curves, scripts, 2e7)]
    plots.curves_svg(panels, "points", "test")
    return figures[0]


def test_no_title_is_clipped_and_no_label_crosses_a_curve(figure: Any) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.text import Text

    canvas: Any = FigureCanvasAgg(figure)
    renderer = canvas.get_renderer()
    words = [text for text in figure.findobj(Text) if text.get_text().strip() and text.get_visible()]
    assert {"Missions", "Operations", "old_hand", "kette", "doctrine", "best recipe", "open"} <= {
        text.get_text() for text in words
    }
    for text in words:
        box = text.get_window_extent(renderer)
        assert figure.bbox.x0 <= box.x0 and box.x1 <= figure.bbox.x1, text.get_text()
        assert figure.bbox.y0 <= box.y0 and box.y1 <= figure.bbox.y1, text.get_text()
        for line in (line for axes in figure.axes for line in axes.lines):
            points = line.get_path().interpolated(50).transformed(line.get_transform()).vertices
            shown = [point for point in points if line.axes.bbox.contains(*point)]
            assert not any(box.contains(*point) for point in shown), f"{text.get_text()} crosses a line"


def test_the_marked_gap_is_the_one_to_old_hand(figure: Any) -> None:
    for axes in figure.axes:
        (arrow,) = [text for text in axes.texts if text.arrow_patch is not None]
        best = max(line.get_ydata()[-1] for line in axes.lines if line.get_linestyle() == "-")
        assert (arrow.xyann[1], arrow.xy[1]) == (best, 0) or (arrow.xy[1], arrow.xyann[1]) == (best, 0)
