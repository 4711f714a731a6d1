"""The fight from above in the second game: range, fire and answer, damage by part, and what came of it."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from stuka_env.declared.codes import Tone
from stuka_env.declared.sheet import Map, Sheet, Space, Stand
from stuka_env.games.interceptor.codes import (
    Bomber,
    Decision,
    Enemy,
    Entry,
    Model,
    Position,
    Presence,
    Range,
    Shooter,
    System,
)
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.sheet import sheet
from stuka_env.replay import Flight, fly
from tests.support.interceptor.mats import ROW
from tests.support.replays import recorded


def drawing(shown: Sheet) -> Map:
    (panel,) = (panel for panel in shown.panels if panel.name == "fight")
    (drawn,) = panel.parts
    assert isinstance(drawn, Map) and drawn.is_close and panel.stand == Stand.BOARD
    return drawn


def figure(shown: Sheet, name: str) -> Space:
    (found,) = (place for place in drawing(shown).places if place.name == name)
    return found


def across_of(place: Space) -> float:
    assert place.spot is not None
    return place.spot[0]


def lines(shown: Sheet) -> list[tuple[str, str, Tone]]:
    """Return the lines as names of figures, with their tones."""
    drawn = drawing(shown)
    return [(drawn.places[one.start].name, drawn.places[one.end].name, one.tone) for one in drawn.links]


def shot(shooter: Shooter, hits: int, place: int = Range.LONG) -> Any:
    return SimpleNamespace(kind=Entry.SHOT, detail=shooter, value=hits, fourth=place, box=3)


def struck(kind: Entry, system: System) -> Any:
    return SimpleNamespace(kind=kind, detail=system, value=0, fourth=0, box=3)


@pytest.fixture
def mat() -> Any:
    """A pass at a B-17F of a box, with a wingman."""
    mat: Any = np.zeros(1, Mat.dtype)[0]
    mat["aircraft"]["model"], mat["aircraft"]["speed"] = Model.BF_109G_6, 20
    mat["aircraft"]["guns"]["ammunition"] = ROW["models"][Model.BF_109G_6]["weapons"]["ammunition"]
    mat["sortie"]["bomber_type"], mat["sortie"]["formation"], mat["sortie"]["escort"] = Bomber.B_17F, 1, Enemy.P_47
    mat["bomber"]["present"], mat["bomber"]["type"], mat["bomber"]["range"] = 1, Bomber.B_17F, Range.LONG
    mat["wingman"]["present"], mat["cursor"]["decision"] = Presence.HERE, Decision.BURST
    return mat


def test_the_own_aircraft_comes_closer_and_the_open_shot_has_its_odds(mat: Any) -> None:
    across = []
    for place in (Range.LONG, Range.MEDIUM, Range.CLOSE):
        mat["bomber"]["range"] = place
        own = figure(sheet(mat), "you")
        across.append(across_of(own))
        assert own.words.startswith(f"{place.word} range, firepower ") and ": mean " in own.words
    assert across == sorted(across) and across[-1] < across_of(figure(sheet(mat), "B-17F"))
    assert lines(sheet(mat)) == [("you", "B-17F", Tone.PRESENT)]
    assert "answer: card +" in figure(sheet(mat), "B-17F").words or "card -" in figure(sheet(mat), "B-17F").words


def test_the_box_and_the_escort_are_there_unless_the_bomber_is_alone(mat: Any) -> None:
    drawn = drawing(sheet(mat))
    assert sum(not place.name and place.tone == Tone.SPENT for place in drawn.places) == 3
    assert figure(sheet(mat), "P-47s").words == "come after the pass" and figure(sheet(mat), "wingman").words == ""
    mat["sortie"]["straggler"] = 1
    assert all(place.name or place.tone == Tone.NONE for place in drawing(sheet(mat)).places)


def test_a_bomber_that_is_surprised_does_not_answer(mat: Any) -> None:
    mat["bomber"]["first"] = 2
    assert figure(sheet(mat), "B-17F").words == "does not answer"


def test_shots_lead_to_what_they_hit_and_damage_is_crossed_by_part(mat: Any) -> None:
    mat["bomber"]["engines"][2], mat["bomber"]["tail"], mat["aircraft"]["port_wing"] = 1, 2, 1
    entries = [
        shot(Shooter.PILOT, 3), struck(Entry.BOMBER_DAMAGE, System.ENGINE_3), struck(Entry.BOMBER_DAMAGE, System.TAIL),
        shot(Shooter.BOMBER, 1), struck(Entry.DAMAGE, System.PORT_WING),
    ]  # fmt: skip
    shown = sheet(mat, fresh=entries)
    assert lines(shown) == [("you", "B-17F", Tone.GOOD), ("B-17F", "you", Tone.ENEMY)]
    bomber, own = figure(shown, "B-17F"), figure(shown, "you")
    assert bomber.words.endswith("hit: engine 3, tail") and len(bomber.marks[0].crosses) == 2 and bomber.is_passed
    assert own.words.endswith("fired: 3 hits, hit: port wing") and len(own.marks[0].crosses) == 1 and own.is_passed


def test_a_shot_without_a_hit_is_pale(mat: Any) -> None:
    assert lines(sheet(mat, fresh=[shot(Shooter.WINGMAN, 0)])) == [("wingman", "B-17F", Tone.SPENT)]


def test_a_bomber_that_was_just_destroyed_is_still_there(mat: Any) -> None:
    mat["bomber"]["present"], mat["cursor"]["decision"] = 0, Decision.PASS
    entries = [shot(Shooter.PILOT, 99), SimpleNamespace(kind=Entry.BOMBER_DESTROYED, detail=0, value=0, box=3)]
    bomber = figure(sheet(mat, fresh=entries), "B-17F")
    assert bomber.words == "destroyed" and bomber.marks[0].crosses == ((0.0, 0.0),)


@pytest.mark.parametrize("position", list(Position))
def test_a_round_against_a_fighter_shows_who_can_fire(mat: Any, position: Position) -> None:
    mat["bomber"]["present"], mat["cursor"]["decision"] = 0, Decision.DOGFIGHT
    mat["fighter"]["present"], mat["fighter"]["type"], mat["fighter"]["position"] = 1, Enemy.P_47, position
    shown = sheet(mat)
    own, enemy = figure(shown, "you"), figure(shown, "P-47")
    assert own.words.startswith(position.word) and enemy.words.startswith("round ")
    assert (across_of(own) < across_of(enemy)) == (position >= Position.HEAD_ON)
    shots = {(start, end) for start, end, _ in lines(shown)}
    assert (("you", "P-47") in shots, ("P-47", "you") in shots) == (position >= 0, position <= 0)


@pytest.fixture(scope="module")
def career() -> Flight:
    return fly(recorded("Interceptor/Career-v0", 250))


def boards(career: Flight) -> Iterator[tuple[Any, tuple[str, ...]]]:
    for scene in career.scenes():
        shown = sheet(scene.mat, career.charts, fresh=scene.journal)
        yield (
            scene.mat,
            tuple(panel.name for panel in shown.panels if panel.stand == Stand.BOARD and panel.parts),
        )


def test_the_board_is_the_fight_or_the_track_with_the_aircraft(career: Flight) -> None:
    fights = others = 0
    for mat, board in boards(career):
        is_met = mat["bomber"]["present"] or mat["fighter"]["present"]
        fights, others = fights + ("fight" in board), others + ("fight" not in board)
        assert {"track", "aircraft"} <= set(board) and ("fight" in board or not is_met)
    assert fights > 10 and others > 10
