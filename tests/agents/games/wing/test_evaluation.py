"""The evaluation of the third game: its scripts on missions and campaigns, with levels of victory.

Its laboratory has some rooms only.
"""

import json
from pathlib import Path

import pytest

from agents.commands import evaluate as main
from agents.game_rooms import has_room
from agents.review.parts import parts_of
from stuka_env.games.wing.codes import Victory

BOOK = "agents.games.wing.scripts.by_the_book:choose"


def evaluated(folder: Path, env: str, *words: str) -> int:
    options = ("--env", env, "--policies", BOOK, "random", "--output", str(folder))
    return main([*options, *words])


def test_missions_have_no_level(tmp_path: Path) -> None:
    assert evaluated(tmp_path, "Wing/Mission-v0", "--episodes", "20") == 0
    lines = json.loads((tmp_path / "results.json").read_text())["policies"]
    assert all(line["levels"] == {} for line in lines)


def test_campaigns_have_their_levels(tmp_path: Path) -> None:
    assert evaluated(tmp_path, "Wing/Campaign-v0", "--campaign", "short_1942", "--episodes", "10") == 0
    contents = json.loads((tmp_path / "results.json").read_text())
    book, random = contents["policies"]
    assert (contents["baseline"], random["policy"]) == (BOOK, "random")
    assert list(book["levels"]) == [level.word for level in reversed(Victory)]
    assert sum(book["levels"].values()) == 10
    assert book["score"]["mean"] > random["score"]["mean"]
    assert "bombers lost" in (tmp_path / "report.html").read_text()


def test_a_room_that_the_laboratory_does_not_have() -> None:
    rooms = ("players", "evaluation.game", "learning.parts", "evaluation.tracks", "review.parts", "nothing.at.all")
    assert [has_room("wing", room) for room in rooms] == [True, True, True, False, False, False]
    with pytest.raises(ValueError, match="a war of the game wing, allowed are wars of stuka, interceptor"):
        parts_of("wing")
