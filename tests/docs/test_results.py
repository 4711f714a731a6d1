"""docs/results.md and docs/findings: fresh, and made of what the files in docs/results say."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from agents.games.stuka.evaluation.entries import class_of, read_entry
from tests.support.commands import run_tool
from tests.support.places import ROOT
from tools import pictures_doc
from tools import results_doc as tool
from tools.leaderboard_doc import ENTRIES
from tools.plots import THEME, ChartPanel, ChartRow

FINISHED = sorted({path.stem for path in tool.FINDING_PAGES.glob("*.md")} - set(tool.pages()))
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


def agent(**other: Any) -> dict[str, Any]:
    return {
        "name": "ppo", "what": "`configs/ppo.yaml`", "steps": 5_000_000, "hours": 1.5, "device": "two cores",
        "shipped": "b.zip", "results": "training/results.json",
    } | other  # fmt: skip


def test_it_is_fresh() -> None:
    done = run_tool("results_doc", "--check")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", [*tool.pages(), *FINISHED])
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
    assert first.index("## What is known") < first.index("## What is open") and len(first.split()) <= 200


def test_a_learner_within_the_budget_has_passed_kette_and_none_old_hand() -> None:
    """The page calls this an open problem."""
    entries = [entry for entry in map(read_entry, ENTRIES.glob("*.json")) if entry.track == "operation"]
    means = {entry.policy: entry.headline.score.mean for entry in entries}
    learners = [entry.policy for entry in entries if class_of(entry) == "learner within budget"]
    assert means["kette"] < max(means[policy] for policy in learners) < means["old_hand"]
    assert "has passed `old_hand`" in tool.summary()


def test_it_says_what_was_flown_and_how() -> None:
    page = tool.pages()["operations"] + tool.pages()["points"] + tool.summary()
    assert f"Made by `{RESULTS['command']}`" in page and RESULTS["charts_sha256"] in page
    for line in RESULTS["policies"]:
        assert f"| `{line['policy']}` | {line['score']['mean']:.1f} [" in page
        for row in line["breakdown"]["payload"]:
            assert f"| {row['name']} | " in page and f"{row['points']:.2f}" in page


def test_it_follows_the_figures(folder: Path) -> None:
    before = tool.pages(folder)
    changed = json.loads(json.dumps(RESULTS))
    changed["policies"][1]["score"]["mean"] += 1
    (folder / "results.json").write_text(json.dumps(changed), encoding="utf-8")
    after = tool.pages(folder)
    assert after["operations"] != before["operations"]


def test_trainings_show_their_spread(folder: Path) -> None:
    (folder / "training").mkdir()
    line = group("ppo", [("a.zip", 60.0), ("b.zip", 63.0), ("c.zip", 61.5)])
    contents = RESULTS | {"policies": [RESULTS["policies"][0], line], "command": "python evaluate.py of the trainings"}
    (folder / "training" / "results.json").write_text(json.dumps(contents), encoding="utf-8")
    (folder / "training.json").write_text(json.dumps({"agents": [agent()]}), encoding="utf-8")
    page = tool.pages(folder)["trained_agents"]
    row = next(row for row in page.splitlines() if row.startswith("| `ppo` | `configs/ppo.yaml`"))
    assert "| 3 x 5,000,000 | 1.5 | 61.5 [60.5, 62.5] | 1.25 | 60.0 to 63.0 | 63.0 |" in row
    assert "python evaluate.py of the trainings" in page and "two cores" in page
    unshipped = {"agents": [agent(), agent(shipped=None)], "parts": [{"title": "Why", "text": ["It pays.", "Always."]}]}
    (folder / "training.json").write_text(json.dumps(unshipped), encoding="utf-8")
    page = tool.pages(folder)["trained_agents"]
    assert "60.0 to 63.0 | - |" in page and "## Why\n\nIt pays.\n\nAlways." in page
    assert page.count("python evaluate.py of the trainings") == 1
    for wrong, named in (({"name": "dqn"}, "no policy 'dqn'"), ({"shipped": "d.zip"}, "no training 'd.zip'")):
        (folder / "training.json").write_text(json.dumps({"agents": [agent(**wrong)]}), encoding="utf-8")
        with pytest.raises(ValueError, match=named):
            tool.pages(folder)


def test_campaigns_have_a_table_of_their_own(folder: Path) -> None:
    line = group("ppo", [("a.zip", 60.0), ("b.zip", 63.0)])
    contents = RESULTS | {"policies": [RESULTS["policies"][0], line], "env": "Stuka/Campaign-v0", "operation": "all"}
    (folder / "campaign").mkdir()
    (folder / "campaign" / "results.json").write_text(json.dumps(contents), encoding="utf-8")
    campaigns = tool.pages(folder)["campaigns"]
    assert "`Stuka/Campaign-v0`, Barbarossa, Case Blue and Citadel" in campaigns and "`ppo`: 2 trainings." in campaigns
    assert "| `ppo` | 61.5 [60.5, 62.5] |" in campaigns and "| attacks | " in campaigns


@pytest.mark.parametrize("name", list(tool.SECTIONS))
def test_other_files_bring_their_sections(folder: Path, name: str) -> None:
    section: dict[str, Any] = {
        "title": "A curve", "text": "It rises.", "columns": ["budget", "score"], "rows": [["1", "60.0"], [2, 61.5]],
        "command": "python -m tools.curve", "figure": "curve.svg",
    }  # fmt: skip
    (folder / tool.SECTIONS[name]).write_text(json.dumps({"section": section, "more": 1}), encoding="utf-8")
    page = tool.pages(folder)[name]
    picture = "![A curve](../results/curve.svg)"
    for part in ("# A curve", "It rises.", picture, "| 2 | 61.5 |", "`python -m tools.curve`"):
        assert part in page
    more: dict[str, Any] = {"text": "The same once more.", "columns": ["script", "score"], "rows": [["old hand", 60.5]]}
    (folder / tool.SECTIONS[name]).write_text(json.dumps({"section": section | {"more": [more]}}), encoding="utf-8")
    with_more = tool.pages(folder)[name]
    assert with_more.index("| 2 | 61.5 |") < with_more.index(more["text"]) < with_more.index("| old hand | 60.5 |")
    del section["figure"]
    (folder / tool.SECTIONS[name]).write_text(json.dumps({"section": section}), encoding="utf-8")
    assert f"![A curve]({name}.svg)" in tool.pages(folder)[name]


@pytest.mark.parametrize("name", FINISHED)
def test_every_finished_study_is_linked_and_names_its_commit(name: str) -> None:
    assert f"(findings/{name}.md)" in tool.FINISHED
    text = (tool.FINDING_PAGES / f"{name}.md").read_text(encoding="utf-8")
    assert re.search(r"^git checkout [0-9a-f]{40}$", text, re.MULTILINE)
    assert re.search(r"^\.venv/bin/python -m \S+", text, re.MULTILINE)


# --- the pictures ---


def test_every_picture_is_fresh() -> None:
    done = run_tool("pictures_doc", "--check")
    assert done.returncode == 0, done.stderr


def test_a_stale_picture_is_named_and_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pictures_doc, "FINDING_PAGES", tmp_path)
    panel = ChartPanel("Scores", "points", [ChartRow("kette", 62.0, 61.5, 62.5)])
    monkeypatch.setattr(pictures_doc, "PICTURES", {"scores": lambda: pictures_doc.panels(panel)})
    assert pictures_doc.main(["--check"]) == 1 and "scores.svg is stale" in capsys.readouterr().err
    assert pictures_doc.main([]) == 0 and pictures_doc.main(["--check"]) == 0
    changed = panel._replace(rows=[ChartRow("kette", 62.1, 61.5, 62.5)])
    monkeypatch.setattr(pictures_doc, "PICTURES", {"scores": lambda: pictures_doc.panels(changed)})
    assert pictures_doc.main(["--check"]) == 1


@pytest.mark.parametrize("path", sorted(tool.FINDING_PAGES.glob("*.svg")), ids=lambda path: path.stem)
def test_a_picture_has_text_and_colours_for_light_and_dark(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    assert "<text" in text and "prefers-color-scheme:dark" in text and len(text) < 100_000
    assert not any(re.search(rf"(?<!, ){light}", text.partition("</style>")[2]) for light, _ in THEME.values())


def test_the_learning_curves_follow_the_file() -> None:
    part = tool.read(tool.RESULTS / "from_nothing.json")["parts"]["from-nothing-operation-0"]
    curve = {"steps": [0, 10], "mean": [40.0, 60.0], "lowest": [39.0, 59.0], "highest": [41.0, 61.0]}
    panel = pictures_doc.curve_panel("Operations", part | {"curve": curve})
    assert (panel.steps, panel.mean, panel.gap) == ([0, 10], [40.0, 60.0], "kette")
    assert panel.bars == part["made_from"][1] and panel.budget == 20_000_000
    above = curve | {"mean": [40.0, 63.0]}
    panel = pictures_doc.curve_panel("Operations", part | {"curve": above})
    assert panel.gap is None
    panel = pictures_doc.curve_panel("Operations", part | {"curve": None})
    assert list(panel.mean) == [float(part["rows"][0][2])] and panel.steps == [20_000_000]
