"""docs/language_models.md: the recipe runs, and the question that it shows is one."""

import re
from typing import Any

import pytest

from agents.evaluation.evaluation_parts import load_entrant
from agents.evaluation.tracks import all_tracks
from agents.games.stuka.evaluation.tracks import LANGUAGE_TRACK
from stuka_env.text import TextGame
from tests.support.places import ROOT
from tests.support.shares import shares
from tests.support.text_players import begun
from tools.leaderboard_doc import STUKA_BOARD

PAGE = (ROOT / "docs" / "language_models.md").read_text(encoding="utf-8")


def marked(name: str) -> str:
    """Return the block of the page between two marks."""
    found = re.search(rf"<!-- {name}:begin -->\n```\w+\n(.*?)```\n<!-- {name}:end -->", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_recipe_plays_a_war(capsys: pytest.CaptureFixture[str]) -> None:
    replies = iter(["I cannot decide", *["1"] * 200])
    notes: list[str] = []

    def ask(rules: str, question: str) -> str:
        notes.append(question.partition("\n")[0])
        return next(replies)

    exec(compile(marked("recipe"), "recipe", "exec"), {"ask": ask})
    assert notes[1].startswith("Refused: The answer 'I cannot decide'")
    assert "'finished': True" in capsys.readouterr().out
    assert len(marked("recipe").splitlines()) <= 15


def test_the_shown_question_is_one_of_a_war() -> None:
    game: Any = TextGame(begun("Stuka/Mission-v0", 3))
    for answer in ("Fly 6", "the best rested", "1", "1", "Attack", "Drop the bombs"):
        game.answer(answer)
    assert game.observe() == marked("observed").rstrip("\n")


def test_the_tools_of_the_page_are_those_of_the_server() -> None:
    pytest.importorskip("mcp", reason="needs the extra mcp of stuka-env")
    import asyncio

    from stuka_env.text.mcp_server import make_server

    tools = asyncio.run(make_server(ROOT).list_tools())
    reference = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8").split("### Tools of the server")[1]
    rows = re.findall(r"^\| `(\w+)\((.*?)\)` \|", reference, re.MULTILINE)
    assert {name: [each for each in words.split(", ") if each] for name, words in rows} == {
        tool.name: list(tool.input_schema["properties"]) for tool in tools
    }


# --- the tracks ---


def test_the_page_is_short_and_begins_with_a_command_that_needs_no_key() -> None:
    assert len(PAGE.splitlines()) <= 250
    command = PAGE.split("```sh\n")[1].partition("\n")[0].split()
    track, names = command[command.index("--track") + 1], command[command.index("--policies") + 1 :]
    assert all_tracks()[track].headline.wars <= 5
    for name in names:
        load_entrant(name.partition("=")[2] or name, all_tracks()[track].headline.game.name)


def test_the_shares_of_trivial_players_are_those_of_their_entries() -> None:
    table = PAGE.split("<!-- shares:begin -->\n")[1].split("\n<!-- shares:end -->")[0].splitlines()
    head, _, *rows = ([cell.strip(" `") for cell in line.strip("|").split("|")] for line in table)
    for column, track in enumerate(head[1:], 1):
        own = shares(track)
        assert all(round(own[row[0]]) == int(row[column]) for row in rows), track


def test_the_page_names_the_seed_of_the_track() -> None:
    assert f"evaluation_seeds({LANGUAGE_TRACK.seed}, {LANGUAGE_TRACK.headline.wars})" in PAGE


def test_the_ladder_of_the_page_is_that_of_the_leaderboard() -> None:
    assert ", ".join(f"`{name}`" for name in STUKA_BOARD.ladder) in PAGE.replace("\n", " ")
