"""The scenes of a run: hex by hex, with the aircraft on the map and lines from who fires to what it fires at."""

import gymnasium

from stuka_env.declared.sheet import Map, Sheet
from stuka_env.games.support.codes import NOBODY, Chart, Entry, Style, hex_words, plane_words
from stuka_env.games.support.rules.attack import OVER
from stuka_env.games.support.sheet import sheet
from stuka_env.games.support.words.labels import hex_at_run
from stuka_env.replay import RecordReplay, fly
from tests.support.replays import played

WARS = 4


def map_of(drawn: Sheet) -> Map:
    (part,) = next(panel.parts for panel in drawn.panels if panel.name == "map")
    assert isinstance(part, Map)
    return part


def test_a_run_is_shown_hex_by_hex() -> None:
    env = RecordReplay(gymnasium.make("Support/Battle-v0"), policy="chance")
    fired = attacked = dives = hexes = 0
    for war in range(WARS):
        played(env, seed=war, chance=war)
        flight = fly(env.replay())
        for scene in flight.scenes():
            run, plane = scene.mat.run, int(scene.mat.cursor.subject)
            if not scene.title.startswith(plane_words(plane)) or run.target == NOBODY:
                continue
            place = hex_at_run(scene.mat, run.place)
            dives += run.style == Style.DIVE and run.place > OVER
            if place == NOBODY:
                assert scene.title == f"{plane_words(plane)} beside the map"
                continue
            assert scene.title == f"{plane_words(plane)} over {hex_words(place)}"
            hexes += 1
            shown = map_of(sheet(scene.mat, flight.charts, fresh=scene.journal))
            assert plane_words(plane) in [mark.name for mark in shown.places[place].marks]
            lines = {(link.start, link.end) for link in shown.links}
            for entry in scene.journal:
                if entry.kind == Entry.ROLL and entry.chart == Chart.LIGHT_AA:
                    assert (int(scene.mat.units[entry.second].place), place) in lines
                    fired += 1
                elif entry.kind in (Entry.STRAFES, Entry.BOMBS):
                    assert (place, entry.second) in lines
                    attacked += 1
    assert fired and attacked and dives and hexes
