"""The opponents of the drawn mat: the bomber under attack, and the enemy fighter with the position against him."""

from collections.abc import Sequence
from typing import Any

from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import Bomber, Enemy, Health, Position, Quality, Range
from stuka_env.games.interceptor.drawing import boxes, code_colours
from stuka_env.games.interceptor.drawing.machine import engine_limit
from stuka_env.games.interceptor.drawing.pieces import (
    BOMBER_SHAPES,
    ENEMY_SHAPES,
    cell,
    hit_track,
)
from stuka_env.games.interceptor.drawing.text import FRAME
from stuka_env.games.interceptor.silhouettes import B_17, P_47
from stuka_env.games.interceptor.words import odds, wording
from stuka_env.render import colours
from stuka_env.render.canvas import Box, Canvas, Colour, Point
from stuka_env.render.pieces import silhouette, tag

FIRST_LABELS = ("", "you fire first", "no answer")
BOMBER_CELLS = ("Fuel", "Radio", "Gear", "Pilot", "Copilot")
FIGHTER_CELLS = ("Armour", "Fuel", "Oxygen", "Radio", "Gear")
RANGES = (Range.LONG, Range.MEDIUM, Range.CLOSE)
POSITION_COLOURS = {
    Position.TAILED: colours.RED,
    Position.DISADVANTAGED: colours.ORANGE,
    Position.HEAD_ON: colours.GOLD,
    Position.ADVANTAGED: colours.GREEN,
    Position.TAILING: colours.GREEN,
}
DOWNWARD = 180
"""Heading of an enemy fighter that meets the player head on."""


def draw_bomber(canvas: Canvas, mat: Any, charts: LoadedCharts) -> None:
    """Draw the bomber under attack; nothing without one."""
    bomber, panel = mat["bomber"], boxes.BOMBER_PANEL
    if not bomber["present"]:
        _nobody(canvas, panel, "No bomber under attack", B_17)
        return
    kind = Bomber(int(bomber["type"]))
    row = charts.record["bombers"][kind]
    canvas.text(boxes.opponent_name(panel), Bomber.word_of(kind), 20, colours.INK)
    if mat["sortie"]["formation"] and row["formation"]:
        tag(canvas, boxes.opponent_tag(panel, 0), "formation", back=colours.STEEL, size=12)
    if bomber["first"]:
        tag(canvas, boxes.opponent_tag(panel, 2), FIRST_LABELS[bomber["first"]], back=colours.GREEN, size=12)
    names = [f"{Range.word_of(place)} range" for place in RANGES]
    present = RANGES.index(Range(int(bomber["range"])))
    for place, name in enumerate(names):
        _spot(canvas, boxes.bomber_range(place), name, colours.GOLD if place == present else None)
    if kind in BOMBER_SHAPES:
        silhouette(canvas, boxes.opponent_shape(panel), BOMBER_SHAPES[kind], code_colours.TARGET)
    _frame(canvas, panel, bomber, row, engine_limit(charts, has_armour=False))
    ink = colours.RED if bomber["gunners"] else colours.FADED
    canvas.text(boxes.opponent_hits(panel, "crew"), f"Gunners hit: {bomber['gunners']}", 12, ink)
    states = [bool(bomber[field]) for field in ("leak", "radio", "gear")]
    _cells(canvas, panel, BOMBER_CELLS, [*states, *(health > Health.WELL for health in bomber["pilots"].tolist())])
    canvas.text(boxes.opponent_words(panel), _bomber_words(bomber), 12, colours.INK)


def _nobody(canvas: Canvas, panel: Box, words: str, shape: Sequence[Point]) -> None:
    """Draw a panel without an opponent."""
    canvas.text(boxes.opponent_name(panel)._replace(w=300), words, 15, colours.FADED)
    silhouette(canvas, panel.inset(30), shape, colours.EMPTY)


def _bomber_words(bomber: Any) -> str:
    """Return the state of the attack in words."""
    words = [f"{wording.plural(int(bomber['fired']), 'shot')} in this pass"] if bomber["fired"] else []
    words += [("", "the wingman attacks", "the wingman has attacked")[bomber["wingman_ordered"]]]
    words += ["Reflexes are used"] if bomber["reflexes_ordered"] else []
    return _sentence(words + _hitters(bomber, ("by_pilot", "by_wingman")))


def _hitters(opponent: Any, fields: Sequence[str]) -> list[str]:
    """Return who has hit the opponent."""
    hitters = [field.removeprefix("by_") for field in fields if opponent[field]]
    return [f"hit by {wording.listed(hitters)}"] if hitters else []


def _sentence(words: Sequence[str]) -> str:
    """Return words as one line that begins with a capital letter."""
    text = ", ".join(filter(None, words))
    return text[:1].upper() + text[1:]


def draw_fighter(canvas: Canvas, mat: Any, charts: LoadedCharts) -> None:
    """Draw the enemy fighter and the position; nothing without one."""
    fighter, panel = mat["fighter"], boxes.FIGHTER_PANEL
    if not fighter["present"]:
        _nobody(canvas, panel, "No enemy fighter", P_47)
        return
    kind = Enemy(int(fighter["type"]))
    row = charts.record["enemies"][kind]
    canvas.text(boxes.opponent_name(panel), Enemy.word_of(kind), 20, code_colours.ENEMY)
    if mat["settings"]["enemy_quality"]:
        quality = Quality.word_of(Quality(int(fighter["quality"])))
        tag(canvas, boxes.opponent_tag(panel, 0), f"{quality} pilot", back=colours.BROWN, size=12)
    slower = fighter["speed"] < row["speed"]
    back = colours.GREEN if slower else colours.STEEL
    tag(canvas, boxes.opponent_tag(panel, 1), f"Speed {fighter['speed']}", back=back, size=12)
    words = f"Firepower {odds.enemy_firepower(mat, charts.record)}"
    tag(canvas, boxes.opponent_tag(panel, 2), words, back=colours.STEEL, size=12)
    position = Position(int(fighter["position"]))
    for place, each in enumerate(Position):
        colour = POSITION_COLOURS[each] if each == position else None
        _spot(canvas, boxes.position(place), Position.word_of(each), colour)
    if kind in ENEMY_SHAPES:
        heading = DOWNWARD if position == Position.HEAD_ON else 0
        silhouette(
            canvas, boxes.opponent_shape(panel).inset(14), ENEMY_SHAPES[kind], code_colours.ENEMY, heading=heading
        )
    _frame(canvas, panel, fighter, row, engine_limit(charts, bool(row["armour"])))
    health = int(fighter["pilot"])
    words = f"Pilot {Health.word_of(health)}"
    canvas.text(boxes.opponent_hits(panel, "crew"), words, 12, colours.RED if health else colours.FADED)
    states = [bool(fighter[field]) for field in ("armour", "leak", "oxygen", "radio", "gear")]
    guns = [place for place, power in enumerate(row["firepower"].tolist()) if power]
    cells = (*FIGHTER_CELLS, *(f"Gun {place + 1}" for place in guns))
    _cells(canvas, panel, cells, [*states, *(bool(fighter["guns_out"][place]) for place in guns)])
    canvas.text(boxes.opponent_words(panel), _fighter_words(fighter), 12, colours.INK)


def _fighter_words(fighter: Any) -> str:
    """Return the state of the fight in words."""
    words = [f"Round {fighter['rounds']}"]
    words += ["out of the sun: he cannot defend"] if fighter["sun"] else []
    words += ["Reflexes are used"] if fighter["reflexes_ordered"] else []
    return _sentence(words + _hitters(fighter, ("by_pilot", "by_wingman", "by_gunner")))


def _spot(canvas: Canvas, box: Box, name: str, colour: Colour | None) -> None:
    """Draw a range or a position; with a colour it is the present one."""
    canvas.fill(box, colour or colours.EMPTY, 4)
    ink = colours.FADED if colour is None else colours.INK if colour == colours.GOLD else colours.WHITE
    canvas.text(box.inset(2), name, 12, ink, align="centre")


def _frame(canvas: Canvas, panel: Box, opponent: Any, row: Any, engine_hits: int) -> None:
    """Draw the hits on the systems that have a threshold, and on the engines."""
    for field, limit, name in FRAME:
        box = boxes.opponent_hits(panel, field)
        hit_track(canvas, box, name.capitalize(), int(opponent[field]), int(row[limit]))
    count = int(row["engines"])
    for place in range(count):
        name = f"Engine {place + 1}" if count > 1 else "Engine"
        hits = int(opponent["engines"][place])
        hit_track(canvas, boxes.opponent_hits(panel, _engine_place(place, count)), name, hits, engine_hits)


def _engine_place(place: int, count: int) -> str:
    """Return the box of an engine: the port ones on the left."""
    if count == 2:
        return ("engine 1", "engine 3")[place]
    return f"engine {place + 1}"


def _cells(canvas: Canvas, panel: Box, names: Sequence[str], states: Sequence[bool]) -> None:
    """Draw the systems and people that are whole or not."""
    for place, (name, is_damaged) in enumerate(zip(names, states, strict=True)):
        cell(canvas, boxes.opponent_cells(panel).row(len(names), place, gap=3), name, is_damaged)
