"""The own aircraft of the drawn mat: damage, weapons, ammunition."""

from typing import Any

from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import UNLIMITED, Rockets, Series
from stuka_env.games.interceptor.drawing import boxes, code_colours
from stuka_env.games.interceptor.drawing.pieces import (
    NAME_HEIGHT,
    SERIES_CANOPIES,
    SERIES_SHAPES,
    cell,
    hit_track,
)
from stuka_env.games.interceptor.drawing.text import FRAME
from stuka_env.games.interceptor.silhouettes import BF_109
from stuka_env.games.interceptor.words import odds
from stuka_env.render import colours
from stuka_env.render.canvas import Canvas
from stuka_env.render.pieces import pips, silhouette, tag

SWITCH_NAMES = {
    "armour": "Armour",
    "leak": "Fuel",
    "oxygen": "Oxygen",
    "radio": "Radio",
    "boost": "MW boost",
    "gear": "Gear",
    "rear_gun": "Rear gun",
}
"""Systems that are whole or not: field of the mat, short name."""
FITTED = {"armour": "armour", "boost": "boost", "rear_gun": "rear"}
"""Systems that only some series have: field of the mat, field of the charts."""
GUN_NAME_WIDTH = 118


def draw_aircraft(canvas: Canvas, mat: Any, charts: LoadedCharts) -> None:
    """Draw the own aircraft; nothing before it has been chosen."""
    aircraft, record = mat["aircraft"], charts.record
    if not aircraft["speed"]:
        canvas.text(boxes.MODEL_NAME, "No aircraft yet", 15, colours.FADED)
        silhouette(canvas, boxes.SHAPE, BF_109, colours.EMPTY)
        return
    model = record["models"][aircraft["model"]]
    series = record["series"][model["series"]]
    canvas.text(boxes.MODEL_NAME, charts.names.models[aircraft["model"]], 20, code_colours.OWN)
    slower = aircraft["speed"] < model["speed"]
    tag(canvas, boxes.SPEED, f"Speed {aircraft['speed']}", back=colours.ORANGE if slower else colours.STEEL, size=12)
    tag(canvas, boxes.FIREPOWER, f"Firepower {odds.firing_firepower(mat, record)}", back=colours.STEEL, size=12)
    if odds.is_agile(mat, record):
        tag(canvas, boxes.AGILE, "agile", back=colours.GREEN, size=12)
    kind = Series(int(model["series"]))
    silhouette(canvas, boxes.SHAPE, SERIES_SHAPES[kind], code_colours.OWN)
    silhouette(canvas, boxes.SHAPE, SERIES_CANOPIES[kind], colours.SEA)
    _hits(canvas, aircraft, series, charts)
    _switches(canvas, aircraft, series)
    for place in range(len(charts.names.weapons[aircraft["model"]])):
        _gun(canvas, mat, place, charts)


def engine_limit(charts: LoadedCharts, has_armour: bool) -> int:
    """Return the hits that put an engine out (7.4.1)."""
    return int(charts.record["armoured_hits" if has_armour else "engine_hits"])


def _hits(canvas: Canvas, aircraft: Any, series: Any, charts: LoadedCharts) -> None:
    """Draw the hits on wings, airframe, tail, controls and engines, and the rockets."""
    for field, limit, name in FRAME:
        hit_track(canvas, boxes.own_hits(field), name.capitalize(), int(aircraft[field]), int(series[limit]))
    count, most = int(series["engines"]), engine_limit(charts, bool(series["armour"]))
    names = ("Port engine", "Starboard engine") if count > 1 else ("Engine",)
    for place, name in enumerate(names):
        hit_track(canvas, boxes.own_hits(f"engine {place + 1}"), name, int(aircraft["engines"][place]), most)
    rockets = int(aircraft["rockets"])
    if rockets != Rockets.NONE:
        box = boxes.own_hits("rockets")
        canvas.text(box.part(0, 0, box.w, NAME_HEIGHT), "Rockets", 11, colours.FADED)
        state = box.part(0, NAME_HEIGHT, box.w, box.h - NAME_HEIGHT)
        tag(canvas, state, Rockets(rockets).word, back=colours.TONES[Rockets(rockets).tone], size=12)


def _switches(canvas: Canvas, aircraft: Any, series: Any) -> None:
    """Draw the systems without a threshold that this series has."""
    fitted = [field for field in SWITCH_NAMES if field not in FITTED or series[FITTED[field]]]
    for place, field in enumerate(fitted):
        cell(canvas, boxes.switch(place, len(fitted)), SWITCH_NAMES[field], bool(aircraft[field]))


def _gun(canvas: Canvas, mat: Any, place: int, charts: LoadedCharts) -> None:
    """Draw a weapon: its name, and its ammunition or its fault."""
    aircraft, box = mat["aircraft"], boxes.gun(place)
    weapon = charts.record["models"][aircraft["model"]]["weapons"][place]
    gun, full = aircraft["guns"][place], int(weapon["ammunition"])
    name = f"{charts.names.weapons[aircraft['model']][place]}"
    canvas.fill(box, colours.CARD, 4)
    canvas.text(box.part(6, 0, GUN_NAME_WIDTH - 10, box.h), name, 12, colours.INK)
    state = box.part(GUN_NAME_WIDTH, 5, box.w - GUN_NAME_WIDTH - 6, box.h - 10)
    if gun["out"] or gun["jammed"]:
        tag(canvas, state, "out of action" if gun["out"] else "jammed", back=colours.RED, size=12)
    elif full == UNLIMITED:
        canvas.text(state, "no limit", 12, colours.FADED, align="centre")
    else:
        pips(canvas, state, count=int(gun["ammunition"]), most=max(full, 1), colour=colours.GREEN)
