"""A track of the leaderboard that is flown in no time, and entries on it."""

from pathlib import Path

import pytest

from agents.commands import evaluate
from agents.games.stuka.evaluation.tracks import EvaluationTrack, TrackScenario
from stuka_env.games.stuka.codes import Scale

TINY = EvaluationTrack(
    "tiny",
    (
        TrackScenario("barbarossa", "Barbarossa", Scale.MISSION, "barbarossa", 12),
        TrackScenario("citadel", "Citadel", Scale.MISSION, "citadel", 5),
    ),
    seed=7,
    budget=1_000,
)


def fly_tiny(folder: Path, *words: str) -> int:
    """Fly the track as ``evaluate.py`` does, files into ``folder``; the exit status."""
    return evaluate(["--track", TINY.name, "--output", str(folder), *words])


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line with which ``evaluate.py`` refuses."""
    capsys.readouterr()
    assert evaluate(list(words)) == 2
    error = capsys.readouterr().err
    assert error.startswith("evaluate.py: ") and error.count("\n") == 1
    return error
