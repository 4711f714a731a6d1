"""The tool that draws the bank: it goes on where it stopped, and the same draws give the same bytes."""

from pathlib import Path
from typing import Any

import pytest

from agents.games.stuka.plausible.declared import PLAUSIBLE
from agents.plausible.sets import PlausibleCharts
from stuka_env.charts.bank import ChartBank
from stuka_env.games.stuka.charts.bank import BANK
from tools import chart_bank as tool


def sha256_of(number: int, attempt: int) -> str:
    """Return the digest of a draw."""
    rungs = PLAUSIBLE.attempt_rungs(tool.BANK_SEED, number, attempt)
    return PLAUSIBLE.charts_of(rungs, "a set").sha256


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Draw the first sets of the bank in place of all, without flights; the numbers that were drawn."""
    drawn: list[int] = []

    class Drawn:
        def __init__(self, number: int) -> None:
            self.attempt, self.charts = attempts[number], BANK.charts(number - 1)

    def draw(_: object, seed: int, number: int) -> Any:
        assert seed == tool.BANK_SEED
        if number in drawn:
            raise KeyboardInterrupt
        drawn.append(number)
        return Drawn(number)

    digests = BANK.sets().digests
    attempts = {
        number: next(
            attempt
            for attempt in range(40)
            if PLAUSIBLE.charts_of(PLAUSIBLE.attempt_rungs(tool.BANK_SEED, number, attempt), "a set").sha256
            == digests[number - 1]
        )
        for number in (1, 2)
    }
    monkeypatch.setattr(ChartBank, "size", 2)
    monkeypatch.setattr(PlausibleCharts, "draw_set", draw)
    return drawn


def test_it_goes_on_where_it_stopped(few: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few.append(2)
    path = tmp_path / "bank.npz"
    assert tool.main(["--output", str(path)]) == 130
    assert few == [2, 1] and not path.exists()
    assert f"stopped; run it again to go on from {tmp_path / 'bank.part.jsonl'}" in capsys.readouterr().err
    few.clear()
    assert tool.main(["--output", str(path)]) == 0
    assert few == [2] and not (tmp_path / "bank.part.jsonl").exists()
    again = tmp_path / "again.npz"
    few.clear()
    assert tool.main(["--output", str(again)]) == 0
    assert few == [1, 2] and again.read_bytes() == path.read_bytes()


def test_lines_of_other_sources_are_refused(
    few: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(PlausibleCharts, "charts_of", lambda *_: BANK.charts(9))
    assert tool.main(["--output", str(tmp_path / "bank.npz")]) == 2
    assert "set 1 was drawn by other sources; delete the file to draw again" in capsys.readouterr().err


def test_another_kind_of_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["--output", str(tmp_path / "bank.json")]) == 2
    assert capsys.readouterr().err.endswith("bank.json', allowed is a file *.npz\n")
