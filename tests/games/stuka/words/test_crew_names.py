"""Names of crews: invented, of the war's seed, one for each who has had a place."""

from typing import Any

import numpy as np
import pytest

from stuka_env.declared.people import InventedNames
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import SEATS, Entry
from stuka_env.games.stuka.rules.table import JournalLine
from stuka_env.games.stuka.words.crew_names import PEOPLE
from stuka_env.games.stuka.words.journal import SENTENCES
from stuka_env.play.war import War
from stuka_env.play.war_file import load_war, replay_of, save_war
from stuka_env.replay import refly
from tests.support.playing import choose

AIRMEN = (
    "Bauer Becker Bergmann Blumenthal Boerst Brandenburg Bruck Brucker Brücker Dilley Dinort Drewes Druschel Ebner "
    "Enneccerus Filius Fischer Freitag Gadermann Gläser Grasemann Haker Hamester Hentschel Henschel Henze Hitschhold "
    "Hozzel Jakob Jenisch Jungclaussen Kaiser Kaubisch Keil Korol Krauss Kuhlmey Kuhn Kupfer Lang Langkopf Lau Leicht "
    "Lion Maahs Mahlke Malapert Meyer Mobus Möbus Naumann Neumann Niermann Nordmann Ohnesorge Orthofer Plewig Pressler "
    "Rick Rieger Roell Rohn Rothmann Rudel Schairer Scharnovski Scharnowski Schmidt Schwarzkopff Schwirblat "
    "Sigel Siegel Stahl Steen Stepp Stoll-Berberich Stüwe Thiede Thiel Weihrauch Weinreich Weiss Weiß Werner "
    "Wiedmann Wutka Zemsky Zöckler"
).split()
"""Real airmen of Ju-87 units, pilots and gunners, that books about them name."""


def replacement(person: int) -> Any:
    record = np.zeros(1, JournalLine.dtype)
    record["kind"], record["person"], record["result"], record["system"] = Entry.REPLACEMENT, person, 4, -1
    return record


def test_no_name_is_a_real_airmans() -> None:
    real = {name.lower() for name in AIRMEN}
    assert [name for name in PEOPLE.surnames.every() if name.lower() in real] == []


def test_there_are_enough_and_they_fit() -> None:
    names = PEOPLE.surnames.every()
    assert len(set(names)) == len(names) > 20 * PEOPLE.count
    assert all(name.isalpha() and name.istitle() and len(name) <= PEOPLE.surnames.longest for name in names)


def test_a_war_has_its_own_names_always_the_same() -> None:
    def first(names: InventedNames) -> list[str]:
        return [names.of(person) for person in range(1, PEOPLE.count + 1)]

    assert first(PEOPLE.names(7)) == first(PEOPLE.names(7, 0)) and len(set(first(PEOPLE.names(7)))) == PEOPLE.count
    assert len({tuple(first(names)) for names in (PEOPLE.names(7), PEOPLE.names(8), PEOPLE.names(7, 1))}) == 3
    assert first(PEOPLE.names(7))[:2] == ["Wedelhorn", "Gormhorn"]  # kept wars would name others if this changed


def test_whoever_replaces_the_dead_has_another_name() -> None:
    names = PEOPLE.names(3)
    later = names.without(14)
    assert later.of(14) == names.of(14, later=1) != names.of(14)
    assert [names.of(person) == later.of(person) for person in range(1, PEOPLE.count + 1)].count(False) == 1


def test_every_number_of_a_person_gets_its_name() -> None:
    names = PEOPLE.names(3)
    pilot, gunner = names.of(3), names.of(SEATS + 11)
    assert names.named("Pilot 3 (Ace) flies aircraft 3.") == f"Pilot 3 {pilot} (Ace) flies aircraft 3."
    assert names.named("pilot 3, gunner 11") == f"pilot 3 {pilot}, gunner 11 {gunner}"
    for words in (
        "Number 3",
        "aircraft 3, without a gunner",
        "the gunner of aircraft 3",
        "pilot 12",
        "pilots 3",
    ):
        assert names.named(words) == words


def test_the_journal_names_the_dead_and_who_comes_for_him() -> None:
    names = PEOPLE.names(3)
    (told, again), after = names.tell(
        SENTENCES.translate(np.concatenate([replacement(3), replacement(3)]), load_charts())
    )
    old, new, newest = (names.of(3, later) for later in range(3))
    assert told.text == f"A Green replacement for pilot 3 {old} arrives in 4 missions: {new}."
    assert again.text == f"A Green replacement for pilot 3 {new} arrives in 4 missions: {newest}."
    assert after.replaced[2] == 2 and after.of(3) == newest


# --- in wars ---


@pytest.fixture(scope="module")
def flown() -> War:
    """Half an operation, played by lot, with people killed in it."""
    war, rng = War("Stuka/Operation-v0", {"duration": "short"}, 4), np.random.default_rng(4)
    while len(war.played) < 250 or not sum(war.crews.replaced):
        mask = war.position().mask[0].copy()
        mask[0] = mask.sum() == 1
        war.take(int(choose(mask, rng)))
    return war


def test_a_replay_has_the_names_of_the_war(flown: War) -> None:
    moments = list(refly(replay_of(flown)))
    assert [entry.text for moment in moments for entry in moment.journal] == [entry.text for entry in flown.journal]
    assert (moments[-1].crews, moments[-1].legal) == (flown.crews, flown.legal)
    seats = [text for moment in moments if moment.decision == "PILOT" for _, text in moment.legal]
    assert all(any(name in text for name in PEOPLE.surnames.every()) for text in seats)


def test_a_kept_war_goes_on_with_its_people(flown: War, tmp_path: Any) -> None:
    again = load_war(save_war(flown, tmp_path / "war.json"))
    assert again.crews == flown.crews and [e.text for e in again.journal] == [e.text for e in flown.journal]


def test_whoever_is_taken_back_has_not_come() -> None:
    war = War("Stuka/Operation-v0", {}, 4)
    before = war.crews
    war.take(next(index for index, text in war.legal if text.startswith("Fly 4")))
    war.undo()
    assert war.crews == before == war.played[-1].crews


def test_names_are_outside_the_mat(flown: War) -> None:
    assert not any(name.encode() in flown.mat.tobytes() for name in PEOPLE.surnames.every())
