"""The form of a war for models: the order of options is the same at every door, and a script can take decisions."""

import asyncio
import re
from pathlib import Path

import pytest

from agents.evaluation.trivial_players import TrivialPlayer
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.replay import fly, load
from stuka_env.text import Taken, TextGame
from stuka_env.text.compared_wars import spec_of
from stuka_env.text.endpoint import Endpoint
from stuka_env.text.kept_war import KeptAnswer, continued, new_record
from stuka_env.text.model_wars import ModelWars
from stuka_env.text.war_form import USUAL_FORM, WarForm, war_address
from stuka_env.text.wars import ClientWars, LockedWars
from tests.support.chat_server import chat_server
from tests.support.each import each
from tests.support.text_players import begun

SORTIE, SEED = "Interceptor/Sortie-v0", 5
MISSIONS = ("Stuka/Mission-v0", "Interceptor/Sortie-v0", "Wing/Mission-v0")
FEW = WarForm(asked=("MUSTER", "EN_ROUTE"), answered_by="first_option")


@each("env", MISSIONS)
def test_the_order_follows_from_the_address_alone(env: str) -> None:
    """The options are those of the game, in another order, which a second war of this seed has too."""
    own, again, plain = USUAL_FORM.game(begun(env, 7)), USUAL_FORM.game(begun(env, 7)), TextGame(begun(env, 7))
    moved = 0
    while not own.over:
        assert own.observe() == again.observe()
        assert sorted(own.question.options, key=lambda one: one.actions) == sorted(
            plain.question.options, key=lambda one: one.actions
        )
        moved += own.question.options != plain.question.options
        actions = own.question.options[0].actions
        for game in (own, again, plain):
            game.take(actions)
    assert moved


def test_another_war_has_another_address_and_another_order() -> None:
    wars = [begun(SORTIE, seed) for seed in range(30)]
    assert len({war_address(war) for war in wars}) == 30
    assert war_address(wars[3]) == f"{SORTIE} 3 0"
    orders = [tuple(option.actions for option in USUAL_FORM.game(war).question.options) for war in wars]
    assert 1 < len(set(orders))


def test_every_door_asks_the_same_questions(tmp_path: Path) -> None:
    """``evaluate.py`` and a locked server; the tests of Inspect compare its questions with this form too."""
    seed = int(evaluation_seeds(SEED, 1)[0])
    with chat_server(player=lambda question: "Answer: 1") as server:
        ModelWars(Endpoint(server.url, "mock"), SORTIE, {}, tmp_path / "llm").play([seed], 1)
        asked = [request["messages"][1]["content"] for request in server.requests]
    locked = ClientWars(tmp_path / "mcp", locked=LockedWars(SORTIE, seeds=[seed]))
    war = locked.named(locked.start_next())
    read = []
    while not war.game.over:
        read.append(war.game.observe())
        locked.choose("war-1", "1", "", war.question_number)
    locked.leave()
    assert asked == read


def test_a_form_without_odds_has_none_at_any_question() -> None:
    with_odds, without = (WarForm(odds=odds).game(begun("Stuka/Mission-v0", 3)) for odds in (True, False))
    longer = 0
    while not with_odds.over:
        longer += len(with_odds.observe()) > len(without.observe())
        assert not re.search(r"\d in \d", "".join(option.words for option in without.question.options))
        actions = with_odds.question.options[-1].actions
        for game in (with_odds, without):
            game.take(actions)
    assert longer
    assert WarForm(odds=False).described == {"odds": False} and not USUAL_FORM.described


def played(form: WarForm, seed: int = 1) -> tuple[TextGame, list[KeptAnswer], set[str]]:
    """Play a war by its first options; return it with its answers, and the kinds of decisions that were asked."""
    record = new_record("Stuka/Segment-v0", seed, {}, player="me", form=form)
    game, answers, kinds = form.game(record), [], set()
    while not game.over:
        kinds.add(game.war.decision)
        first = len(record.actions)
        assert isinstance(game.answer("1"), Taken)
        answers.append(KeptAnswer(tuple(record.actions[first:]), None))
    return game, answers, kinds


def test_a_script_takes_the_decisions_that_are_not_asked() -> None:
    game, _, kinds = played(FEW)
    assert kinds == {"MUSTER", "EN_ROUTE"}
    replay = game.env.replay()  # type: ignore[attr-defined]
    assert fly(replay).ending.score == replay.score
    assert FEW.described == {"asked": ["MUSTER", "EN_ROUTE"], "answered_by": "first_option", "every": 1}


@pytest.mark.parametrize("form", [USUAL_FORM, FEW])
def test_a_kept_war_of_a_form_goes_on(form: WarForm, tmp_path: Path) -> None:
    whole, answers, _ = played(form)
    record = new_record("Stuka/Segment-v0", 1, {}, player="me", form=form)
    half = continued(tmp_path, record, answers[: len(answers) // 2], form.game)
    while not half.over:
        half.answer("1")
    assert half.result == whole.result
    assert record.actions == whole.env.actions  # type: ignore[attr-defined]


def test_a_locked_war_of_a_form_goes_on_where_another_server_has_left_it(tmp_path: Path) -> None:
    """The file of the war has the actions of the script too."""
    locked = LockedWars("Stuka/Segment-v0", seeds=[1], form=FEW)

    def answer(wars: ClientWars, questions: int) -> None:
        war = wars.named("war-1")
        while not war.game.over and war.game.questions < questions:
            wars.choose("war-1", "1", "", war.question_number)

    first = ClientWars(tmp_path, locked=locked)
    first.start_next()
    answer(first, 4)
    state = first.named("war-1").game.observe()
    first.leave()
    for other in (LockedWars("Stuka/Segment-v0", seeds=[1]), None):
        with pytest.raises(ValueError, match="cannot be continued: its questions have another form"):
            ClientWars(tmp_path, locked=other).resume("war-1")
    second = ClientWars(tmp_path, locked=locked)
    second.resume("war-1")
    assert second.named("war-1").game.observe() == state
    answer(second, 10**6)
    whole = played(FEW)[0].env
    assert load(tmp_path / "war-1.json").actions == whole.actions  # type: ignore[attr-defined]
    second.leave()


def test_a_trivial_player_takes_its_place_in_every_question() -> None:
    game = begun(SORTIE, 3).game
    spec, seeds = spec_of(game, SORTIE, {}), evaluation_seeds(1, 2)
    taken = {name: TrivialPlayer(name).in_wars(spec, seeds)._actions for name in ("bot:place-1", "bot:any", "bot:last")}
    assert taken["bot:place-1"] != taken["bot:last"]
    war, actions = USUAL_FORM.game(begun(SORTIE, int(seeds[0]))), list[int]()
    while not war.over:
        actions += war.question.options[0].actions
        war.take(war.question.options[0].actions)
    assert list(taken["bot:place-1"][0]) == actions
    for name in ("bot:place-0", "bot:best", "bot:any@odds"):
        with pytest.raises(ValueError, match="allowed is bot:place-N, bot:last"):
            TrivialPlayer(name)


def test_locked_wars_without_odds_are_asked_without_them(tmp_path: Path) -> None:
    pytest.importorskip("mcp", reason="needs the extra mcp of stuka-env")
    from stuka_env.text.mcp_server import make_server

    locked = LockedWars(SORTIE, seeds=[3], form=WarForm(odds=False))
    tools = asyncio.run(make_server(tmp_path, locked=locked).list_tools())
    assert tools
    wars = ClientWars(tmp_path / "wars", locked=locked)
    assert wars.named(wars.start_next()).game.odds is False
    wars.leave()
