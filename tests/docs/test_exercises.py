"""docs/exercises.md: the figures of its tables belong to the set, and its example runs."""

import hashlib
import re

import pytest

from stuka_env.io.reading import MIB, read_json
from stuka_env.position.exercises import exercises_path, games_with_exercises
from tests.support.places import ROOT
from tools.exercises import measures_file

PAGE = ROOT / "docs" / "exercises.md"


@pytest.mark.parametrize("game", games_with_exercises())
def test_the_figures_belong_to_the_exercises(game: str) -> None:
    digest = hashlib.sha256(exercises_path(game).read_bytes()).hexdigest()
    assert read_json(measures_file(game), MIB)["exercises_sha256"] == digest


def test_the_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(example, "example", "exec"), {})
