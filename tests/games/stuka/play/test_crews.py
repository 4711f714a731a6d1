"""All crews at once: the decisions are the same as one by one."""

from pathlib import Path

import numpy as np
import pytest

from stuka_env.games.stuka.codes import ACTS, Act, Quality, Role
from stuka_env.games.stuka.play.crews import (
    ADVISED,
    LAST_TIME,
    RESTED,
    SEATING_VERBS,
    begins,
    changed,
    fill,
    person,
    proposed,
    rested,
    wished,
)
from stuka_env.games.stuka.text import Seat, last_crews
from stuka_env.play.advice import Opinion
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
    crews = fill(war, rested)
    assert war.mat.tobytes() == before and len(war.played) == 2  # it was only tried
    assert len(crews.actions) == 12 and len(set(crews.actions)) == 12
    for action in crews.actions:
        assert ACTS.verb_of(action) in SEATING_VERBS and action in dict(by_hand.legal)
        by_hand.take(action)
    assert "carries" in by_hand.question
    for seat, place in crews.people.items():
        card = by_hand.mat["aircraft"][seat.slot - 1]
        assert card["gunner" if seat.role == Role.GUNNER else "pilot"] == place


@pytest.mark.parametrize("seed", [3, 5])
def test_the_rested_fly_and_those_of_last_time_again(seed: int) -> None:
    war = mustered(5, seed)
    some_missions(war, 3)
    mat = war.mat
    crews = fill(war, rested)
    for role in Role:
        sitting = [place for seat, place in crews.people.items() if seat.role == role and seat.slot > 1]
        left = set(range(1, 12)) - {place for seat, place in crews.people.items() if seat.role == role}
        most = max(int(person(mat, role, place)["stress"]) for place in sitting)
        idle = [person(mat, role, place) for place in left]
        assert all(who["stress"] >= most for who in idle if who["duty"] == 1 and who["level"] < Quality.ELITE)
    before = last_crews(war.mat)
    again = fill(war, wished(before)).people
    kept = [seat for seat in again if before.get(seat) == again[seat]]
    ready = [seat for seat, place in before.items() if seat in again and person(mat, seat.role, place)["duty"] == 1]
    assert before and ready and set(ready) <= set(kept)


def test_a_change_swaps_those_who_sit_already() -> None:
    war = mustered(4)
    crews = fill(war, rested)
    first, second = Seat(1, Role.PILOT), Seat(2, Role.PILOT)
    swapped = changed(war, crews, first, crews.people[second])
    assert swapped.people[first] == crews.people[second] and swapped.people[second] == crews.people[first]
    reserve = next(place for place in range(1, 12) if place not in {crews.people[seat] for seat in crews.people})
    fresh = changed(war, crews, second, reserve)
    assert fresh.people[second] == reserve and fresh.people[first] == crews.people[first]


def test_a_third_elite_pilot_is_refused() -> None:
    war = mustered(4)
    crews = fill(war, rested)
    for place in (crews.people[Seat(slot, Role.PILOT)] for slot in (1, 2)):
        war.engine.wars.mats[0]["pilots"][place - 1]["level"] = Quality.ELITE
    other = next(place for place in range(1, 11) if place not in crews.people.values())
    war.engine.wars.mats[0]["pilots"][other - 1]["level"] = Quality.ELITE
    with pytest.raises(CannotPlay, match="two Elite"):
        changed(war, fill(war, wished(crews.people)), Seat(3, Role.PILOT), other)


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
    assert "same as last time" in last.way and last.crews == fill(war, wished(last_crews(war.mat)))
    assert proposed(war, RESTED, None).crews == fill(war, rested)


def test_as_the_adviser_would_and_one_who_fails() -> None:
    advised = proposed(mustered(), ADVISED, Backwards())
    people = advised.crews.people
    assert [people[Seat(slot, role)] for role in Role for slot in (1, 2)] == [11, 10, 11, 10]
    assert advised.way == "as backwards would"
    with pytest.raises(CannotPlay, match="^broken failed: RuntimeError: no idea$"):
        proposed(mustered(), ADVISED, Broken())


def test_crews_at_once_are_taken_back_together_and_asked_for_one_by_one(tmp_path: Path) -> None:
    session = Session(mustered(), tmp_path / "war.json")
    session.seat(fill(session.war, rested).actions)
    assert "carries" in session.war.question
    assert load_war(session.path).mat.tobytes() == session.war.mat.tobytes()
    session.take_back()
    assert begins(session.war) and session.asks_for_crews
    session.one_by_one = True
    session.take(session.war.legal[0][0])
    assert not session.asks_for_crews and not begins(session.war)
    session.ask_for_all_crews()
    assert begins(session.war) and session.asks_for_crews
    session.seat(fill(session.war, rested).actions)
    with pytest.raises(CannotPlay, match="No crews are asked for"):
        session.ask_for_all_crews()
