"""Careers: what the journal and the log sheet say of each who has had a place of the roster."""

from typing import Any

import numpy as np
import pytest

from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import SEATS, Duty, Entry, Leg, Quality
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import JournalLine
from stuka_env.games.stuka.words.careers import (
    CAPTURED,
    KILLED,
    SERVING,
    Career,
    Careers,
    FlownMission,
    fate_words,
    level_words,
)
from stuka_env.games.stuka.words.crew_names import PEOPLE
from stuka_env.games.stuka.words.journal import SENTENCES, JournalEntry
from stuka_env.play.war import War
from tests.support.playing import choose

NAMES = PEOPLE.names(5)
PILOT, GUNNER = 3, SEATS + 4


@pytest.fixture
def careers() -> Careers:
    """A roster of Veterans."""
    mat = np.zeros(1, Mat.dtype)[0]
    for roster in ("pilots", "gunners"):
        mat[roster]["level"] = Quality.VETERAN
    return Careers(NAMES, mat)


def entries(*given: tuple[Entry, dict[str, int]]) -> list[JournalEntry]:
    """Entries of a mission in flight, each a kind and its fields."""
    records = np.zeros(len(given), JournalLine.dtype)
    records["chart"] = records["system"] = -1
    records["leg"] = Leg.OUT
    for record, (kind, fields) in zip(records, given, strict=True):
        record["kind"] = kind
        for name, value in fields.items():
            record[name] = value
    return SENTENCES.translate(records, load_charts())


CREW = [(Entry.SEAT, {"aircraft": 2, "person": person}) for person in (PILOT, GUNNER)]
OVER = (Entry.MISSION_SCORE, {"result": 40})


def mission(**changes: Any) -> dict[str, Any]:
    usual = {"pilots": {2: 3}, "gunners": {2: 4}, "scores": {2: 70}, "score": 40, "aborted": False}
    return usual | changes


def of(careers: Careers, person: int) -> list[Career]:
    return [career for career in careers.by_place() if career.person == person]


def test_a_mission_is_entered_for_its_crews(careers: Careers) -> None:
    careers.add(entries(*CREW, OVER), [mission()])
    careers.add(entries(*CREW, OVER), [mission(scores={}, aborted=True, score=0)])
    (pilot,) = of(careers, PILOT)
    assert (
        pilot.flown
        == [FlownMission(1, 2, 70, 40, False), FlownMission(2, 2, None, 0, True)]
        == of(careers, GUNNER)[0].flown
    )
    assert (pilot.average, pilot.average_mission, pilot.fate) == (70.0, 20.0, SERVING)
    assert of(careers, 1)[0].flown == [] and of(careers, 1)[0].average is None


def test_what_befalls_a_crew(careers: Careers) -> None:
    careers.add(
        entries(
            *CREW,
            (Entry.KILL, {"aircraft": 2, "person": PILOT, "result": 1}),
            (Entry.STRESS, {"aircraft": 2, "person": PILOT, "result": 3}),
            (Entry.RELIEF, {"aircraft": 2, "person": PILOT, "result": 2}),
            (Entry.SUNK, {"aircraft": 2, "result": 10}),
            (Entry.PROMOTION, {"aircraft": 2, "person": PILOT, "result": Quality.ACE}),
            (Entry.PARACHUTE, {"aircraft": 2, "person": GUNNER}),
            (Entry.EVADED, {"aircraft": 2, "person": GUNNER, "result": 2}),
            (Entry.WOUND, {"aircraft": 2, "person": PILOT, "result": 1}),
            (Entry.LOST, {"aircraft": 2}),
            (Entry.KIA, {"aircraft": 2, "person": PILOT}),
            OVER,
        ),
        [mission()],
    )
    (pilot,), (gunner,) = of(careers, PILOT), of(careers, GUNNER)
    assert (pilot.kills, pilot.sunk, pilot.wounds, pilot.shot_down, pilot.most_stress) == (1, 1, 1, 1, 3)
    assert (pilot.fate, pilot.until, fate_words(pilot)) == (KILLED, 1, "killed in mission 1")
    assert level_words(pilot) == "Veteran, Ace after mission 1" and pilot.level == Quality.ACE
    assert (gunner.sunk, gunner.shot_down, gunner.evaded, gunner.most_stress, gunner.fate) == (1, 0, 1, 2, SERVING)


def test_a_replacement_is_somebody_else(careers: Careers) -> None:
    careers.add(
        entries(*CREW, (Entry.POW, {"aircraft": 2, "person": PILOT}), OVER, (Entry.REPLACEMENT, {"person": PILOT})),
        [mission()],
    )
    careers.add(entries((Entry.STRESS, {"person": PILOT, "result": 1}), OVER), [mission()])
    first, second = of(careers, PILOT)
    assert (first.fate, first.name, len(first.flown)) == (CAPTURED, NAMES.of(PILOT), 1)
    assert (second.name, second.since, second.first_level) == (NAMES.of(PILOT, later=1), 1, Quality.GREEN)
    assert second.flown == [FlownMission(2, 2, 70, 40, False)] and second.most_stress == 1


def test_promotions_on_the_ground_are_after_the_mission_before(careers: Careers) -> None:
    careers.add(entries(*CREW, OVER), [mission()])
    careers.add(entries((Entry.PROMOTION, {"person": PILOT, "result": Quality.ACE, "leg": Leg.GROUND})), [])
    assert level_words(of(careers, PILOT)[0]) == "Veteran, Ace after mission 1"


# --- in a war ---


@pytest.fixture(scope="module")
def flown() -> tuple[War, list[Any]]:
    """A short operation, played by lot, with its mats."""
    war, rng = War("Stuka/Operation-v0", {"duration": "short"}, 4), np.random.default_rng(4)
    mats = [war.mat]
    while not war.over:
        mask = war.position().mask[0].copy()
        mask[0] = mask.sum() == 1
        war.take(int(choose(mask, rng)))
        mats.append(war.mat)
    return war, mats


def careers_of(war: War) -> list[Career]:
    """Return the careers of all who have had a place of the roster."""
    careers = Careers(war.played[0].crews, war.played[0].before.mats[0])
    for played in war.played:
        careers.add(played.journal, played.lines)
    return careers.by_place()


def test_the_log_sheet_agrees(flown: tuple[War, list[Any]]) -> None:
    war, _ = flown
    missions, careers = war.lines, careers_of(war)
    assert sum(len(career.flown) for career in careers) == sum(
        len(one["pilots"]) + len(one["gunners"]) for one in missions
    )
    for fate, name in ((KILLED, "kia"), (CAPTURED, "pow")):
        assert sum(career.fate == fate for career in careers) == sum(one["casualties"][name] for one in missions)
    assert sum(career.kills for career in careers) == sum(one["kills"] for one in missions)
    pilots = [career for career in careers if career.person <= SEATS]
    assert sum(career.shot_down for career in pilots) == sum(one["lost"] for one in missions) > 0
    assert len(careers) == PEOPLE.count + sum(war.crews.replaced)


def test_the_mats_agree(flown: tuple[War, list[Any]]) -> None:
    war, mats = flown
    careers, names = careers_of(war), war.played[0].crews
    by_name = {(career.person, career.name): career for career in careers}
    for played, mat in zip(war.played, mats, strict=True):
        _, names = names.tell(played.journal)
        for person, who in enumerate([*mat["pilots"], *mat["gunners"]], 1):
            career = by_name[person, names.of(person)]
            assert who["stress"] <= career.most_stress and career.first_level <= who["level"] <= career.level
    for person, who in enumerate([*mats[-1]["pilots"], *mats[-1]["gunners"]], 1):
        career = by_name[person, war.crews.of(person)]
        assert (career.level, career.fate) == (who["level"], SERVING)
        assert who["duty"] not in (Duty.KIA, Duty.POW)
