"""The cards and the career of the drawn mat."""

from typing import Any

from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import CARDS, MONTHS, Bomber, Maneuver, Marker, Scale
from stuka_env.games.interceptor.drawing import boxes, code_colours
from stuka_env.games.interceptor.drawing.pieces import plate
from stuka_env.games.interceptor.words import odds, wording
from stuka_env.render import colours
from stuka_env.render.canvas import Box, Canvas, Colour, wrap
from stuka_env.render.pieces import tag

FACE_UP_NAMES = {"own": "Your card", "enemy": "Enemy's card", "wing": "Wingman's card", "gunner": "Gunner's card"}
"""Cards that lie face up: field of the deck, name."""
FACE_UP_COLOURS: dict[str, Colour] = {
    "own": code_colours.OWN,
    "enemy": code_colours.ENEMY,
    "wing": code_colours.WING,
    "gunner": code_colours.WING,
}
CARD_TITLE_HEIGHT, CARD_SIZE, CARD_LINE = 17, 11, 12


# --- cards ---


def draw_deck(canvas: Canvas, mat: Any) -> None:
    """Draw the deck by number; cards that are out are dark."""
    drawn = mat["deck"]["drawn"].tolist()
    canvas.text(boxes.DECK_TITLE, f"Deck: {CARDS - sum(drawn)} of {CARDS} cards left", 12, colours.FADED)
    for place, is_out in enumerate(drawn):
        box = boxes.deck_card(place)
        canvas.fill(box, code_colours.OUT_OF_DECK if is_out else colours.CARD, 2)
        canvas.text(box, str(place + 1), 9, colours.WHITE if is_out else colours.FADED, align="centre")


def draw_face_up(canvas: Canvas, mat: Any, charts: LoadedCharts) -> None:
    """Draw the cards that lie face up, each with the parts that can count."""
    for place, (field, name) in enumerate(FACE_UP_NAMES.items()):
        box, number = boxes.face_up(place), int(mat["deck"][field])
        if not number:
            canvas.frame(box, colours.LINE, 1, 5)
            canvas.text(box.inset(4), name, 12, colours.FADED, align="centre")
            continue
        canvas.fill(box, colours.CARD, 5)
        tag(canvas, box.part(0, 0, box.w, CARD_TITLE_HEIGHT), f"{name} {number}", back=FACE_UP_COLOURS[field], size=12)
        sentences = _card_words(mat, charts, field, number)
        lines = [line for words in sentences for line in wrap(words, CARD_SIZE, box.w - 8)]
        for row, line in enumerate(lines):
            at = box.part(5, CARD_TITLE_HEIGHT + 1 + CARD_LINE * row, box.w - 8, CARD_LINE)
            canvas.text(at, line, CARD_SIZE, colours.INK)


def _card_words(mat: Any, charts: LoadedCharts, field: str, number: int) -> list[str]:
    """Return the parts of a card that can count."""
    row = charts.record
    card = row["cards"][number - 1]
    defence = f"defence {Maneuver.word_of(int(card['maneuver']))}"
    if field == "own":
        fire = odds.fire_of(row, number, odds.firing_firepower(mat, row))
        jam = ", jam" if card["jam"] else ""
        return [f"fire {fire}{jam}", defence, f"wingman {wording.help_words(card)}"]
    if field == "enemy" and mat["fighter"]["present"]:
        return [f"fire {odds.fire_of(row, number, odds.enemy_firepower(mat, row))}", defence]
    if field == "wing":
        return [f"fire {odds.fire_of(row, number, odds.help_firepower(row, int(mat['deck']['own'])))}"]
    return [f"defensive fire {card['defensive_fire']}"]


# --- the career ---


def draw_career(canvas: Canvas, mat: Any, charts: LoadedCharts) -> None:
    """Draw the aircraft shot down, the calendar, the counts and the markers."""
    career = mat["career"]
    tallies = [("Bombers", int(career["bombers"]))]
    tallies += [(kind.word, int(career["by_type"][kind - 1])) for kind in Bomber if kind]
    tallies += [("Fighters", int(career["fighters"]))]
    for place, (name, count) in enumerate(tallies):
        _tally(canvas, boxes.tally(place), name, count)
    if mat["settings"]["scale"] != Scale.SORTIE:
        _calendar(canvas, career, int(charts.record["lines"][career["month"]]))
    canvas.text(boxes.CAREER_COUNTS, _counts(mat), 12, colours.INK)
    for marker in Marker:
        name = Marker.word_of(marker)
        count = int(career["markers"][marker])
        plate(canvas, boxes.kept_marker(marker), f"{name} x{count}" if count > 1 else name, bool(count))


def _tally(canvas: Canvas, box: Box, name: str, count: int) -> None:
    """Draw a count with its name."""
    canvas.fill(box, colours.GREEN if count else colours.EMPTY, 3)
    ink = colours.WHITE if count else colours.FADED
    canvas.text(box.part(0, 1, box.w, 13), name, 11, ink, align="centre")
    canvas.text(box.part(0, 14, box.w, box.h - 15), str(count), 16, ink, align="centre")


def _calendar(canvas: Canvas, career: Any, lines: int) -> None:
    """Draw the months and the sortie lines of the present one."""
    for place in range(MONTHS):
        is_past = int(career["start"]) <= place < int(career["month"])
        name = wording.MONTH_TITLES[place][:3]
        _day(canvas, boxes.month(place), name, is_past=is_past, is_present=place == int(career["month"]))
    for place in range(lines):
        number = int(career["line"]) - 1
        _day(canvas, boxes.line(place), str(place + 1), is_past=place < number, is_present=place == number)


def _day(canvas: Canvas, box: Box, name: str, *, is_past: bool, is_present: bool) -> None:
    """Draw a month or a sortie line: past, present or future."""
    canvas.fill(box, colours.GOLD if is_present else code_colours.OUT_OF_TRACK if is_past else colours.EMPTY, 3)
    ink = colours.INK if is_present else colours.WHITE if is_past else colours.FADED
    canvas.text(box, name, 11, ink, align="centre")


def _counts(mat: Any) -> str:
    """Return the counts of the career that are not zero."""
    career, pilot = mat["career"], mat["pilot"]
    words = [f"{wording.plural(int(career['flown']), 'sortie')} flown"]
    words += [f"{career['sit_out']} to sit out"] if career["sit_out"] else []
    words += [f"{career['aircraft_lost']} aircraft lost"] if career["aircraft_lost"] else []
    wingmen = int(career["wingmen_lost"])
    words += [f"{wingmen} {'wingman' if wingmen == 1 else 'wingmen'} lost"] if wingmen else []
    words += [wording.plural(int(pilot["free_moves"]), "free move")] if pilot["free_moves"] else []
    words += ["annual leave taken"] if pilot["leave_taken"] else []
    return ", ".join(words)
