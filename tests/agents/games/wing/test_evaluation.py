"""The evaluation of the third game: its scripts on missions and campaigns, with levels of victory."""

import json
from pathlib import Path

from agents.commands import evaluate as main
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
