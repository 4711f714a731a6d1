"""The tool that draws the bank: it goes on where it stopped, and the same draws give the same bytes."""

from pathlib import Path
from typing import Any

import pytest

from agents.plausible.sets import PlausibleCharts
from stuka_env.charts.bank import ChartBank
from tools import chart_bank as tool


@pytest.fixture(params=tool.BANKS)
def game(request: pytest.FixtureRequest) -> str:
    """Return the name of each game with a bank."""
    return str(request.param)


@pytest.fixture
def few(game: str, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Draw the first sets of the bank in place of all, without flights; the numbers that were drawn."""
    (bank, plausible), drawn = tool.BANKS[game], list[int]()

    def sha256_of(number: int, attempt: int) -> str:
        rungs = plausible.attempt_rungs(tool.BANK_SEED, number, attempt)
        return plausible.charts_of(rungs, "a set").sha256

    class Drawn:
        def __init__(self, number: int) -> None:
            self.attempt, self.charts = attempts[number], bank.charts(number - 1)

    def draw(_: object, seed: int, number: int, *, wide: bool) -> Any:
        assert seed == tool.BANK_SEED and not wide
        if number in drawn:
            raise KeyboardInterrupt
        drawn.append(number)
        return Drawn(number)

    digests = bank.sets().digests
    attempts = {
        number: next(attempt for attempt in range(40) if sha256_of(number, attempt) == digests[number - 1])
        for number in (1, 2)
    }
    monkeypatch.setattr(ChartBank, "size", 2)
    monkeypatch.setattr(PlausibleCharts, "draw_set", draw)
    return drawn


def test_it_goes_on_where_it_stopped(
    game: str, few: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few.append(2)
    path = tmp_path / "bank.npz"
    words = ["--game", game, "--output"]
    assert tool.main([*words, str(path)]) == 130
    assert few == [2, 1] and not path.exists()
    assert f"stopped; run it again to go on from {tmp_path / 'bank.part.jsonl'}" in capsys.readouterr().err
    few.clear()
    assert tool.main([*words, str(path)]) == 0
    assert few == [2] and not (tmp_path / "bank.part.jsonl").exists()
    again = tmp_path / "again.npz"
    few.clear()
    assert tool.main([*words, str(again)]) == 0
    assert few == [1, 2] and again.read_bytes() == path.read_bytes()


def test_lines_of_other_sources_are_refused(
    game: str, few: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bank, _ = tool.BANKS[game]
    monkeypatch.setattr(PlausibleCharts, "charts_of", lambda *_: bank.charts(9))
    assert tool.main(["--game", game, "--output", str(tmp_path / "bank.npz")]) == 2
    assert "set 1 was drawn by other sources; delete the file to draw again" in capsys.readouterr().err


def test_another_kind_of_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["--output", str(tmp_path / "bank.json")]) == 2
    assert capsys.readouterr().err.endswith("bank.json', allowed is a file *.npz\n")
