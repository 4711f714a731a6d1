"""The drawn mat: every marker shows, in its place and nowhere else. No display is needed."""

import itertools
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from stuka_env.games.stuka.codes import (
    CARDS,
    SEATS,
    SLOTS,
    SYSTEMS,
    AntiAircraft,
    Decision,
    Duty,
    Entry,
    Fighter,
    Formation,
    Leg,
    Payload,
    Quality,
    Role,
    Scale,
    Sector,
    Size,
    Status,
    Target,
    Visibility,
)
from stuka_env.games.stuka.drawing import boxes, picture
from stuka_env.games.stuka.drawing.text import ON_MISSION
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import JournalLine
from stuka_env.games.stuka.words.crew_names import CrewNames, every_name
from stuka_env.games.stuka.words.entry import JournalEntry
from stuka_env.games.stuka.words.translation import translate
from stuka_env.render.canvas import Box, clip, size_for, width_of
from stuka_env.render.pages import HEIGHT, PICTURE, WIDTH
from tests.support.pictures import Case, Set, apart, assert_only, case, inside, put

ROSTERS = ("pilots", "gunners")
FLYING = 5
REPAIRED, COMING, READY = 7, 8, 9
"""Slots that are not on the mission."""
RESTING, SICK, NEW = 7, 8, 9
"""Places in both rosters: in the holding area, in hospital, on its way."""


def flying_mat() -> Any:
    """A Staffel of seven outbound in its target's zone: five flying, one home, one lost; the others on the ground."""
    mat = np.zeros(1, Mat.dtype)[0]
    for roster in ROSTERS:
        for place in range(SEATS):
            who = mat[roster][place]
            who["level"], who["duty"] = Quality.VETERAN, Duty.READY
            if place < 7:
                who["duty"], who["slot"] = (Duty.FLYING, Duty.BACK)[place >= FLYING], place + 1
        mat[roster][SICK]["duty"], mat[roster][SICK]["timer"] = Duty.HOSPITAL, 3
        mat[roster][NEW]["duty"], mat[roster][NEW]["timer"] = Duty.REPLACEMENT, 3
    for slot in range(10):
        card = mat["aircraft"][slot]
        card["status"] = Status.READY
        if slot < 7:
            card["status"] = Status.FLYING if slot < FLYING else (Status.HOME, Status.LOST)[slot - FLYING]
            card["pilot"] = card["gunner"] = slot + 1
            card["ordnance"] = Payload.SC500_SC50
    for slot, status in ((REPAIRED, Status.REPAIR), (COMING, Status.REPLACEMENT)):
        mat["aircraft"][slot]["status"], mat["aircraft"][slot]["timer"] = status, 4
    put(mat["war"], regular=1, missions=10, mission=2)
    put(mat["mission"], target=Target.BRIDGE, target_size=Size.SMALL, target_zone=4)
    put(mat["mission"], zone=4, leg=Leg.OUT, formation=Formation.STAFFEL, sent=7, leader=1, payload=1, visibility=2)
    put(mat["mission"], anti_aircraft=3, sector=4, fighter=Fighter.I_16, fighters=2)
    put(mat["cursor"], decision=Decision.EN_ROUTE)
    return mat


def war(mat: Any) -> Any:
    return mat["war"]


def cursor(mat: Any) -> Any:
    return mat["cursor"]


def mission(mat: Any) -> Any:
    return mat["mission"]


def track(mat: Any) -> Any:
    return mat["track"]


def aircraft(slot: int) -> Callable[[Any], Any]:
    return lambda mat: mat["aircraft"][slot]


def person(role: int, place: int) -> Callable[[Any], Any]:
    return lambda mat: mat[ROSTERS[role]][place]


def crew_cases() -> Iterator[Case]:
    """Yield the pieces on the aircraft cards that stand for people."""
    for slot in range(7):
        for role in Role:
            who, name = person(role, slot), f"card {slot + 1} {role.name}"
            for stress in range(6 if slot == 1 else 1):
                yield case(name, who, "stress", stress, stress + 1, boxes.seat_stress(slot, role))
            for wounds in range(2):
                yield case(name, who, "wounds", wounds, wounds + 1, boxes.seat_wounds(slot, role))
            for level in range(Quality.GREEN, Quality.HERO if slot == 6 else Quality.VETERAN):
                marks = [boxes.seat_level(slot, role)]
                marks += [boxes.person_level(role, slot)] if slot >= FLYING else []
                yield case(name, who, "level", level, level + 1, *marks)
            fate = (boxes.seat_level(slot, role), boxes.person_space(role, slot))
            yield case(name, who, "duty", Duty.FLYING, Duty.KIA, boxes.seat_name(slot, role), *fate)
            yield case(name, who, "duty", Duty.KIA, Duty.POW, *fate)
            yield case(name, aircraft(slot), role.name.lower(), slot + 1, 11, boxes.seat_name(slot, role))


def card_cases() -> Iterator[Case]:
    """Yield the pieces on the aircraft cards that stand for the aircraft."""
    for slot in range(7):
        part, name = aircraft(slot), f"card {slot + 1}"
        yield case(name, part, "lucky", 0, 1, boxes.lucky_dog(slot))
        yield case(name, part, "range_loss", 0, 1, boxes.range_loss(slot))
        yield case(name, part, "range_loss", 1, 2, boxes.range_loss(slot))
        yield case(name, part, "drm", 0, -2, boxes.attack_drm(slot))
        for load in range(5 if slot == 1 else 1):
            yield case(name, part, "ordnance", load, load + 1, boxes.ordnance(slot))
        for system in range(SYSTEMS):
            box = boxes.damage(slot, system)
            yield Case(f"{name} damage {system}", hit(slot, system, 0), hit(slot, system, 1), (box,))
        results = (boxes.attack_drm(slot), boxes.attack_score(slot))
        yield case(name, part, "attacked", 0, 1, *results)
        yield Case(f"{name} score", scored(slot, 0), scored(slot, 60), (boxes.attack_score(slot),))
        yield case(name, cursor, "subject", 0, slot + 1, boxes.card(slot))
    for slot in range(FLYING):
        for status in (Status.HOME, Status.LOST):
            marks = boxes.card_status(slot), boxes.card(slot)
            yield case(f"card {slot + 1}", aircraft(slot), "status", Status.FLYING, status, *marks)
    for slot in range(FLYING - 1):
        stars = boxes.leader_star(slot), boxes.leader_star(slot + 1)
        yield case("mission", mission, "leader", slot + 1, slot + 2, *stars)
    yield case("card 10", aircraft(READY), "status", Status.READY, Status.NONE, boxes.card(READY))


def hit(slot: int, system: int, value: int) -> Set:
    def setter(mat: Any) -> None:
        mat["aircraft"][slot]["damage"][system] = value

    return setter


def scored(slot: int, score: int) -> Set:
    return lambda mat: put(mat["aircraft"][slot], attacked=1, score=score)


def flight_cases() -> Iterator[Case]:
    """The Mission Track, the conditions, the Flying Circle."""
    for zone in range(6):
        formation = boxes.formation_marker(zone), boxes.formation_marker(zone + 1)
        yield case("mission", mission, "zone", zone, zone + 1, *formation)
    for zone in range(1, 6):
        target = boxes.target_marker(zone), boxes.target_marker(zone + 1)
        yield case("mission", mission, "target_zone", zone, zone + 1, *target)
    for kind in range(Target.AIRFIELD, Target.TRANSPORT):
        yield case("mission", mission, "target", kind, kind + 1, boxes.target_marker(4))
    for size in range(3):
        yield case("mission", mission, "target_size", size, size + 1, boxes.target_marker(4))
    marker = boxes.formation_marker(4)
    yield case("mission", mission, "leg", Leg.OUT, Leg.HOME, marker)
    yield case("mission", mission, "aborted", 0, 1, marker)
    yield case("mission", mission, "formation", 1, 2, marker, boxes.condition("formation"))
    yield case("mission", mission, "sent", 6, 7, boxes.condition("formation"))
    for load in range(5):
        yield case("mission", mission, "payload", load, load + 1, boxes.condition("load"))
    for seen in range(Visibility.LOW):
        yield case("mission", mission, "visibility", seen, seen + 1, boxes.condition("visibility"))
    for fire in range(AntiAircraft.HEAVY):
        yield case("mission", mission, "anti_aircraft", fire, fire + 1, boxes.condition("AA fire"))
    for field, name in (
        ("anti_aircraft_card", "AA fire"),
        ("relief_used", "relief"),
        ("gamble", "gamble"),
        ("escorts_early", "escorts"),
        ("escorts_late", "escorts"),
        ("ambush", "ambush"),
    ):
        yield case("mission", mission, field, 0, 1, boxes.condition(name))
    for card in range(1, CARDS):
        yield case("mission", mission, "last_card", card, card + 1, boxes.LAST_CARD)
    yield Case("cards drawn", lambda mat: None, draw_two, (boxes.CARDS_DRAWN,))
    for left in range(9):
        yield case("mission", mission, "fighters", left, left + 1, boxes.FIGHTERS_LEFT)
    for fighter in range(Fighter.YAK_9):
        yield case("mission", mission, "fighter", fighter, fighter + 1, boxes.FIGHTER_NAME)
    for place in range(len(Sector)):
        yield case("mission", mission, "sector", 0, place + 1, boxes.sector(place), boxes.LAST_ATTACK)
    yield case("mission", mission, "duellist", 0, 3, boxes.DUEL)
    yield case("mission", mission, "kills", 0, 1, boxes.KILLS)
    yield case("mission", mission, "kills", 1, 2, boxes.KILLS)


def ground_cases() -> Iterator[Case]:
    """Tracks, holding area, scores, header."""
    for number, length in enumerate(boxes.TRACK_LENGTHS):
        for timer in range(1, length):
            spaces = boxes.waiting_space(number, timer), boxes.waiting_space(number, timer + 1)
            for part in waiting_on(number):
                yield case(f"{boxes.TRACK_NAMES[number]}", part, "timer", timer, timer + 1, *spaces)
    for role in Role:
        who, name = person(role, RESTING), f"holding area {role.name}"
        for stress in range(6):
            yield case(name, who, "stress", stress, stress + 1, boxes.person_stress(role, RESTING))
        for level in range(Quality.GREEN, Quality.HERO):
            yield case(name, who, "level", level, level + 1, boxes.person_level(role, RESTING))
        yield case(name, who, "missions", 0, 1, boxes.person_where(role, RESTING))
        yield case(
            name,
            who,
            "duty",
            Duty.READY,
            Duty.KIA,
            boxes.person_where(role, RESTING),
            boxes.person_space(role, RESTING),
        )
        yield case(name, who, "duty", Duty.READY, Duty.NOBODY, boxes.person_space(role, RESTING))
    for place in range(6):
        yield case_of("segments", place, boxes.segment_score(place))
    for place in range(3):
        yield case_of("operations", place, boxes.operation_score(place))
    for place, field in enumerate(("destroyed", "kia", "no_fly")):
        for count in range(2):
            yield case("count", lambda mat: mat["count"], field, count, count + 1, boxes.loss(place))
    yield case("track", track, "segment_sum", 50, 98, boxes.SEGMENT_MEAN)
    yield case("track", track, "over", 0, 1, boxes.FINAL, boxes.SEGMENT_MEAN)
    for place in range(10):
        yield Case(f"log {place}", logged(place, 0), logged(place, 1), (boxes.mission_score(place, 10),))
    yield case("war", war, "mission", 2, 3, boxes.MISSION_NUMBER, boxes.SEGMENT_MEAN)
    for segment in range(5):
        yield case("war", war, "segment", segment, segment + 1, boxes.PLACE)
    yield case("war", war, "operation", 0, 1, boxes.PLACE)
    yield case("war", war, "model", 0, 1, boxes.PLACE)
    for decision in range(Decision.NONE, Decision.OVER):
        yield case("cursor", cursor, "decision", decision, decision + 1, boxes.QUESTION)


def waiting_on(number: int) -> list[Callable[[Any], Any]]:
    """Return the people and aircraft on a track of the flying mat."""
    if number == 2:
        return [aircraft(REPAIRED), aircraft(COMING)]
    return [person(role, (SICK, NEW)[number]) for role in Role]


def case_of(field: str, place: int, box: Box) -> Case:
    """A score of the track."""

    def setter(value: int) -> Set:
        def set_it(mat: Any) -> None:
            mat["track"][field][place] = value

        return set_it

    return Case(f"track.{field} {place}", setter(0), setter(57), (box,))


def logged(place: int, count: int) -> Set:
    """The log has one line, of this mission, or none."""

    def setter(mat: Any) -> None:
        mat["track"]["logged"] = count
        put(mat["log"][0], number=place, score=46, segment=0)

    return setter


def draw_two(mat: Any) -> None:
    """Two event cards have been drawn."""
    mat["mission"]["drawn"][3:5] = 1


CASES = [*crew_cases(), *card_cases(), *flight_cases(), *ground_cases()]


@lru_cache(64)
def _drawn(raw: bytes) -> NDArray[np.uint8]:
    return picture.render(np.frombuffer(bytearray(raw), Mat.dtype)[0])


def drawn(setter: Set) -> NDArray[np.uint8]:
    """The flying mat with one change."""
    mat = flying_mat()
    setter(mat)
    return _drawn(mat.tobytes())


@pytest.mark.parametrize("marker", CASES, ids=lambda marker: marker.name)
def test_a_marker_shows_in_its_place_and_nowhere_else(marker: Case) -> None:
    assert_only(drawn(marker.one), drawn(marker.other), *marker.boxes)


# --- what the cases cannot say ---


def test_a_missing_marker_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests above fail if a piece is no longer drawn."""
    monkeypatch.setattr("stuka_env.games.stuka.drawing.pieces.dog", lambda canvas, box: None)
    mats = [flying_mat(), flying_mat()]
    mats[1]["aircraft"][2]["lucky"] = 1
    with pytest.raises(AssertionError, match="nothing changes"):
        assert_only(picture.render(mats[0]), picture.render(mats[1]), boxes.lucky_dog(2))


def test_a_marker_in_the_wrong_place_is_noticed() -> None:
    mats = [flying_mat(), flying_mat()]
    mats[1]["aircraft"][2]["lucky"] = 1
    with pytest.raises(AssertionError, match="a change outside"):
        one, other = (picture.render(mat) for mat in mats)
        other[0, 0] += 1
        assert_only(one, other, boxes.lucky_dog(2))


def test_panels_lie_apart_and_on_the_page() -> None:
    panels = [boxes.HEADER, boxes.TRACK, boxes.CARDS_BOX, *boxes.PANELS]
    assert all(inside(panel, PICTURE) for panel in panels)
    assert all(apart(a, b) for a, b in itertools.combinations(panels, 2))


def test_the_places_on_a_card_lie_apart_and_on_it() -> None:
    parts = [boxes.card_number(9), boxes.leader_star(9), boxes.lucky_dog(9), boxes.card_status(9)]
    for role in Role:
        parts += [part(9, role) for part in (boxes.seat_name, boxes.seat_level)]
        parts += [part(9, role) for part in (boxes.seat_stress, boxes.seat_wounds)]
    parts += [boxes.damage(9, system) for system in range(SYSTEMS)]
    parts += [part(9) for part in (boxes.ordnance, boxes.range_loss, boxes.attack_drm, boxes.attack_score)]
    assert all(inside(part, boxes.card(9)) for part in parts)
    assert all(apart(a, b) for a, b in itertools.combinations(parts, 2))


@pytest.mark.parametrize("crowd", [1, 6, 22])
def test_everybody_on_a_crowded_space_is_seen(crowd: int) -> None:
    """Taking any one of them off the replacement track shows there."""
    mat = flying_mat()
    people = [(roster, place) for place in range(SEATS) for roster in ROSTERS][:crowd]
    for roster in ROSTERS:
        mat[roster]["duty"] = Duty.NOBODY
    mat["aircraft"]["status"] = Status.READY
    for roster, place in people:
        put(mat[roster][place], duty=Duty.REPLACEMENT, timer=5)
    full = picture.render(mat)
    for role, place in ((people[0][0] == "gunners", people[0][1]), (people[-1][0] == "gunners", people[-1][1])):
        gone = mat.copy()
        put(gone[ROSTERS[role]][place], duty=Duty.NOBODY, timer=0)
        assert_only(full, picture.render(gone), boxes.waiting_space(1, 5), boxes.person_space(role, place))


def test_a_resting_aircraft_that_goes_into_repair() -> None:
    mats = [flying_mat(), flying_mat()]
    put(mats[1]["aircraft"][READY], status=Status.REPAIR, timer=2)
    before, after = (picture.render(mat) for mat in mats)
    assert_only(before, after, boxes.card(READY), boxes.waiting_space(2, 2))


def told(*results: int) -> list[JournalEntry]:
    """A journal of moves to these zones."""
    raw = np.zeros(len(results), JournalLine.dtype)
    raw["kind"], raw["chart"], raw["leg"], raw["zone"] = Entry.MOVE, -1, Leg.OUT, results
    raw["result"] = results
    return translate(raw)


def test_what_has_been_earned_stands_in_the_head_where_missions_are_parts_of_a_war() -> None:
    """As the rules count it, beside the mean of this segment's missions: no sum looks like a war's score."""
    mats = [flying_mat() for _ in range(2)]
    for points, mat in zip((50, 98), mats, strict=True):
        mat["war"]["scale"], mat["track"]["segment_sum"] = Scale.OPERATION, points
    one, other = map(picture.render, mats)
    assert_only(one, other, boxes.SEGMENT_MEAN, boxes.FINAL)


def test_crews_have_their_names_where_there_is_room() -> None:
    """On the cards of those who fly and in the question."""
    mat, names = flying_mat(), CrewNames(3)
    mat["pilots"][1]["duty"] = Duty.KIA
    mat["cursor"]["decision"], mat["cursor"]["subject"] = Decision.EN_ROUTE, 0
    flying = [slot for slot in range(SLOTS) if mat["aircraft"][slot]["status"] in ON_MISSION]
    cards = [boxes.seat_name(slot, role) for slot in flying for role in Role]
    assert len(cards) == 14
    assert_only(picture.render(mat), picture.render(mat, crews=names), *cards)
    mat["cursor"]["decision"], mat["cursor"]["subject"] = Decision.PROMOTE, 1
    assert_only(picture.render(mat), picture.render(mat, crews=names), *cards, boxes.QUESTION)


@pytest.mark.parametrize("role", Role)
def test_the_longest_name_fits_on_a_card(role: Role) -> None:
    width = boxes.seat_name(0, role).w
    words = f"{'PG'[role]}11 {max(every_name(), key=lambda name: width_of(name, 13))}"
    assert clip(words, size_for(words, 13, width), width) == words


def test_the_journal_and_the_options_show() -> None:
    mat = flying_mat()
    bare = picture.render(mat)
    assert_only(bare, picture.render(mat, told(1)), boxes.JOURNAL_LINES)
    assert_only(picture.render(mat, told(1)), picture.render(mat, told(1, 2)), boxes.JOURNAL_LINES)
    assert_only(bare, picture.render(mat, (), [(63, "Fly on to zone 5")]), boxes.OPTIONS)
    many = [(index, f"Option {index} with " + "a long name " * index) for index in range(40)]
    assert_only(picture.render(mat, (), many), picture.render(mat, (), many[:-1]), boxes.OPTIONS)


def test_long_sentences_are_broken_and_the_newest_is_seen() -> None:
    mat = flying_mat()
    long = [entry._replace(text="word " * 200) for entry in told(1, 2, 3)]
    new = [*long, *told(4)]
    assert_only(picture.render(mat, long), picture.render(mat, new), boxes.JOURNAL_LINES)


def test_the_same_mat_is_the_same_picture() -> None:
    mat = flying_mat()
    one, other = picture.render(mat), picture.render(mat)
    assert one.shape == (HEIGHT, WIDTH, 3) and one.dtype == np.uint8
    assert one.tobytes() == other.tobytes() and one is not other and one.flags.writeable


def test_an_empty_mat_can_be_drawn() -> None:
    assert picture.render(np.zeros(1, Mat.dtype)[0]).shape == (HEIGHT, WIDTH, 3)


def test_a_missing_library_is_named_in_one_line() -> None:
    """Without pygame the package imports, and a picture says which extra to install."""
    code = """
import sys
sys.modules["pygame"] = None
import numpy as np
from stuka_env.games.stuka.drawing import picture
from stuka_env.games.stuka.rules.mat import Mat
try:
    picture.render(np.zeros(1, Mat.dtype)[0])
except Exception as error:
    print(type(error).__name__, error)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True)
    assert run.stdout == (
        f"DependencyNotInstalled pictures of the mat: pygame is not installed in {sys.executable}, "
        "the extra 'render' of stuka-env brings it\n"
    )
