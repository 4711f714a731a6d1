"""Beliefs of the scripts, each proved by actions."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.games.stuka.scripts import cautious, old_hand
from agents.registry import make_policy
from stuka_env.flights.episodes import Flown, fly_wars
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import (
    Act,
    Decision,
    Leg,
    Operation,
    Payload,
    Quality,
    Role,
    Scale,
    Status,
    System,
    Target,
)
from stuka_env.games.stuka.odds.attacks import next_attack
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import Policy, PolicyInput
from tests.support.position import Position

CHARTS: Any = load_charts()
BARBAROSSA = WarSpec(scale=Scale.OPERATION)
OLD = old_hand.BELIEFS_OF_OLD_HAND[0]
CITADEL = WarSpec(scale=Scale.OPERATION, operation=Operation.CITADEL)
SEATINGS = (
    (Decision.LEADER, Act.LEADER, "pilots"),
    (Decision.PILOT, Act.PILOT, "pilots"),
    (Decision.GUNNER, Act.GUNNER, "gunners"),
)


def wars(count: int) -> NDArray[np.uint64]:
    """Base seeds that no evaluation uses."""
    return np.arange(1941, 1941 + count, dtype=np.uint64)


class Moment(NamedTuple):
    """One decision: the mat, what was legal, what was done."""

    mat: Any
    mask: NDArray[np.int8]
    action: int


class Diary:
    """Another policy, with every decision of its kept."""

    def __init__(self, policy: Policy) -> None:
        self.name = policy.name
        self.policy = policy
        self.moments: list[Moment] = []

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        self.policy.act(inputs, actions)
        for row in np.flatnonzero(inputs.mats["track"]["over"] == 0).tolist():
            self.moments.append(Moment(inputs.mats[row].copy(), inputs.masks[row].copy(), int(actions[row])))

    def asked(self, decision: Decision) -> list[Moment]:
        found = [moment for moment in self.moments if moment.mat.cursor.decision == decision]
        assert found, decision.name
        return found

    def done(self) -> set[int]:
        return {moment.action for moment in self.moments}

    def seated(self) -> list[tuple[list[Any], Any]]:
        """Every seat given: all who might have had it, and who got it."""
        given = []
        for decision, first, role in SEATINGS:
            for mat, mask, action in self.asked(decision):
                people = mat[role]
                able = [people[place] for place in np.flatnonzero(mask[first : first + len(people)])]
                given.append((able, people[action - first]))
        return given


@pytest.fixture(scope="module")
def diaries() -> dict[str, Diary]:
    kept = {name: Diary(make_policy(name)) for name in ("cautious", "bold", "kette", "old_hand")}
    for diary in kept.values():
        fly_wars(diary, BARBAROSSA, wars(4))
    return kept


def flown(name: str, count: int, scenario: WarSpec = BARBAROSSA) -> Flown:
    return fly_wars(make_policy(name), scenario, wars(count))


# --- cautious ---


def test_cautious_rests_whoever_has_stress(diaries: dict[str, Diary]) -> None:
    seated = diaries["cautious"].seated()
    assert all(who.stress == 0 for _, who in seated)
    assert any(one.stress > 0 for able, _ in seated for one in able)


def test_cautious_flies_a_kette_without_gambling_duelling_or_leaving_a_gunner(diaries: dict[str, Diary]) -> None:
    diary = diaries["cautious"]
    assert {action - Act.FLY + 2 for _, _, action in diary.asked(Decision.MUSTER)} <= {2, 3}
    assert {action for _, _, action in diary.asked(Decision.AIR_TO_AIR)} == {Act.NO_DUEL}
    assert not {Act.GAMBLE, Act.SC1800, Act.PRESS_ON} & diary.done()


def test_cautious_turns_home_early(diaries: dict[str, Diary]) -> None:
    outbound = [moment for moment in diaries["cautious"].asked(Decision.EN_ROUTE) if moment.mask[Act.ABORT]]
    lost = [moment for moment in outbound if (moment.mat.aircraft["status"] == Status.LOST).any()]
    assert lost
    assert {moment.action for moment in lost} == {Act.ABORT}
    assert any(Act.SEND_HOME <= moment.action < Act.RELIEVE for moment in outbound)


def test_cautious_stays_down_when_too_few_are_rested() -> None:
    game = Position()
    game.advance()
    game.mat.cursor.decision = Decision.MUSTER
    assert cautious.muster(game.mat, CHARTS.record, game.mask).action == Act.FLY + 1
    game.mat.gunners["stress"] = 1
    game.mat.gunners[:2]["stress"] = 0
    assert cautious.muster(game.mat, CHARTS.record, game.mask).action == Act.NO_FLY


# --- bold ---


def test_bold_takes_every_gamble_and_the_biggest_bomb(diaries: dict[str, Diary]) -> None:
    diary = diaries["bold"]
    gambles = [moment.action for moment in diary.asked(Decision.ATTACK) if moment.mask[Act.GAMBLE]]
    assert set(gambles) == {Act.GAMBLE}
    for _, mask, action in diary.asked(Decision.SPECIAL):
        assert action == (Act.SC1800 if mask[Act.SC1800] else Act.SC1000)


def test_bold_flies_with_everybody_and_presses_on(diaries: dict[str, Diary]) -> None:
    diary = diaries["bold"]
    for _, mask, action in diary.asked(Decision.MUSTER):
        assert action == np.flatnonzero(mask[: Act.LEADER])[-1]
    assert {moment.action for moment in diary.asked(Decision.TURN_BACK)} == {Act.PRESS_ON}
    home = {Act.NO_FLY, Act.ABORT, Act.HOLD, Act.NO_DUEL, Act.NO_PROMOTION, *range(Act.SEND_HOME, Act.RELIEVE)}
    assert not home & diary.done()


# --- kette ---


def test_kette_sends_the_best_three_every_time(diaries: dict[str, Diary]) -> None:
    seated = diaries["kette"].seated()
    for able, who in seated:
        assert (who.level, -who.stress) == max((one.level, -one.stress) for one in able)
    assert any(who.stress > 0 for _, who in seated)
    assert all(moment.mat.mission.sent <= 3 for moment in diaries["kette"].asked(Decision.EN_ROUTE))


def test_kette_gives_the_lucky_dog_to_the_best(diaries: dict[str, Diary]) -> None:
    for mat, _, action in diaries["kette"].asked(Decision.LUCKY_DOG):
        flying = mat.pilots[mat.aircraft["pilot"][: mat.mission.sent] - 1]
        best = max(zip(flying["level"].tolist(), (-flying["stress"]).tolist(), strict=True))
        chosen = flying[action - Act.LUCKY_DOG]
        assert (chosen["level"], -chosen["stress"]) == best


# --- old hand ---


def test_old_hand_sends_home_who_drags_and_never_aborts(diaries: dict[str, Diary]) -> None:
    diary = diaries["old_hand"]
    assert not {Act.NO_FLY, Act.ABORT, Act.PRESS_ON} & diary.done()
    sent = [moment for moment in diary.moments if Act.SEND_HOME <= moment.action < Act.RELIEVE]
    assert sent
    for mat, _, action in sent:
        slots = np.flatnonzero(mat.aircraft["status"] == Status.FLYING).tolist()
        worth = {slot: next_attack(mat, CHARTS.record, slot) for slot in slots}
        slot = action - Act.SEND_HOME
        assert worth[slot] < np.mean(list(worth.values()))
        assert not mat.aircraft[slot].lucky


def test_old_hand_shares_out_careers(diaries: dict[str, Diary]) -> None:
    """In the second segment of a regular operation hardly anybody is left a Veteran."""
    for mat, _, _ in diaries["old_hand"].asked(Decision.MUSTER):
        if mat.war.segment == 1 and mat.war.mission == 0:
            assert (mat.pilots["level"] >= Quality.ACE).sum() >= 5
    elites = [moment.mat.pilots["level"] for moment in diaries["old_hand"].moments[-400:]]
    assert max((levels == Quality.ELITE).sum() for levels in elites) > CHARTS.record["flying_limit"][Quality.ELITE]


def test_old_hand_gives_the_lucky_dog_to_the_most_valuable() -> None:
    game = Position().in_flight(3, zone=0, leg=Leg.GROUND)
    game.mat.aircraft[2].ordnance = Payload.SC1000
    assert old_hand.lucky_dog(game.mat, CHARTS.record, OLD, None).action == Act.LUCKY_DOG + 2
    game.level(1, pilot=Quality.HERO)
    assert old_hand.lucky_dog(game.mat, CHARTS.record, OLD, None).action == Act.LUCKY_DOG + 1


def test_old_hand_keeps_the_lucky_dog_with_him() -> None:
    game = Position().in_flight(3)
    game.mat.aircraft[1].damage[System.BOMBS] = 1
    assert old_hand.drags(game.mat, CHARTS.record, 1, OLD)
    game.mat.aircraft[1].lucky = 1
    assert not old_hand.drags(game.mat, CHARTS.record, 1, OLD)


def test_old_hand_duels_without_a_special_bomb_if_he_can() -> None:
    game = Position(segment="1942-08").in_flight(3)
    game.mask[:] = 0
    game.mask[[Act.NO_DUEL, Act.DUEL, Act.DUEL + 1]] = 1
    game.mat.aircraft[0].ordnance = Payload.SC1000
    assert old_hand.duel(game.mat, CHARTS.record, game.mask, OLD).action == Act.DUEL + 1
    game.mat.aircraft[1].ordnance = Payload.SC1000
    game.person(1, Role.PILOT).stress = 1
    assert old_hand.duel(game.mat, CHARTS.record, game.mask, OLD).action == Act.DUEL


def test_old_hand_hangs_the_special_bomb_that_scores_most() -> None:
    for target, best in ((Target.AIRFIELD, Act.SC1000), (Target.BRIDGE, Act.SC1800)):
        game = Position(segment="1941-08").in_flight(3, zone=0, leg=Leg.GROUND, target=target)
        game.mask[:] = 0
        game.mask[Act.NO_SPECIAL : Act.SC1800 + 1] = 1
        assert old_hand.special(game.mat, CHARTS.record, game.mask, OLD, None).action == best


def test_old_hand_flies_two_in_citadel() -> None:
    logs = flown("old_hand", 5, CITADEL).logs
    assert set(logs["sent"][logs["present"] > 0].tolist()) == {2}


def test_old_hand_beats_the_other_scripts() -> None:
    best = flown("old_hand", 300).results["score"].astype(float)
    for name in ("doctrine", "kette", "cautious", "bold"):
        gain = best - flown(name, 300).results["score"]
        assert gain.mean() > 3 * gain.std() / np.sqrt(len(gain)), name
