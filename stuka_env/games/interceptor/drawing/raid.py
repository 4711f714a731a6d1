"""The header, the endurance track and the raid of the drawn mat."""

from typing import Any

from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.charts.shape import MOST_BOX
from stuka_env.games.interceptor.codes import (
    NOBODY,
    Bomber,
    Decision,
    Enemy,
    Event,
    Orientation,
    Presence,
    Scale,
    Series,
    Skill,
    TargetZone,
    Weather,
)
from stuka_env.games.interceptor.drawing import boxes, code_colours
from stuka_env.games.interceptor.drawing.pieces import SERIES_SHAPES
from stuka_env.games.interceptor.drawing.text import base_words, score_words
from stuka_env.games.interceptor.words import wording
from stuka_env.render import colours
from stuka_env.render.canvas import Canvas, Colour
from stuka_env.render.pieces import silhouette, tag

GOOD_ORIENTATIONS = (Orientation.ADVANTAGED, Orientation.OUT_OF_THE_SUN)
USED_SKILLS = {
    "expert_used": "Expert",
    "wingman_expert_used": "the wingman's Expert",
    "reflexes_used": "Reflexes",
    "sixth_sense_used": "Sixth sense",
    "maintenance_used": "Weapons maintenance",
}
"""Fields of the sortie, and the skills that they mark as used."""
GROUND_DECISIONS = (
    Decision.TRACK,
    Decision.AIRCRAFT,
    Decision.SERIES,
    Decision.ZONE,
    Decision.SKILL,
    Decision.SCRAMBLE,
    Decision.DEBRIEF,
    Decision.GUNNER,
)
"""Decisions on the ground. The mat has the box of the sortie until the debriefing is over."""
CONDITION_NAME = 64
"""Width of the name of a line."""
OUTWARD, UPWARD = 90, 0
"""Headings of the own aircraft."""


# --- header ---


def draw_header(canvas: Canvas, mat: Any, charts: LoadedCharts) -> None:
    """Draw the episode, the month and the line, the unit, and the score."""
    career, scale = mat["career"], int(mat["settings"]["scale"])
    lines = charts.record["lines"]
    place = f"{Scale.word_of(scale)}, {wording.MONTH_TITLES[career['month']]}"
    if scale != Scale.SORTIE and career["line"]:
        place += f", line {career['line']} of {lines[career['month']]}"
    base = base_words(mat, charts)
    canvas.text(boxes.PLACE, f"{place}; {base}" if base else place, 17, colours.WHITE)
    if scale == Scale.CAREER and career["lines_used"]:
        words = f"Line {career['lines_used']} of {lines[career['start'] :].sum()}"
        canvas.text(boxes.LINE_NUMBER, words, 17, colours.WHITE, align="right")
    score = score_words(mat, charts)
    if career["over"]:
        tag(canvas, boxes.SCORE, f"THE END: {score}", back=colours.RED, size=17)
    else:
        canvas.text(boxes.SCORE, score, 17, colours.GOLD, align="right")


# --- the endurance track ---


def own_box(mat: Any) -> int:
    """Return the box of the own aircraft; 0 is the base, also in a debriefing."""
    is_down = mat["cursor"]["decision"] in GROUND_DECISIONS or not mat["sortie"]["airborne"]
    return 0 if is_down else int(mat["sortie"]["box"])


def draw_track(canvas: Canvas, mat: Any, charts: LoadedCharts) -> None:
    """Draw the boxes, the own aircraft, and the weather or what is met."""
    sortie = mat["sortie"]
    for box in range(MOST_BOX + 1):
        place = boxes.space(box)
        is_open = bool(sortie["raid"]) and 0 < sortie["entry"] <= box <= sortie["last_box"]
        back = colours.PAPER if is_open else code_colours.OUT_OF_TRACK
        canvas.fill(place, back if box else colours.LAND, 6)
        ink = colours.FADED if is_open or not box else colours.WHITE
        canvas.text(place.part(4, 2, 89, 16), _box_name(box, is_open, charts), 12, ink, align="centre")
    if sortie["raid"]:
        weather = int(sortie["weather"])
        words = f"{Weather.word_of(weather)} weather"
        tag(canvas, boxes.WEATHER, words, back=colours.TONES[Weather(weather).tone], size=13)
    if mat["aircraft"]["speed"]:
        _own_aircraft(canvas, mat, charts)
    if own_box(mat) and (sortie["bomber_type"] or sortie["escort"] > Enemy.NONE):
        _met(canvas, sortie)


def _box_name(box: int, is_open: bool, charts: LoadedCharts) -> str:
    """Return the name of a box, and whether bombers have bombs or flak hits there."""
    if not box:
        return "Base"
    words = [f"Box {box}"]
    words += ["bombs"] if is_open and box <= charts.record["bombs_until_box"] else []
    words += ["flak"] if is_open and box >= charts.record["flak_from_box"] else []
    return ", ".join(words)


def _own_aircraft(canvas: Canvas, mat: Any, charts: LoadedCharts) -> None:
    """Draw the own aircraft where it is, and the orientation against the enemy."""
    series = int(charts.record["models"][mat["aircraft"]["model"]]["series"])
    box = boxes.own_marker(own_box(mat))
    in_the_air = bool(own_box(mat))
    canvas.fill(box, code_colours.OWN if in_the_air else colours.STEEL, 5)
    heading = OUTWARD if in_the_air else UPWARD
    silhouette(canvas, box.part(57, 4, 30, 34), SERIES_SHAPES[Series(series)], colours.WHITE, heading=heading)
    words = _own_state(mat)
    for place, line in enumerate(words):
        row = box.part(2, 4, 54, 34).column(len(words), place)
        canvas.text(row, line, 12, colours.WHITE, align="centre")


def _own_state(mat: Any) -> tuple[str, ...]:
    """Return one or two words about the own aircraft."""
    sortie = mat["sortie"]
    if sortie["lost"]:
        return "aircraft", "lost"
    if not own_box(mat):
        return "on the", "ground"
    if sortie["homeward"]:
        return "flies", "home"
    return ("with a", "wingman") if mat["wingman"]["present"] == Presence.HERE else ("alone",)


def _met(canvas: Canvas, sortie: Any) -> None:
    """Draw the bombers and their escort, or the sweep, in the present box."""
    box = boxes.met_marker(int(sortie["box"]))
    canvas.fill(box, code_colours.ENEMY, 5)
    names = [f"{Bomber.word_of(int(sortie['bomber_type']))}s"] if sortie["bomber_type"] else []
    names += [f"{Enemy.word_of(int(sortie['escort']))}s"] if sortie["escort"] > Enemy.NONE else []
    for place, name in enumerate(names):
        row = box.inset(3).column(len(names), place)
        canvas.text(row, name, 13, colours.WHITE, align="centre")


# --- the raid ---


def draw_conditions(canvas: Canvas, mat: Any, charts: LoadedCharts) -> None:
    """Draw the raid, what is met, and what happened in this sortie."""
    sortie = mat["sortie"]
    for name, (words, colour) in _conditions(mat, charts).items():
        box = boxes.condition(name)
        canvas.text(box.part(0, 0, CONDITION_NAME, box.h), name.capitalize(), 11, colours.FADED)
        canvas.text(box.part(CONDITION_NAME, 0, box.w - CONDITION_NAME, box.h), words, 13, colour)
    event = int(sortie["event"])
    if event != Event.NOTHING:
        words = Event.word_of(event)
        tag(canvas, boxes.EVENT, f"Random event: {words}", back=colours.BLUE, size=12)
    used = [name for field, name in USED_SKILLS.items() if sortie[field]]
    maneuvers = Skill.words()[-len(sortie["learned_used"]) :]
    used += [name for name, is_used in zip(maneuvers, sortie["learned_used"], strict=True) if is_used]
    if used:
        canvas.text(boxes.USED, f"Used in this sortie: {', '.join(used)}", 12, colours.INK)


def _conditions(mat: Any, charts: LoadedCharts) -> dict[str, tuple[str, Colour]]:
    """Return the lines about the raid: words and colour by name."""
    sortie = mat["sortie"]
    if not sortie["raid"]:
        return dict.fromkeys(boxes.CONDITION_PLACES, ("-", colours.FADED))
    raids = charts.names.raids[mat["career"]["month"]]
    met = int(sortie["orientation"])
    met_colour = colours.GREEN if met in GOOD_ORIENTATIONS else colours.INK
    fought = [wording.plural(int(sortie["bombers_met"]), "bomber")] if sortie["bombers_met"] else []
    fought += [wording.plural(int(sortie["enemies_met"]), "fighter")] if sortie["enemies_met"] else []
    shot_down = [wording.plural(int(sortie["bombers"]), "bomber")] if sortie["bombers"] else []
    shot_down += [wording.plural(int(sortie["fighters"]), "fighter")] if sortie["fighters"] else []
    return {
        "raid": (
            f"{raids[sortie['raid']]} ({TargetZone.word_of(int(sortie['target_zone']))})",
            colours.INK,
        ),
        "bombers": (_bomber_words(sortie, charts), colours.INK),
        "fighters": (_escort_words(sortie), colours.RED if sortie["escort"] > Enemy.NONE else colours.INK),
        "met": (
            "-" if met == NOBODY else Orientation.word_of(met),
            colours.RED if met == Orientation.DISADVANTAGED else met_colour,
        ),
        "fought": (", ".join(fought) or "-", colours.INK),
        "shot down": (", ".join(shot_down) or "-", colours.GREEN if shot_down else colours.INK),
    }


def _bomber_words(sortie: Any, charts: LoadedCharts) -> str:
    """Return the bombers of the raid as far as they are known."""
    kind = int(sortie["bomber_type"])
    if sortie["sweep"]:
        return "none: a fighter sweep"
    if not kind:
        return "not known"
    name = Bomber.word_of(kind)
    if sortie["straggler"]:
        return f"{name}, alone"
    boxed = sortie["formation"] and charts.record["bombers"][kind]["formation"]
    return f"{name}s, in formation" if boxed else f"{name}s"


def _escort_words(sortie: Any) -> str:
    """Return the escort or the sweep as far as it is known."""
    kind = int(sortie["escort"])
    if kind == Enemy.UNKNOWN:
        return "not known"
    return "none" if kind == Enemy.NONE else f"{Enemy.word_of(kind)}s"
