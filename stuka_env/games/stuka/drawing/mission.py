"""The Mission Track, the conditions and the Flying Circle of the drawn mat."""

from math import cos, pi, sin
from typing import Any

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import ZONES, AntiAircraft, Fighter, Formation, Leg, Size, Target, Visibility, to_index
from stuka_env.games.stuka.drawing import boxes, pieces
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.changes import card_words
from stuka_env.render import colours
from stuka_env.render.canvas import Canvas, Colour
from stuka_env.render.pieces import tag

HEADINGS = {Leg.GROUND: 0, Leg.OUT: 90, Leg.HOME: 270}
ATTACK_HEADINGS = (180, 90, 270, 0, 0, 180)
"""Heading of a fighter by sector."""
SECTOR_PHRASES = ("above", "port", "starboard", "the rear", "below", "the front")
SECTOR_LABELS = (
    ("ABOVE", boxes.GAUGE.part(4, 58, 56, 12)),
    ("PORT", boxes.DIAL.part(8, 46, 44, 12)),
    ("STARBOARD", boxes.DIAL.part(112, 46, 62, 12)),
    ("REAR", boxes.DIAL.part(66, 162, 44, 12)),
    ("BELOW", boxes.GAUGE.part(4, 106, 56, 12)),
    ("FRONT", boxes.DIAL.part(66, 52, 44, 12)),
)


# --- Mission Track ---


def draw_track(canvas: Canvas, mat: Any) -> None:
    """Draw the zones and the markers of the target and of the formation."""
    mission = mat["mission"]
    for zone in range(ZONES + 1):
        box = boxes.zone(zone)
        canvas.fill(box, colours.PAPER if zone else colours.LAND, 6)
        canvas.text(box.part(4, 2, 108, 16), f"Zone {zone}" if zone else "Airfield", 12, colours.FADED, align="centre")
    if mission["target"] and mission["target_zone"]:
        _target(canvas, mission)
    if mission["formation"]:
        _formation(canvas, mission)


def _target(canvas: Canvas, mission: Any) -> None:
    """Draw the target marker: sign, size and kind."""
    box = boxes.target_marker(int(mission["target_zone"]))
    canvas.fill(box, colours.RED, 5)
    pieces.sign(canvas, box.part(5, 8, 24, 24), int(mission["target"]), colours.WHITE)
    size = int(mission["target_size"])
    canvas.text(box.part(34, 3, 68, 17), Size(size).word, 12, colours.WHITE)
    canvas.text(box.part(34, 20, 68, 17), Target(int(mission["target"])).word, 12, colours.WHITE)


def _formation(canvas: Canvas, mission: Any) -> None:
    """Draw the formation marker, which points to the right outbound and to the left homeward."""
    box = boxes.formation_marker(int(mission["zone"]))
    leg = Leg(int(mission["leg"]))
    canvas.fill(box, colours.BLUE if leg == Leg.OUT else colours.STEEL if leg == Leg.GROUND else colours.GREEN, 5)
    nose = {Leg.GROUND: 4, Leg.OUT: 65, Leg.HOME: 4}[leg]
    pieces.aircraft(canvas, box.part(nose, 3, 36, 36), colours.WHITE, heading=HEADINGS[leg])
    words = box.part(6 if leg == Leg.OUT else 40, 4, 60, 17)
    canvas.text(words, Formation(int(mission["formation"])).word, 13, colours.WHITE, align="centre")
    step = "aborted" if mission["aborted"] else ("ground", "outbound", "homeward")[leg]
    canvas.text(words.part(0, 18, 60, 15), step, 11, colours.WHITE, align="centre")


# --- conditions ---


def draw_conditions(canvas: Canvas, mat: Any, charts: LoadedCharts) -> None:
    """Draw formation and load, visibility and anti-aircraft fire, and effects of cards."""
    mission = mat["mission"]
    for name, (words, colour) in _conditions(mission).items():
        box = boxes.condition(name)
        canvas.text(box.part(0, 0, 66, box.h), name[:1].upper() + name[1:], 11, colours.FADED)
        canvas.text(box.part(66, 0, box.w - 66, box.h), words, 13, colour)
    if mission["last_card"]:
        card = card_words(to_index(int(mission["last_card"])), charts)
        tag(canvas, boxes.LAST_CARD, card[:1].upper() + card[1:], back=colours.BLUE, size=12)
    else:
        canvas.text(boxes.LAST_CARD, "no event card yet", 12, colours.FADED)
    drawn = int(mission["drawn"].sum())
    canvas.text(boxes.CARDS_DRAWN, wording.plural(drawn, "card") + " drawn", 12, colours.INK, align="right")


def _conditions(mission: Any) -> dict[str, tuple[str, Colour]]:
    """Return the lines: words and colour by name."""
    seen = int(mission["visibility"] or mission["visibility_card"])
    kind = Formation(mission["formation"]).word
    fire = AntiAircraft(mission["anti_aircraft"]).word + (
        f" ({mission['anti_aircraft_card']:+d} card)" if mission["anti_aircraft_card"] else ""
    )
    escorts = " and ".join(["early"] * int(mission["escorts_early"]) + ["late"] * int(mission["escorts_late"]))
    relief = ("-", "not used", "used")[bool(mission["leader"]) * (1 + int(mission["relief_used"]))]
    gamble = ("-", "survived", "crashed")[mission["gamble"]]
    present = f", {mission['present']} in the attack" if mission["present"] else ""
    return {
        "formation": (f"{kind} of {mission['sent']}{present}" if mission["formation"] else "-", colours.INK),
        "load": (wording.payload_words(mission["payload"]) if mission["payload"] else "-", colours.INK),
        "visibility": (Visibility(seen).word, colours.TONES[Visibility(seen).tone]),
        "AA fire": (fire, colours.TONES[AntiAircraft(mission["anti_aircraft"]).tone]),
        "relief": (relief, colours.INK),
        "gamble": (gamble, colours.RED if mission["gamble"] == 2 else colours.INK),
        "escorts": (escorts or "-", colours.GREEN if escorts == "early" else colours.INK),
        "ambush": (
            f"{mission['ambush']} more" if mission["ambush"] else "-",
            colours.RED if mission["ambush"] else colours.INK,
        ),
    }


# --- Flying Circle ---


def draw_circle_base(canvas: Canvas) -> None:
    """Draw the dial, seen from above, and the gauge, seen from the side."""
    x, y = boxes.DIAL.centre
    radius = boxes.DIAL.w / 2
    canvas.disc((x, y), radius, colours.SEA)
    for corner in range(4):
        turn = pi / 4 + corner * pi / 2
        inner, outer = 30, radius
        start = (x + inner * cos(turn), y + inner * sin(turn))
        canvas.line(start, (x + outer * cos(turn), y + outer * sin(turn)), colours.PAPER, 3)
    pieces.aircraft(canvas, boxes.DIAL.part(61, 61, 54, 54), colours.STEEL)
    canvas.fill(boxes.GAUGE, colours.SEA, 8)
    gauge = boxes.GAUGE
    canvas.line((gauge.x, gauge.y + 88), (gauge.x + gauge.w, gauge.y + 88), colours.PAPER, 3)
    pieces.aircraft(canvas, gauge.part(16, 72, 32, 32), colours.STEEL)
    for word, box in SECTOR_LABELS:
        canvas.text(box, word, 9, colours.FADED, align="centre")


def draw_circle(canvas: Canvas, mat: Any) -> None:
    """Draw the last attacker in its sector, and the remaining fighters."""
    mission = mat["mission"]
    if mission["sector"]:
        place = to_index(int(mission["sector"]))
        box = boxes.sector(place)
        canvas.fill(box, colours.GOLD, 8)
        pieces.fighter(canvas, box.inset(4), ATTACK_HEADINGS[place])
        came = f"last one came from {SECTOR_PHRASES[place]}"
        canvas.text(boxes.LAST_ATTACK, came, 12, colours.INK)
    name = Fighter(mission["fighter"]).word if mission["fighter"] else "No fighters met"
    ink = colours.RED if mission["fighter"] else colours.FADED
    canvas.text(boxes.FIGHTER_NAME, name, 16, ink)
    _fighters_left(canvas, int(mission["fighters"]))
    if mission["duellist"]:
        canvas.text(boxes.DUEL, f"Aircraft {mission['duellist']} attacks them", 12, colours.BLUE)
    kills = int(mission["kills"])
    if kills:
        tag(canvas, boxes.KILLS, f"{kills} shot down", back=colours.GREEN, size=13)


def _fighters_left(canvas: Canvas, count: int) -> None:
    """Draw one fighter for each remaining attack."""
    box = boxes.FIGHTERS_LEFT
    canvas.text(box.part(0, 0, box.w, 16), f"{count} to attack" if count else "", 12, colours.INK)
    for place in range(count):
        column, line = place % 5, place // 5
        pieces.fighter(canvas, box.part(31 * column, 18 + 31 * line, 28, 28))
