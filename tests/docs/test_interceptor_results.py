"""The comparison in ``docs/interceptor.md`` is that of ``docs/results/interceptor``, under the charts in force."""

import json
from pathlib import Path

import pytest

from stuka_env.games.interceptor.charts.loader import load_charts
from tests.support.commands import run_tool
from tools import interceptor_results_doc as tool

RESULTS = json.loads(tool.CAREER_RESULTS.read_text(encoding="utf-8"))


def test_the_comparison_on_the_page_is_fresh() -> None:
    done = run_tool("interceptor_results_doc", "--check")
    assert done.returncode == 0, done.stderr


def test_the_careers_were_flown_under_the_charts_in_force() -> None:
    assert RESULTS["charts_sha256"] == load_charts().sha256


def test_every_policy_has_its_figures() -> None:
    text = tool.careers_text()
    assert f"Made by `{RESULTS['command']}`." in text and f"over {RESULTS['episodes']:,} careers" in text
    for line in RESULTS["policies"]:
        (row,) = (row for row in text.splitlines() if row.startswith(f"| `{line['policy']}` |"))
        assert f"| {line['score']['mean']:.1f} [" in row and f" {100 * line['survival']['mean']:.0f} % |" in row
        assert ("| - | - |" in row) == (line["policy"] == RESULTS["baseline"])


def test_other_results_make_the_page_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, changed = tool.careers_text(), json.loads(json.dumps(RESULTS))
    changed["policies"][1]["aircraft_lost"] += 1
    (tmp_path / "results.json").write_text(json.dumps(changed), encoding="utf-8")
    monkeypatch.setattr(tool, "CAREER_RESULTS", tmp_path / "results.json")
    other = tool.careers_text().splitlines()
    assert [old != new for old, new in zip(text.splitlines(), other, strict=True)].count(True) == 1
