"""docs/language_models.md: the recipe runs, and the question that it shows is one."""

import json
import re
from typing import Any

import pytest

from agents.evaluation.entries import read_entry
from agents.games.stuka.evaluation.tracks import LANGUAGE_TRACK
from stuka_env.text import TextGame
from tests.support.places import ROOT
from tests.support.text_players import begun
from tools import language_doc
from tools.few_wars import few_wars_interval
from tools.language_track import BLUNDER_SHARE, BLUNDERER, STAND_INS, TRACK_RESULTS, stand_in_name
from tools.leaderboard_doc import ENTRIES, LADDER

NEAR_KETTE = ("champion", "old_hand", "distilled", "doctrine", "bold", "lone_wolf")
"""Policies whose scores are within 6 points of kette's, and that neither turn back nor blunder."""
LANGUAGE_RESULTS = json.loads(TRACK_RESULTS.read_text(encoding="utf-8"))
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
    rows = re.findall(r"^\| `(\w+)\((.*?)\)` \|", PAGE, re.MULTILINE)
    assert {name: [each for each in words.split(", ") if each] for name, words in rows} == {
        tool.name: list(tool.input_schema["properties"]) for tool in tools
    }


# --- the track ---


def pair(policy: str, baseline: str = "kette") -> Any:
    found = (each for each in LANGUAGE_RESULTS["pairs"] if (each["policy"], each["baseline"]) == (policy, baseline))
    return next(found)


@pytest.mark.parametrize("policy", NEAR_KETTE)
def test_sixty_missions_tell_policies_near_kette_apart(policy: str) -> None:
    measured = pair(policy)
    assert abs(measured["difference"]) < 6
    assert measured["sets"]["60"]["half_width"] < 2
    assert measured["sets"]["60"]["coverage"] > 0.94


def test_the_page_says_which_intervals_cover_less() -> None:
    covered = {each["policy"]: each["sets"]["60"]["coverage"] for each in LANGUAGE_RESULTS["pairs"]}
    assert {name for name, share in covered.items() if share < 0.94} == {"cautious", BLUNDERER}
    assert min(covered.values()) > 0.85
    assert "Two kinds of policies get fewer than 95 intervals right in 100. `cautious`" in PAGE


def test_the_interval_of_the_stand_in_that_blunders_ends_below_its_difference() -> None:
    own = next(each for each in language_doc.stand_ins() if each.policy == stand_in_name("kette", BLUNDER_SHARE))
    pairs = own.headline.adjusted_scores() - read_entry(ENTRIES / "language-kette.json").headline.adjusted_scores()
    assert few_wars_interval(pairs).high < pair(BLUNDERER)["difference"]


@pytest.mark.parametrize("script", STAND_INS)
def test_a_script_plays_the_track_by_questions_as_natively(script: str) -> None:
    entry = next(each for each in language_doc.stand_ins() if each.policy == stand_in_name(script, 0.0))
    native = read_entry(ENTRIES / f"language-{script}.json")
    assert entry.headline.scores == native.headline.scores and len(entry.headline.scores) == 60
    assert entry.headline.luck == native.headline.luck
    assert entry.headline.decisions == native.headline.decisions
    (figures,) = [each for each in LANGUAGE_RESULTS["stand_ins"] if each["policy"] == entry.policy]
    assert figures["wars_that_end_alike"] == 60
    model = entry.language_model
    assert model is not None and (model.calls, model.refusals, model.forced) == (figures["questions"], 0, 0)


def test_the_page_names_the_seed_and_the_length_of_the_track() -> None:
    assert f"evaluation_seeds({LANGUAGE_TRACK.seed}, {LANGUAGE_TRACK.headline.wars})" in PAGE
    (kette,) = [each for each in LANGUAGE_RESULTS["stand_ins"] if each["policy"] == stand_in_name("kette", 0.0)]
    assert round(kette["questions"], -1) == 750 and f"{kette['characters'] / 1e6:.1f} million characters" in PAGE


def test_every_stand_in_is_in_the_table_and_is_called_one() -> None:
    names = {each["policy"] for each in LANGUAGE_RESULTS["stand_ins"]}
    assert names == {each.policy for each in language_doc.stand_ins()}
    assert all(name.endswith(" stand-in") and f"| `{name}` |" in PAGE for name in names)
    assert "**no row is a model's**" in PAGE


def test_the_ladder_of_the_page_is_that_of_the_leaderboard() -> None:
    assert ", ".join(f"`{name}`" for name in LADDER) in PAGE.replace("\n", " ")
