"""All crews at once: the decisions are the same as one by one."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.games.stuka.codes import ACTS, Act, Duty, Quality, Role
from stuka_env.games.stuka.play.seating import CREW_SEATING
from stuka_env.play.advice import Opinion
from stuka_env.play.parts import FormationPlace
from stuka_env.play.seating import (
    ADVISED,
    FIRST_WAY,
    LAST_TIME,
    Filled,
    Proposal,
    begins,
    changed,
    fill,
    proposed,
    wished,
)
from stuka_env.play.session import Session
from stuka_env.play.typed_rolls import CannotPlay, Position
from stuka_env.play.war import War
from stuka_env.play.war_file import load_war


def mustered(count: int = 4, seed: int = 7) -> War:
    """A war that asks about the first seat."""
    war = War("Stuka/Operation-v0", {}, seed)
    war.take(ACTS.index_of("FLY", count))
    assert begins(war)
    return war


def rested(war: War) -> Filled:
    """The formation of the best rested."""
    return proposed(war, FIRST_WAY, None).filled


def person(mat: Any, role: int, place: int) -> Any:
    """The record of a pilot or gunner."""
    return mat[f"{Role(role).word}s"][place - 1]


def some_missions(war: War, most: int) -> None:
    """Fly on to the first seat of a later formation."""
    rng = np.random.default_rng(1)
    while not (begins(war) and sum(bool(turn.lines) for turn in war.played) >= most):
        legal = [index for index, _ in war.legal]
        fly = [index for index in legal if ACTS.verb_of(index) == Act.FLY]
        go_on = [index for index in legal if ACTS.verb_of(index) in (Act.GO_ON, Act.DROP)]
        war.take(fly[-1] if fly else go_on[0] if go_on else int(rng.choice(legal)))


def test_the_crews_are_decisions_that_the_war_asks_for_one_by_one() -> None:
    war, by_hand = mustered(6), mustered(6)
    before = war.mat.tobytes()
    crews = rested(war)
    assert war.mat.tobytes() == before and len(war.played) == 2  # it was only tried
    assert len(crews.actions) == 12 and len(set(crews.actions)) == 12
    for action in crews.actions:
        assert ACTS.verb_of(action) in (Act.LEADER, Act.PILOT, Act.GUNNER) and action in dict(by_hand.legal)
        by_hand.take(action)
    assert "carries" in by_hand.question
    for seat, place in crews.people.items():
        card = by_hand.mat["aircraft"][seat.row - 1]
        assert card[Role(seat.column).word] == place


@pytest.mark.parametrize("seed", [3, 5])
def test_the_rested_fly_and_those_of_last_time_again(seed: int) -> None:
    war = mustered(5, seed)
    some_missions(war, 3)
    mat = war.mat
    crews = rested(war)
    for role in Role:
        sitting = [place for seat, place in crews.people.items() if seat.column == role and seat.row > 1]
        left = set(range(1, 12)) - {place for seat, place in crews.people.items() if seat.column == role}
        most = max(int(person(mat, role, place)["stress"]) for place in sitting)
        idle = [person(mat, role, place) for place in left]
        assert all(who["stress"] >= most for who in idle if who["duty"] == Duty.READY and who["level"] < Quality.ELITE)
    before = CREW_SEATING.last(war)
    again = fill(war, wished(war, before)).people
    kept = [seat for seat in again if before.get(seat) == again[seat]]
    duties = {seat: person(mat, seat.column, place)["duty"] for seat, place in before.items()}
    ready = [seat for seat in before if seat in again and duties[seat] == Duty.READY]
    assert before and ready and set(ready) <= set(kept)


def test_a_change_swaps_those_who_sit_already() -> None:
    war = mustered(4)
    crews = rested(war)
    first, second = FormationPlace(1, Role.PILOT), FormationPlace(2, Role.PILOT)
    now = changed(war, proposed(war, FIRST_WAY, None), first, crews.people[second])
    swapped = now.filled.people
    assert swapped[first] == crews.people[second] and swapped[second] == crews.people[first]
    old, new = (war.crews.named(f"pilot {crews.people[seat]}") for seat in (second, first))
    assert now.changes == (f"Aircraft 2: {new} in place of {old}.",)
    reserve = next(place for place in range(1, 12) if place not in {crews.people[seat] for seat in crews.people})
    fresh = changed(war, proposed(war, FIRST_WAY, None), second, reserve)
    assert fresh.filled.people == {**crews.people, second: reserve}
    assert fresh.changes == (f"P{old[1:]} stays at home.",)


def test_a_third_elite_pilot_is_refused() -> None:
    war = mustered(4)
    crews = rested(war)
    for place in (crews.people[FormationPlace(slot, Role.PILOT)] for slot in (1, 2)):
        war.engine.wars.mats[0]["pilots"][place - 1]["level"] = Quality.ELITE
    other = next(place for place in range(1, 11) if place not in crews.people.values())
    war.engine.wars.mats[0]["pilots"][other - 1]["level"] = Quality.ELITE
    with pytest.raises(CannotPlay, match="two Elite"):
        changed(war, Proposal(fill(war, wished(war, crews.people)), "by hand"), FormationPlace(3, Role.PILOT), other)


class Backwards:
    """Takes the last of the legal actions."""

    name = "backwards"

    def consider(self, position: Position) -> Opinion:
        return Opinion(int(np.flatnonzero(position.mask[0])[-1]), {}, {}, None)


class Broken:
    name = "broken"

    def consider(self, position: Position) -> Opinion:
        raise RuntimeError("no idea\nat all")


def test_same_as_last_time_and_nobody_to_advise() -> None:
    war = mustered(5, 3)
    for way, said in ((LAST_TIME, "Nobody has flown"), (ADVISED, "--advise"), ("by lot", "allowed are")):
        with pytest.raises(CannotPlay, match=said):
            proposed(war, way, None)
    some_missions(war, 2)
    last = proposed(war, LAST_TIME, None)
    assert "same as last time" in last.way and last.filled == fill(war, wished(war, CREW_SEATING.last(war)))
    assert last.filled != rested(war)


def test_as_the_adviser_would_and_one_who_fails() -> None:
    advised = proposed(mustered(), ADVISED, Backwards())
    people = advised.filled.people
    assert [people[FormationPlace(slot, role)] for role in Role for slot in (1, 2)] == [11, 10, 11, 10]
    assert advised.way == "as backwards would"
    with pytest.raises(CannotPlay, match="^broken failed: RuntimeError: no idea$"):
        proposed(mustered(), ADVISED, Broken())


def test_crews_at_once_are_taken_back_together_and_asked_for_one_by_one(tmp_path: Path) -> None:
    session = Session(mustered(), tmp_path / "war.json")
    session.seat(rested(session.war).actions)
    assert "carries" in session.war.question
    assert load_war(session.path).mat.tobytes() == session.war.mat.tobytes()
    session.take_back()
    assert begins(session.war) and session.asks_for_crews
    session.one_by_one = True
    session.take(session.war.legal[0][0])
    assert not session.asks_for_crews and not begins(session.war)
    session.ask_for_all_crews()
    assert begins(session.war) and session.asks_for_crews
    session.seat(rested(session.war).actions)
    with pytest.raises(CannotPlay, match="No crews are asked for"):
        session.ask_for_all_crews()
