"""Names of crews: invented, of the war's seed, one for each that has had a number."""

from pathlib import Path

import numpy as np
import pytest

from stuka_env.games.wing.codes import SLOTS, Entry
from stuka_env.games.wing.words.crew_names import PEOPLE
from stuka_env.play.war import War
from stuka_env.play.war_file import load_war, replay_of, save_war
from stuka_env.play.war_reader import so_far
from stuka_env.replay import refly
from stuka_env.views.words import sections_of
from tests.support.by_hand import any_action

AIRMEN = (
    "Aaron Anderson Armstrong Bader Baker Barton Bazalgette Beckwith Beeson Blakely Blakeslee Bowman Brady Brickhill "
    "Carswell Castle Cheshire Christensen Cleven Compton Corby Crosby Cruikshank Doolittle Eagleston Eaker Egan "
    "Elmhirst Elmhurst Evans Femoyer Fenwick Gable Gabreski Garland Gentile Gibson Godfrey Gott Hannah Hansell Harding "
    "Hazelwood Heathcote Holbeck Hopgood Hughes Huglin Jeffrey Jerstad Johnson Kane Kidd Kingsley Kuter Lawley Lay "
    "Learoyd LeMay Mahurin Maltby Manser Martin Mathies Mathis Metzger Michael Middleton Morgan Munro Murphy Mynarski "
    "Nettleton Overacker Palmer Pellew Pickard Preddy Pucket Quinlan Rosenthal Rushmore Sealby Searby Schilling "
    "Shannon Smith Spaatz Stewart Swales Tait Thompson Tibbets Timberlake Travis Trent Truemper Vance Veal Verinis "
    "Vosler Warburton Winchell Yeager Zemke"
).split()
"""Real airmen of bombers and their escorts whom books about them name."""


def test_no_name_is_a_known_airmans() -> None:
    known = {name.lower() for name in AIRMEN}
    names = PEOPLE.surnames.every()
    assert [name for name in names if name.lower() in known] == []
    assert len(set(names)) == len(names) > 20 * PEOPLE.count
    assert all(name.isalpha() and name.istitle() for name in names)


def test_every_number_of_a_crew_gets_its_name() -> None:
    names = PEOPLE.names(3)
    assert names.named("Crew 3 flies bomber 3.") == f"Crew 3 {names.of(3)} flies bomber 3."
    assert names.named("Experience of crew 18: 4") == f"Experience of crew 18 {names.of(18)}: 4"
    for words in ("crew 19", "crew 0", "2 crews", "The crew of bomber 3 is hit: hit."):
        assert names.named(words) == words


@pytest.fixture(scope="module")
def flown() -> War:
    """A campaign at random, in which crews are lost and others come."""
    war, rng = War("Wing/Campaign-v0", {"campaign": "short_1944"}, 4), np.random.default_rng(4)
    while not war.over and sum(war.crews.replaced) < 3:
        war.take(any_action(war, rng))
    assert sum(war.crews.replaced) == 3
    return war


def test_the_journal_names_who_comes_and_takes_which_number(flown: War) -> None:
    names = PEOPLE.names(4)
    arrived = [entry for entry in flown.journal if entry.kind == Entry.CREW_ARRIVED]
    assert len(arrived) == 3
    for entry in arrived:
        number = int(entry.first) + 1
        names = names.without(number)
        assert entry.text == f"A Green crew comes with it as number {number}: {names.of(number)}."
    assert names == flown.crews


def test_the_newcomer_has_a_place_that_was_empty(flown: War) -> None:
    """So nobody on the mat loses his name by it."""
    for before, after in zip(flown.played, flown.played[1:], strict=False):
        for entry in before.journal:
            if entry.kind == Entry.CREW_ARRIVED:
                assert before.before.mats[0]["crews"]["status"].tolist().count(0) > 0
                assert after.before.mats[0]["crews"][int(entry.first)]["level"] == 0


def test_a_replay_and_a_kept_war_have_the_names_of_the_war(flown: War, tmp_path: Path) -> None:
    moments = list(refly(replay_of(flown)))
    assert [entry.text for moment in moments for entry in moment.journal] == [entry.text for entry in flown.journal]
    assert moments[-1].crews == flown.crews
    again = load_war(save_war(flown, tmp_path / "war.json"))
    assert again.crews == flown.crews


def test_the_sheet_names_the_crews_where_there_is_room() -> None:
    war = War("Wing/Mission-v0", {}, 7)
    while war.parts.game.envs.decisions[int(war.mat["cursor"]["decision"])] in ("CREW", "BOMBER"):
        war.take(war.legal[0][0])
    crew = int(war.mat["seats"][0]["crew"]) + 1
    named, plain = f"crew {crew} {war.crews.of(crew)}", f"crew {crew} "
    shown = so_far(war).sheet(war.newest_entries)
    assert any(named in line for line in sections_of(shown)["Bombers"])
    bare = war.parts.game.views.sheet(war.mat, war.charts)
    told = sections_of(bare)["Bombers"]
    assert any(plain in line for line in told) and not any(war.crews.of(crew) in line for line in told)


def test_names_are_outside_the_mat(flown: War) -> None:
    assert not any(name.encode() in flown.mat.tobytes() for name in PEOPLE.surnames.every())
    assert len({PEOPLE.names(4).of(number) for number in range(1, SLOTS + 1)}) == SLOTS
