"""A track of the leaderboard that is flown in no time, and entries on it."""

from pathlib import Path

import pytest

from agents.commands import evaluate
from agents.evaluation.tracks import EvaluationTrack, TrackScenario

MISSION = "Stuka/Mission-v0"
TINY = EvaluationTrack(
    "tiny",
    (
        TrackScenario("barbarossa", "Barbarossa", MISSION, 12, {"operation": "barbarossa", "duration": "regular"}),
        TrackScenario("citadel", "Citadel", MISSION, 5, {"operation": "citadel", "duration": "regular"}),
    ),
    seed=7,
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
