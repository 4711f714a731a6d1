"""docs/results.md: fresh, and made of what the files in docs/results say."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import run_tool
from tests.support.places import ROOT
from tools import results_doc as tool

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


def test_it_says_what_was_flown_and_how() -> None:
    page = tool.page()
    assert f"Made by `{RESULTS['command']}`" in page and RESULTS["charts_sha256"] in page
    for line in RESULTS["policies"]:
        assert f"| `{line['policy']}` | {line['score']['mean']:.1f} [" in page
        for row in line["breakdown"]["payload"]:
            assert f"| {row['name']} | " in page and f"{row['points']:.2f}" in page


def test_it_follows_the_figures(folder: Path) -> None:
    before = tool.page(folder)
    changed = json.loads(json.dumps(RESULTS))
    changed["policies"][1]["score"]["mean"] += 1
    (folder / "results.json").write_text(json.dumps(changed), encoding="utf-8")
    assert tool.page(folder) != before


def test_trainings_show_their_spread(folder: Path) -> None:
    (folder / "training").mkdir()
    line = group("ppo", [("a.zip", 60.0), ("b.zip", 63.0), ("c.zip", 61.5)])
    contents = RESULTS | {"policies": [RESULTS["policies"][0], line], "command": "python evaluate.py of the trainings"}
    (folder / "training" / "results.json").write_text(json.dumps(contents), encoding="utf-8")
    (folder / "training.json").write_text(json.dumps({"agents": [agent()]}), encoding="utf-8")
    page = tool.page(folder)
    row = next(row for row in page.splitlines() if row.startswith("| `ppo` | `configs/ppo.yaml`"))
    assert "| 3 x 5,000,000 | 1.5 | 61.5 [60.5, 62.5] | 1.25 | 60.0 to 63.0 | 63.0 |" in row
    assert "python evaluate.py of the trainings" in page and "two cores" in page
    unshipped = {"agents": [agent(), agent(shipped=None)], "parts": [{"title": "Why", "text": ["It pays.", "Always."]}]}
    (folder / "training.json").write_text(json.dumps(unshipped), encoding="utf-8")
    page = tool.page(folder)
    assert "60.0 to 63.0 | - |" in page and "### Why\n\nIt pays.\n\nAlways." in page
    assert page.count("python evaluate.py of the trainings") == 1
    for wrong, named in (({"name": "dqn"}, "no policy 'dqn'"), ({"shipped": "d.zip"}, "no training 'd.zip'")):
        (folder / "training.json").write_text(json.dumps({"agents": [agent(**wrong)]}), encoding="utf-8")
        with pytest.raises(ValueError, match=named):
            tool.page(folder)


def test_campaigns_have_a_table_of_their_own(folder: Path) -> None:
    line = group("ppo", [("a.zip", 60.0), ("b.zip", 63.0)])
    contents = RESULTS | {"policies": [RESULTS["policies"][0], line], "env": "Stuka/Campaign-v0", "operation": "all"}
    (folder / "campaign").mkdir()
    (folder / "campaign" / "results.json").write_text(json.dumps(contents), encoding="utf-8")
    page = tool.page(folder)
    campaigns = page[page.index("## Campaigns") : page.index("## Where the points of a Barbarossa are won")]
    assert "`Stuka/Campaign-v0`, Barbarossa, Case Blue and Citadel" in campaigns and "`ppo`: 2 trainings." in campaigns
    assert "| `ppo` | 61.5 [60.5, 62.5] |" in campaigns and "| attacks | " in campaigns


@pytest.mark.parametrize("name", ["from_nothing.json", "verbs.json", "optimum.json", "sensitivity.json"])
def test_other_files_bring_their_sections(folder: Path, name: str) -> None:
    section: dict[str, Any] = {
        "title": "A curve", "text": "It rises.", "columns": ["budget", "score"], "rows": [["1", "60.0"], [2, 61.5]],
        "command": "python -m tools.curve", "figure": "curve.svg",
    }  # fmt: skip
    (folder / name).write_text(json.dumps({"section": section, "more": 1}), encoding="utf-8")
    page = tool.page(folder)
    for part in ("## A curve", "It rises.", "![A curve](results/curve.svg)", "| 2 | 61.5 |", "`python -m tools.curve`"):
        assert part in page
    more: dict[str, Any] = {"text": "The same once more.", "columns": ["script", "score"], "rows": [["old hand", 60.5]]}
    (folder / name).write_text(json.dumps({"section": section | {"more": [more]}}), encoding="utf-8")
    with_more = tool.page(folder)
    assert with_more.index("| 2 | 61.5 |") < with_more.index(more["text"]) < with_more.index("| old hand | 60.5 |")
    del section["figure"]
    (folder / name).write_text(json.dumps({"section": section}), encoding="utf-8")
    assert "![" not in tool.page(folder)


def test_every_finished_study_is_linked_and_names_its_commit() -> None:
    pages = {
        f"findings/{path.name}": path.read_text(encoding="utf-8") for path in (tool.PAGE.parent / "findings").iterdir()
    }
    assert pages and set(re.findall(r"\]\((findings/[^)]+)\)", tool.FINDINGS_HEAD)) == set(pages)
    for text in pages.values():
        assert re.search(r"^git checkout [0-9a-f]{40}$", text, re.MULTILINE)
        assert re.search(r"^\.venv/bin/python -m \S+", text, re.MULTILINE)
