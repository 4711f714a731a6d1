"""Scripts say why: a line from the rule that fired, in the same function that decides."""

from collections.abc import Callable
from string import Formatter
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.games.stuka.players import SCRIPTS
from agents.games.stuka.scripts import cautious
from agents.games.stuka.scripts.doctrine import badly_hurt
from agents.games.stuka.scripts.reason_words import OTHER_REASONS, PLACEHOLDERS, reason_words
from agents.games.stuka.scripts.reasons import Reason
from agents.reasoned_script import Reasoned, ReasonedScript, place_of_reasons
from agents.registry import make_policy
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import ACTIONS, ACTS, SEATS, Act, Decision, Duration, Quality, Role, Scale
from stuka_env.games.stuka.rules.flight import in_trouble
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import ExplainingPolicy, PolicyInput, import_object
from stuka_env.replay.file import LONGEST_REASON
from tests.support.asked import Asked as AskedForRivals
from tests.support.each import each
from tests.support.position import Position

CHARTS: Any = load_charts()
SHORT, REGULAR = (WarSpec(scale=Scale.OPERATION, regular=duration) for duration in (Duration.SHORT, Duration.REGULAR))
REASONED = {name: reasons for name, place in SCRIPTS.items() if (reasons := place_of_reasons(place)) is not None}
"""The functions that give reasons, by the names of the scripts."""


class Said(NamedTuple):
    """One decision, what was done, and why."""

    mat: Any
    given: Reasoned
    words: str


class Asked:
    """A script that is asked why, at every decision."""

    def __init__(self, name: str) -> None:
        policy = make_policy(name)
        assert isinstance(policy, ReasonedScript)
        self.name, self.policy = name, policy
        self.why: Callable[..., Reasoned] = import_object(REASONED[name])
        self.said: list[Said] = []

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        self.policy.act(inputs, actions)
        reasons = self.policy.explain(inputs).reasons
        assert reasons is not None
        for war in np.flatnonzero(inputs.mats["track"]["over"] == 0).tolist():
            given = self.why(inputs.mats[war], inputs.charts[0], inputs.masks[war], int(inputs.noise[war]))
            assert given.action == actions[war]
            self.said.append(Said(inputs.mats[war].copy(), given, reasons[war]))
        for war in np.flatnonzero(inputs.mats["track"]["over"]).tolist():
            assert reasons[war] == ""


@pytest.fixture(scope="module")
def asked() -> dict[str, Asked]:
    """Every script that says why, over two operations, of which one ends first; ``doctrine`` promotes people in its."""
    found = {name: Asked(name) for name in REASONED}
    for name, one in found.items():
        fly_wars(one, REGULAR if name == "doctrine" else SHORT, evaluation_seeds(7, 2))
    return found


def because(asked: dict[str, Asked], *reasons: Reason) -> list[Said]:
    """Everything that was done for one of these reasons; something was."""
    found = [said for one in asked.values() for said in one.said if said.given.reason in reasons]
    assert found
    return found


@pytest.mark.slow
def test_every_decision_has_a_line(asked: dict[str, Asked]) -> None:
    for one in asked.values():
        assert one.said
        for said in one.said:
            assert 0 < len(said.words) <= LONGEST_REASON and "\n" not in said.words and "{" not in said.words
            assert said.words[0].islower() or said.words.startswith(("SC", "Veteran"))


def test_every_rule_has_words_and_every_word_is_known() -> None:
    for words in (*Reason.words(), *OTHER_REASONS.values()):
        assert {name for _, name, _, _ in Formatter().parse(words) if name} <= set(PLACEHOLDERS)


def test_scripts_that_say_why_are_scripts_and_expect_nothing() -> None:
    assert set(SCRIPTS) - set(REASONED) == {"milk_run", "shirker", "straggler", "gambler"}
    policy = make_policy("doctrine")
    assert isinstance(policy, ExplainingPolicy) and not isinstance(make_policy("milk_run"), ExplainingPolicy)


def test_who_is_sent_home_is_what_the_reason_says(asked: dict[str, Asked]) -> None:
    for mat, given, words in because(asked, Reason.BADLY_HURT, Reason.IN_TROUBLE, Reason.DRAGS):
        slot = ACTS.actions[given.action].argument - 1
        assert ACTS.verb_of(given.action) == Act.SEND_HOME and in_trouble(mat, slot)
        if given.reason == Reason.BADLY_HURT:
            assert badly_hurt(mat, slot)
            assert f"{int(mat['aircraft'][slot]['damage'].sum())} system" in words


def test_who_rests_has_more_stress_than_who_flies(asked: dict[str, Asked]) -> None:
    for mat, given, words in because(asked, Reason.STEADIEST):
        roster = mat["gunners" if ACTS.verb_of(given.action) == Act.GUNNER else "pilots"]
        chosen, ablest = ACTS.actions[given.action].argument - 1, int(given.about)
        assert ("rests" in words) == (ablest != chosen)
        if ablest != chosen:
            assert roster[ablest]["stress"] > roster[chosen]["stress"]


def test_who_would_fly_but_for_stress_is_named() -> None:
    game = Position()
    game.advance()
    game.mat.cursor.decision = Decision.LEADER
    mask = np.zeros(ACTIONS, np.int8)
    mask[Act.LEADER : Act.LEADER + 3] = 1
    ace = game.mat.pilots[1]
    ace.level, ace.stress = Quality.ACE, 1
    given = cautious.steadiest(game.mat, CHARTS.record, mask, int(Act.LEADER), int(Role.PILOT))
    assert given.action == Act.LEADER and given.about == 1
    words = reason_words(given, game.mat, CHARTS.record)
    assert words.endswith("pilot 1 (Veteran); pilot 2 (Ace, stress 1) rests")


def test_the_numbers_of_a_promotion_are_those_of_the_roster(asked: dict[str, Asked]) -> None:
    for mat, given, _ in because(asked, Reason.ROOM_ABOVE, Reason.ROOM_AND_SPARE):
        role, place = divmod(int(mat["cursor"]["subject"]) - 1, SEATS)
        roster = mat["gunners" if role == Role.GUNNER else "pilots"]
        assert given.about == (roster["level"] == roster[place]["level"] + 1).sum()


def test_rested_crews_only() -> None:
    """The line of the cautious who stays on the ground names one who is not rested."""
    game = Position()
    game.advance()
    game.mat.cursor.decision = Decision.MUSTER
    game.mat.gunners["stress"] = 1
    game.mat.gunners[:1]["stress"] = 0
    game.mat.gunners[3]["stress"] = 3
    given = cautious.muster(game.mat, CHARTS.record, game.mask)
    assert given.action == Act.NO_FLY
    words = reason_words(given, game.mat, CHARTS.record)
    assert words == "rested crews only: a Kette needs 3, 1 can be made up; gunner 4 has stress 3"


VALUED = {Decision.SPECIAL, Decision.CARRIER, Decision.LUCKY_DOG, Decision.ATTACK}
"""Decisions for which the veterans state points for the options."""


@each("name", ["old_hand", "champion"])
def test_reasons_of_the_veterans_name_their_rivals(name: str) -> None:
    asking = AskedForRivals(name, "stuka")
    fly_wars(asking, REGULAR, evaluation_seeds(7, 8))
    assert asking.valued == VALUED
    lucky = Reason.LUCKY_STAKE if name == "champion" else Reason.LUCKY_BEST
    assert asking.named == {Reason.SPECIAL_EXPECTED, Reason.GAINS_MOST, lucky}
