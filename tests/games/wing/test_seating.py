"""Crews and bombers on one screen: groups of equals, what a change costs the others, and the last mission."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.games.wing.codes import ACTS, Act, Entry
from stuka_env.games.wing.play.seating import BOMBER, CREW, CREW_SEATING, last
from stuka_env.games.wing.text import SEAT_ALL, best_seat
from stuka_env.play.parts import FormationPlace
from stuka_env.play.seating import FIRST_WAY, LAST_TIME, begins, changed, fill, proposed, seating_view, wished
from stuka_env.play.session import Session
from stuka_env.play.text_door import TextDoor
from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.play.war import War

LEAD = FormationPlace(1, CREW)


def assigned(seed: int = 7) -> War:
    """A campaign that asks about the first place."""
    war = War("Wing/Campaign-v0", {"campaign": "short_1944"}, seed)
    assert begins(war)
    return war


def flown(missions: int, seed: int = 7) -> War:
    """The same some missions later."""
    war, rng = assigned(seed), np.random.default_rng(seed)
    while not (begins(war) and len(war.lines) >= missions):
        legal = [index for index, _ in war.legal]
        is_seat = int(war.mat["cursor"]["decision"]) in CREW_SEATING.decisions
        war.take(best_seat(war.mat, legal) if is_seat else int(rng.choice(legal)))
    return war


def test_the_formation_is_the_one_that_the_line_of_texts_takes() -> None:
    war = assigned()
    filled = proposed(war, FIRST_WAY, None).filled
    actions, after = war.try_out(
        lambda mat, legal: best_seat(mat, legal) if mat["cursor"]["decision"] in CREW_SEATING.decisions else None
    )
    assert filled.actions == actions and len(filled.people) == 2 * int(after["mission"]["sent"])
    for place, number in filled.people.items():
        assert after["seats"][place.row - 1][("crew", "bomber")[place.column]] == number - 1


def test_a_card_is_a_group_of_equals_with_its_odds() -> None:
    war = assigned()
    view = seating_view(war, proposed(war, FIRST_WAY, None), has_adviser=False)
    crews, bombers = view["cards"]
    assert [view["people"][CREW][card["number"]][1] for card in crews] == ["Veteran", "Trained", "Green"]
    assert [number for card in crews for number in card["numbers"]] == list(range(1, 17))
    green = crews[-1]
    assert green["number"] == 13 and green["where"].startswith(f"4 of 4 at home: C13 {war.crews.of(13)}, ")
    assert crews[0]["number"] == 4 and crews[0]["where"] == "0 of 4 at home"  # the last of those who fly
    odds = {index: label.odds for index, label in labels(war).items()}
    assert view["odds"]["1-0"] == [odds[Act.CREW + card["numbers"][0] - 1] for card in crews]
    assert len(view["odds"]["1-1"]) == len(bombers) and "2-0" not in view["odds"]


def labels(war: War) -> dict[int, Any]:
    """The labels of the open decision with their parts."""
    label = war.parts.game.envs.label
    return {index: label(index, war.mat, war.charts) for index, _ in war.legal}


def test_a_group_that_has_nobody_left_changes_places() -> None:
    war = assigned()
    first = proposed(war, FIRST_WAY, None)
    veteran = first.filled.people[LEAD]
    green = changed(war, first, LEAD, 13)
    assert green.filled.people[LEAD] == 13 and green.changes == (f"Crew 4 {war.crews.of(4)} stays at home.",)
    trained = changed(war, first, LEAD, 12)
    assert (
        trained.filled.people[LEAD] == 5 and trained.filled.people[FormationPlace(12, CREW)] == 4
    )  # the lowest of equals
    assert trained.changes == (
        f"Right place of element Tail: crew 4 {war.crews.of(4)} in place of crew 12 {war.crews.of(12)}.",
    )
    back = changed(war, trained, LEAD, 4)
    assert back.filled == first.filled and back.filled.people[LEAD] == veteran
    with pytest.raises(CannotPlay, match="No crew with this number"):
        changed(war, first, LEAD, 18)
    with pytest.raises(CannotPlay, match="no such place"):
        changed(war, first, FormationPlace(13, CREW), 1)


def test_last_time_is_read_from_the_journal() -> None:
    war = assigned()
    with pytest.raises(CannotPlay, match="Nobody has flown"):
        proposed(war, LAST_TIME, None)
    war = flown(2)
    before, box = last(war), int(war.mat["track"]["box"])
    seated = [one for one in war.journal if one.kind == Entry.SEATED and one.mission == box - 1]
    arrived = {one.first + 1 for one in war.journal if one.kind == Entry.CREW_ARRIVED and one.mission == box - 1}
    for row, entry in enumerate(seated, 1):
        expected = None if entry.first + 1 in arrived else entry.first + 1
        assert before.get(FormationPlace(row, CREW)) == expected
        assert before.get(FormationPlace(row, BOMBER), entry.second + 1) == entry.second + 1
    again = proposed(war, LAST_TIME, None)
    assert again.filled == fill(war, wished(war, before)) and "same as last time" in again.way
    status, crews = war.mat["crews"]["status"], again.filled.people
    level = war.mat["crews"]["level"]
    kept = [
        place for place, number in before.items() if place in crews and not place.column and status[number - 1] == 1
    ]
    assert kept and all(level[crews[place] - 1] == level[before[place] - 1] for place in kept)


def test_who_was_replaced_is_not_wished_for() -> None:
    war = flown(1)
    crew = next(number for place, number in last(war).items() if place.column == CREW)
    entry = next(one for one in war.journal if one.kind == Entry.SEATED)
    war.played[-1].journal.append(entry._replace(kind=Entry.CREW_ARRIVED, first=crew - 1))
    assert crew not in [number for place, number in last(war).items() if place.column == CREW]


def test_all_places_are_taken_back_at_once_on_the_page_and_in_text(tmp_path: Path) -> None:
    session = Session(assigned(), tmp_path / "war.json")
    door = TextDoor(session)
    door.greeting()
    for _ in range(3):
        door.read("1")
    assert session.is_seating and not session.asks_for_crews and len(session.war.turns) == 4
    door.read("u")
    assert session.asks_for_crews and len(session.war.turns) == 1
    door.read(SEAT_ALL)
    assert not session.is_seating
    assert {ACTS.verb_of(turn.action) for turn in session.war.turns[1:] if turn.action is not None} == {
        Act.CREW,
        Act.BOMBER,
    }
