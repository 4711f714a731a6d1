"""The drawn mat: every marker shows, in its place and nowhere else. No display is needed."""

import itertools
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from stuka_env.games.interceptor.codes import (
    CREW_SKILLS,
    MARKERS,
    SERIES,
    WINGMAN_SKILLS,
    Act,
    Award,
    Bomber,
    Decision,
    Enemy,
    Event,
    Health,
    Model,
    Orientation,
    Position,
    Quality,
    Rank,
    Scale,
    Weather,
)
from stuka_env.games.interceptor.drawing import boxes, combat, machine, people, picture
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.words.labels import label
from stuka_env.render.canvas import SMALLEST, Box, clip, size_for
from stuka_env.render.pages import HEIGHT, PICTURE, WIDTH
from tests.support.interceptor.mats import CHARTS, ROW, random_mats, whole_aircraft
from tests.support.interceptor.playing import CAREER, IDS, bold, make, walk
from tests.support.pictures import Case, Set, apart, assert_only, case, inside, put

SINGLE_SEAT, TWO_SEAT = Model.FW_190A_6_R1, Model.BF_110G_2
BOX = 2
"""Box of the own aircraft."""
OPTIONS = {"fatigue": 1, "enemy_quality": 1, "advanced_maneuvers": 1}


def fighting_mat(model: Model = SINGLE_SEAT) -> Any:
    """A career in July 1943: an attack on a B-17F and a fight against a P-47, both on the mat."""
    mat = whole_aircraft(model)
    put(mat["settings"], scale=Scale.CAREER, **OPTIONS)
    put(mat["cursor"], decision=Decision.BURST)
    put(mat["career"], month=4, line=3, lines_used=31, unit=18, bombers=6, flown=20)
    put(mat["sortie"], raid=3, target_zone=4, entry=1, box=BOX, last_box=3, airborne=1, orientation=0)
    put(mat["sortie"], bomber_type=Bomber.B_17F, escort=Enemy.P_47, formation=1)
    put(mat["bomber"], present=1, type=Bomber.B_17F, range=1)
    put(mat["fighter"], present=1, type=Enemy.P_47, rounds=1, speed=int(ROW["enemies"][Enemy.P_47]["speed"]))
    put(mat["pilot"], level=2)
    for mate in ("wingman", "gunner"):
        put(mat[mate], present=1)
    return mat


def block(name: str) -> Callable[[Any], Any]:
    """Return the function that reads a block of the mat."""
    return lambda mat: mat[name]


def element(name: str, field: str, place: int, one: int, other: int, *places: Box) -> Case:
    """A case of one element of an array of a block."""

    def setter(value: int) -> Set:
        def set_it(mat: Any) -> None:
            mat[name][field][place] = value

        return set_it

    return Case(f"{name}.{field}[{place}] {one} to {other}", setter(one), setter(other), places)


def gun(field: str, one: int, other: int, *places: Box) -> Case:
    """A case of the first weapon."""

    def setter(value: int) -> Set:
        return lambda mat: put(mat["aircraft"]["guns"][0], **{field: value})

    return Case(f"gun.{field}", setter(one), setter(other), places)


FRAME_FIELDS = ("port_wing", "starboard_wing", "airframe", "tail", "controls")


def aircraft_cases() -> Iterator[Case]:
    """The own aircraft."""
    aircraft = block("aircraft")
    for field in FRAME_FIELDS:
        for hits in range(2):
            yield case("aircraft", aircraft, field, hits, hits + 1, boxes.own_hits(field))
    yield element("aircraft", "engines", 0, 0, 1, boxes.own_hits("engine 1"))
    fitted = [field for field in machine.SWITCH_NAMES if field != "rear_gun"]
    for place, field in enumerate(fitted):
        yield case("aircraft", aircraft, field, 0, 1, boxes.switch(place, len(fitted)))
    for state in range(3):
        yield case("aircraft", aircraft, "rockets", state, state + 1, boxes.own_hits("rockets"))
    speed = int(ROW["models"][SINGLE_SEAT]["speed"])
    yield case("aircraft", aircraft, "speed", speed, speed - 2, boxes.SPEED)
    yield gun("ammunition", 3, 2, boxes.gun(0))
    yield gun("jammed", 0, 1, boxes.gun(0), boxes.FIREPOWER)
    yield gun("out", 0, 1, boxes.gun(0), boxes.FIREPOWER)


def raid_cases() -> Iterator[Case]:
    """The endurance track and the raid."""
    sortie = block("sortie")
    markers = [place(box) for place in (boxes.own_marker, boxes.met_marker) for box in (BOX, BOX + 1)]
    yield case("sortie", sortie, "box", BOX, BOX + 1, *markers)
    yield case("sortie", sortie, "entry", 1, 2, boxes.space(1))
    yield case("sortie", sortie, "last_box", 3, 4, boxes.space(4))
    yield case("sortie", sortie, "homeward", 0, 1, boxes.own_marker(BOX))
    yield case("sortie", sortie, "raid", 3, 4, boxes.condition("raid"))
    yield case("sortie", sortie, "target_zone", 4, 5, boxes.condition("raid"))
    for grade in range(Weather.BAD):
        yield case("sortie", sortie, "weather", grade, grade + 1, boxes.WEATHER)
    for met in Orientation:
        if met < Orientation.OUT_OF_THE_SUN:
            yield case("sortie", sortie, "orientation", met, met + 1, boxes.condition("met"))
    yield case("sortie", sortie, "bomber_type", 1, 2, boxes.condition("bombers"), boxes.met_marker(BOX))
    formed = (boxes.condition("bombers"), boxes.opponent_tag(boxes.BOMBER_PANEL, 0))
    yield case("sortie", sortie, "formation", 0, 1, *formed)
    yield case("sortie", sortie, "escort", 2, 3, boxes.condition("fighters"), boxes.met_marker(BOX))
    yield case("sortie", sortie, "bombers_met", 0, 1, boxes.condition("fought"))
    yield case("sortie", sortie, "enemies_met", 0, 1, boxes.condition("fought"))
    yield case("sortie", sortie, "bombers", 0, 1, boxes.condition("shot down"))
    for event in range(max(Event)):
        yield case("sortie", sortie, "event", event, event + 1, boxes.EVENT)
    for field in ("expert_used", "reflexes_used", "sixth_sense_used", "maintenance_used"):
        yield case("sortie", sortie, field, 0, 1, boxes.USED)


def opponent_cases() -> Iterator[Case]:
    """The bomber and the fighter."""
    for name, panel in (("bomber", boxes.BOMBER_PANEL), ("fighter", boxes.FIGHTER_PANEL)):
        opponent = block(name)
        for field in FRAME_FIELDS:
            yield case(name, opponent, field, 0, 1, boxes.opponent_hits(panel, field))
        yield element(name, "engines", 0, 0, 1, boxes.opponent_hits(panel, "engine 1"))
        yield case(name, opponent, "by_pilot", 0, 1, boxes.opponent_words(panel))
        yield case(name, opponent, "reflexes_ordered", 0, 1, boxes.opponent_words(panel))
    bomber, fighter = block("bomber"), block("fighter")
    cells = boxes.opponent_cells(boxes.BOMBER_PANEL)
    for place in range(1, 4):
        engine = boxes.opponent_hits(boxes.BOMBER_PANEL, f"engine {place + 1}")
        yield element("bomber", "engines", place, 0, 1, engine)
    for place, field in enumerate(("leak", "radio", "gear")):
        yield case("bomber", bomber, field, 0, 1, cells.row(len(combat.BOMBER_CELLS), place, gap=3))
    for place in range(2):
        cell = cells.row(len(combat.BOMBER_CELLS), 3 + place, gap=3)
        yield element("bomber", "pilots", place, 0, Health.KILLED, cell)
    for distance in range(2):
        ranges = boxes.bomber_range(2 - distance), boxes.bomber_range(1 - distance)
        yield case("bomber", bomber, "range", distance, distance + 1, *ranges)
    yield case("bomber", bomber, "gunners", 0, 1, boxes.opponent_hits(boxes.BOMBER_PANEL, "crew"))
    yield case("bomber", bomber, "first", 0, 1, boxes.opponent_tag(boxes.BOMBER_PANEL, 2))
    yield case("bomber", bomber, "wingman_ordered", 0, 1, boxes.opponent_words(boxes.BOMBER_PANEL))
    yield case("bomber", bomber, "present", 0, 1, boxes.BOMBER_PANEL)
    for place in range(len(Position) - 1):
        spots = [boxes.position(place), boxes.position(place + 1)]
        spots += [boxes.opponent_shape(boxes.FIGHTER_PANEL)] if 0 in (place - 2, place - 1) else []
        yield case("fighter", fighter, "position", place - 2, place - 1, *spots)
    for quality in range(Quality.ACE):
        yield case("fighter", fighter, "quality", quality, quality + 1, boxes.opponent_tag(boxes.FIGHTER_PANEL, 0))
    yield case("fighter", fighter, "speed", 20, 19, boxes.opponent_tag(boxes.FIGHTER_PANEL, 1))
    yield case("fighter", fighter, "pilot", 0, 1, boxes.opponent_hits(boxes.FIGHTER_PANEL, "crew"))
    yield case("fighter", fighter, "rounds", 1, 2, boxes.opponent_words(boxes.FIGHTER_PANEL))
    row = boxes.opponent_cells(boxes.FIGHTER_PANEL)
    power = boxes.opponent_tag(boxes.FIGHTER_PANEL, 2)
    yield element("fighter", "guns_out", 0, 0, 1, row.row(7, 5, gap=3), power)
    yield case("fighter", fighter, "present", 0, 1, boxes.FIGHTER_PANEL)


def people_cases() -> Iterator[Case]:
    """The pilot, the wingman, and the desk of a debriefing."""
    pilot, wingman = block("pilot"), block("wingman")
    for rank in range(max(Rank)):
        yield case("pilot", pilot, "rank", rank, rank + 1, boxes.RANK)
    yield case("pilot", pilot, "track", 0, 1, boxes.RANK)
    for health in range(Health.KILLED):
        yield case("pilot", pilot, "health", health, health + 1, boxes.HEALTH_TAG)
    yield case("pilot", pilot, "fatigue", 0, 1, boxes.FATIGUE_TAG)
    yield case("pilot", pilot, "prestige", 0, 1, boxes.PRESTIGE)
    for level in range(7):
        yield case("pilot", pilot, "level", level, level + 1, boxes.LEVEL)
    yield case("pilot", pilot, "points", 0, 1, boxes.EXPERIENCE)
    yield case("pilot", pilot, "clock", 0, 1, boxes.EXPERIENCE)
    yield case("pilot", pilot, "wounds", 0, 1, boxes.WOUNDS)
    yield case("pilot", pilot, "free_moves", 0, 1, boxes.CAREER_COUNTS)
    for place, skill in enumerate(people.SHOWN_SKILLS):
        yield element("pilot", "skills", skill, 0, 1, boxes.skill(place))
    for series in range(SERIES):
        yield element("pilot", "expert", series, 0, 1, boxes.expert(series))
    for award in Award:
        yield element("pilot", "awards", award, 0, 1, boxes.award(award))
    block_of_wingman = boxes.WINGMAN_BLOCK
    state = boxes.mate_state(block_of_wingman), boxes.own_marker(BOX)
    yield case("wingman", wingman, "present", 0, 1, *state)
    yield case("wingman", wingman, "present", 1, 2, *state)
    for place in range(1, len(WINGMAN_SKILLS)):
        yield element("wingman", "skills", place, 0, 1, boxes.mate_skill(block_of_wingman, place))
    lines = boxes.mate_lines(block_of_wingman)
    yield element("wingman", "expert", 1, 0, 1, boxes.mate_skill(block_of_wingman, 0), lines)
    yield case("wingman", wingman, "ace", 0, 1, boxes.mate_star(block_of_wingman))
    yield case("wingman", wingman, "points", 0, 1, lines)
    yield case("wingman", wingman, "bombers", 0, 1, lines)
    yield case("desk", block("desk"), "lost", 0, 1, boxes.DESK)
    yield element("desk", "available", 4, 0, 1, boxes.DESK)


def career_cases() -> Iterator[Case]:
    """The header, the cards and the career."""
    career, deck = block("career"), block("deck")
    for place in (0, 9, 10, 59):
        yield element("deck", "drawn", place, 0, 1, boxes.deck_card(place), boxes.DECK_TITLE)
    for place, field in enumerate(("own", "enemy", "wing", "gunner")):
        yield case("deck", deck, field, 0, 1, boxes.face_up(place))
        yield case("deck", deck, field, 1, 2, boxes.face_up(place))
    yield case("career", career, "bombers", 6, 11, boxes.tally(0), boxes.SCORE)
    for kind in range(4):
        yield element("career", "by_type", kind, 0, 1, boxes.tally(1 + kind))
    yield case("career", career, "fighters", 0, 1, boxes.tally(5))
    yield case("career", career, "line", 3, 4, boxes.line(2), boxes.line(3), boxes.PLACE)
    yield case("career", career, "lines_used", 31, 32, boxes.LINE_NUMBER)
    yield case("career", career, "start", 0, 1, boxes.month(0), boxes.LINE_NUMBER)
    yield case("career", career, "unit", 17, 18, boxes.PLACE)
    for field in ("flown", "sit_out", "aircraft_lost", "wingmen_lost"):
        yield case("career", career, field, 1, 2, boxes.CAREER_COUNTS)
    for marker in range(MARKERS):
        yield element("career", "markers", marker, 0, 1, boxes.kept_marker(marker))
    yield case("career", career, "over", 0, 1, boxes.SCORE)
    for decision in range(Decision.ENGAGE, Decision.ONWARD):
        yield case("cursor", block("cursor"), "decision", decision, decision + 1, boxes.QUESTION)


CASES = [*aircraft_cases(), *raid_cases(), *opponent_cases(), *people_cases(), *career_cases()]


@lru_cache(64)
def _drawn(raw: bytes) -> NDArray[np.uint8]:
    return picture.render(np.frombuffer(bytearray(raw), Mat.dtype)[0])


def drawn(setter: Set, model: Model = SINGLE_SEAT) -> NDArray[np.uint8]:
    """The fighting mat with one change."""
    mat = fighting_mat(model)
    setter(mat)
    return _drawn(mat.tobytes())


@pytest.mark.parametrize("marker", CASES, ids=lambda marker: marker.name)
def test_a_marker_shows_in_its_place_and_nowhere_else(marker: Case) -> None:
    assert_only(drawn(marker.one), drawn(marker.other), *marker.boxes)


def test_a_gunner_is_drawn_where_there_is_a_seat() -> None:
    gunner = boxes.GUNNER_BLOCK
    for place in range(len(CREW_SKILLS)):
        marker = element("gunner", "skills", place, 0, 1, boxes.mate_skill(gunner, place))
        assert_only(drawn(marker.one, TWO_SEAT), drawn(marker.other, TWO_SEAT), *marker.boxes)
        assert_only(drawn(marker.one), drawn(marker.other))
    for field, box in (("present", boxes.mate_state(gunner)), ("points", boxes.mate_lines(gunner))):
        marker = case("gunner", block("gunner"), field, 1, 2, box)
        assert_only(drawn(marker.one, TWO_SEAT), drawn(marker.other, TWO_SEAT), *marker.boxes)


@pytest.mark.parametrize("decision", [Decision.SKILL, Decision.DEBRIEF, Decision.AIRCRAFT])
def test_in_a_debriefing_the_aircraft_is_at_the_base(decision: Decision) -> None:
    """The mat keeps the box of the sortie until the debriefing is over."""
    one, other = fighting_mat(), fighting_mat()
    put(other["cursor"], decision=decision)
    places = boxes.own_marker(BOX), boxes.met_marker(BOX), boxes.own_marker(0), boxes.QUESTION
    assert_only(picture.render(one), picture.render(other), *places)


def test_only_a_career_has_a_level_of_victory_and_a_number_of_lines() -> None:
    mats = [fighting_mat(), fighting_mat()]
    mats[1]["settings"]["scale"] = Scale.MONTH
    one, other = map(picture.render, mats)
    assert_only(one, other, boxes.SCORE, boxes.LINE_NUMBER, boxes.PLACE)


def test_maneuvers_that_nobody_can_learn_are_not_shown() -> None:
    mats = [fighting_mat(), fighting_mat()]
    mats[1]["settings"]["advanced_maneuvers"] = 0
    one, other = map(picture.render, mats)
    assert_only(one, other, *(boxes.skill(place) for place in range(12, 16)))


def test_panels_lie_apart_and_on_the_page() -> None:
    panels = [boxes.HEADER, boxes.TRACK, *boxes.PANELS]
    assert all(inside(panel, PICTURE) for panel in panels)
    assert all(apart(a, b) for a, b in itertools.combinations(panels, 2))


def opponent_places(panel: Box) -> list[Box]:
    """Return the places of the panel of an opponent, without its range or position."""
    places = [boxes.opponent_name(panel), boxes.opponent_shape(panel)]
    places += [boxes.opponent_tag(panel, place) for place in range(3)]
    places += [boxes.opponent_hits(panel, name) for name in boxes.OPPONENT_PLACES]
    return [*places, boxes.opponent_cells(panel), boxes.opponent_words(panel)]


PLACES: dict[str, tuple[Box, list[Box]]] = {
    "header": (boxes.HEADER, [boxes.TITLE, boxes.PLACE, boxes.SCORE, boxes.LINE_NUMBER]),
    "conditions": (
        boxes.CONDITIONS,
        [*(boxes.condition(name) for name in boxes.CONDITION_PLACES), boxes.EVENT, boxes.USED],
    ),
    "aircraft": (
        boxes.AIRCRAFT_PANEL,
        [
            *(boxes.MODEL_NAME, boxes.SPEED, boxes.FIREPOWER, boxes.AGILE, boxes.SHAPE),
            *(boxes.own_hits(name) for name in boxes.HIT_PLACES),
            *(boxes.switch(place, 7) for place in range(7)),
            *(boxes.gun(place) for place in range(6)),
        ],
    ),
    "bomber": (
        boxes.BOMBER_PANEL,
        [*opponent_places(boxes.BOMBER_PANEL), *(boxes.bomber_range(place) for place in range(3))],
    ),
    "fighter": (
        boxes.FIGHTER_PANEL,
        [*opponent_places(boxes.FIGHTER_PANEL), *(boxes.position(place) for place in range(5))],
    ),
    "pilot": (
        boxes.PILOT_PANEL,
        [
            *(boxes.RANK, boxes.HEALTH_TAG, boxes.FATIGUE_TAG, boxes.PRESTIGE, boxes.LEVEL_NAME, boxes.LEVEL),
            *(boxes.EXPERIENCE, boxes.WOUNDS, boxes.EXPERT_NAME),
            *(boxes.skill(place) for place in range(len(people.SHOWN_SKILLS))),
            *(boxes.expert(series) for series in range(SERIES)),
            *(boxes.award(award) for award in Award),
        ],
    ),
    "cards": (
        boxes.CARDS_PANEL,
        [
            boxes.DECK_TITLE,
            *(boxes.deck_card(place) for place in range(60)),
            *(boxes.face_up(place) for place in range(4)),
        ],
    ),
    "career": (
        boxes.CAREER_PANEL,
        [
            *(boxes.tally(place) for place in range(6)),
            *(boxes.month(place) for place in range(12)),
            *(boxes.line(place) for place in range(8)),
            boxes.CAREER_COUNTS,
            *(boxes.kept_marker(place) for place in range(MARKERS)),
        ],
    ),
    "crew": (
        boxes.CREW_PANEL,
        [
            boxes.DESK,
            *(
                place
                for mate in (boxes.WINGMAN_BLOCK, boxes.GUNNER_BLOCK)
                for place in (
                    boxes.mate_state(mate),
                    boxes.mate_star(mate),
                    *(boxes.mate_skill(mate, skill) for skill in range(boxes.MATE_SKILL_COUNT)),
                    boxes.mate_lines(mate),
                )
            ),
        ],
    ),
}
"""Panels with the places on them."""


@pytest.mark.parametrize("name", PLACES)
def test_places_lie_apart_and_on_their_panel(name: str) -> None:
    panel, places = PLACES[name]
    assert all(inside(place, panel) for place in places)
    assert all(apart(a, b) for a, b in itertools.combinations(places, 2))


def test_names_fit() -> None:
    """The longest type, unit, weapon and label."""

    def fits(text: str, size: int, width: float) -> bool:
        return clip(text, size_for(text, size, width), width) == text

    names = CHARTS.names
    assert all(fits(name, 20, boxes.MODEL_NAME.w) for name in names.models)
    assert all(fits(name, 12, machine.GUN_NAME_WIDTH - 10) for guns in names.weapons for name in guns)
    assert all(fits(name, 10, boxes.award(0).w - 2) for name in people.AWARD_LABELS.values())
    plate = boxes.mate_skill(boxes.GUNNER_BLOCK, 0).w - 2
    assert all(fits(people.MATE_SKILL_LABELS[skill], 11, plate) for skill in (*CREW_SKILLS, *WINGMAN_SKILLS))
    bases = zip(names.units[1:], names.bases[1:], strict=True)
    longest = max((f"{unit} at {base}" for unit, base in bases), key=len)
    assert fits(f"Career, September 1943, line 8 of 8; {longest} (zone Frankfurt)", 17, boxes.PLACE.w)
    assert fits("THE END: 120 bombers (Substantial victory)", 17, boxes.SCORE.w - 2)
    assert SMALLEST >= 9


@pytest.mark.parametrize("decision", list(Decision))
def test_any_mat_can_be_drawn(decision: Decision) -> None:
    """Also with values that no play has together."""
    for mat in random_mats(200 + decision, 2):
        mat["cursor"]["decision"] = decision
        mat["sortie"]["raid"] = min(int(mat["sortie"]["raid"]), len(CHARTS.names.raids[0]) - 1)
        legal = [(int(act), label(act, mat, CHARTS)) for act in Act if decision in act.decisions]
        shown = picture.render(mat, (), legal, CHARTS)
        assert shown.shape == (HEIGHT, WIDTH, 3) and shown.dtype == np.uint8


@pytest.mark.parametrize("env_id", IDS)
def test_every_decision_of_an_episode_has_a_picture_of_its_own(env_id: str) -> None:
    env = make(env_id, render_mode="rgb_array", **dict.fromkeys(OPTIONS, True))
    env.reset(seed=3)
    rng, shown, over = np.random.default_rng(3), [env.render()], False
    while not over and len(shown) < 120:
        _, _, over, _, _ = env.step(int(bold(env.action_masks(), rng)))
        shown.append(env.render())
    assert all(each.shape == (HEIGHT, WIDTH, 3) and each.dtype == np.uint8 for each in shown)
    assert len({each.tobytes() for each in shown}) > 0.9 * len(shown) > 3


def test_the_journal_and_the_options_show() -> None:
    env = make(CAREER, journal=True)
    env.reset(seed=1)
    for _ in walk(env, 20):
        mat = env.mat
    bare = picture.render(mat)
    assert_only(bare, picture.render(mat, env.journal), boxes.JOURNAL_LINES)
    assert_only(bare, picture.render(mat, (), env.legal_actions()), boxes.OPTIONS)


def test_the_same_mat_is_the_same_picture() -> None:
    one, other = (picture.render(fighting_mat()) for _ in range(2))
    assert one.tobytes() == other.tobytes() and one is not other and one.flags.writeable


def test_an_empty_mat_can_be_drawn() -> None:
    assert picture.render(np.zeros(1, Mat.dtype)[0]).shape == (HEIGHT, WIDTH, 3)
