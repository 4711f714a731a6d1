"""The aircraft cards of the drawn mat."""

from typing import Any

from stuka_env.games.stuka.codes import SLOTS, Duty, Leg, Payload, Quality, Role, Status, to_index, to_number
from stuka_env.games.stuka.drawing import boxes, code_colours, pieces
from stuka_env.games.stuka.drawing.text import ON_MISSION, asked_about
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.crew_names import CrewNames
from stuka_env.render import colours
from stuka_env.render.canvas import Canvas
from stuka_env.render.pieces import crosses, pips, star, tag

STATUS_LABELS = ("no aircraft", "READY", "FLYING", "HOME", "LOST", "REPAIR", "ON ITS WAY")
FATE_LABELS = {Duty.KIA: "KIA", Duty.POW: "POW", Duty.HOSPITAL: "hospital"}
SYSTEM_LABELS = ("Engine", "P wing", "S wing", "Tail", "Fuel", "Bombs", "Gear")
ROSTERS = ("pilots", "gunners")


def draw_cards(canvas: Canvas, mat: Any, crews: CrewNames | None) -> None:
    """Draw all ten slots."""
    for slot in range(SLOTS):
        draw_aircraft_card(canvas, mat, slot, crews)


def draw_aircraft_card(canvas: Canvas, mat: Any, slot: int, crews: CrewNames | None) -> None:
    """Draw one slot: the card, and its markers during a mission."""
    card = mat["aircraft"][slot]
    box = boxes.card(slot)
    status = int(card["status"])
    canvas.fill(box, code_colours.STATES[status], 6)
    is_asked = asked_about(mat) == to_number(slot)
    canvas.frame(box, colours.GOLD if is_asked else colours.LINE, 4 if is_asked else 1, 6)
    canvas.fill(boxes.card_number(slot), colours.INK, 4)
    canvas.text(boxes.card_number(slot), str(to_number(slot)), 14, colours.WHITE, align="centre")
    _status(canvas, mat, slot)
    if mat["mission"]["leader"] == to_number(slot):
        star(canvas, boxes.leader_star(slot), colours.GOLD)
    if card["lucky"]:
        pieces.dog(canvas, boxes.lucky_dog(slot))
    if status in ON_MISSION:
        for role in Role:
            _seat(canvas, mat, slot, role, crews=crews)
        _damage(canvas, card, slot)
        _load(canvas, card, slot)
        _results(canvas, card, slot)
    elif status != Status.NONE:
        _at_rest(canvas, status, slot)


def _status(canvas: Canvas, mat: Any, slot: int) -> None:
    """Draw the status of the aircraft."""
    status = int(mat["aircraft"][slot]["status"])
    word = STATUS_LABELS[status]
    if status == Status.FLYING and mat["mission"]["leg"] == Leg.GROUND:
        word = "MUSTERED"
    ink = {Status.LOST: colours.RED, Status.HOME: colours.GREEN, Status.NONE: colours.FADED}.get(
        Status(status), colours.INK
    )
    canvas.text(boxes.card_status(slot), word, 11, ink, align="right")


def _seat(canvas: Canvas, mat: Any, slot: int, role: int, *, crews: CrewNames | None) -> None:
    """Draw the pilot or the gunner: name, level or fate, stress, wounds."""
    place = int(mat["aircraft"][slot][("pilot", "gunner")[role]])
    name = boxes.seat_name(slot, role)
    if not place:
        canvas.text(name, f"{Role(role).word.capitalize()}: empty", 12, colours.FADED)
        return
    who = mat[ROSTERS[role]][to_index(place)]
    fate = FATE_LABELS.get(Duty(int(who["duty"])), "")
    ink = colours.RED if fate else code_colours.ROLES[role]
    number = f"{Role(role).word.capitalize()} {place}"
    canvas.text(name, number if crews is None else crews.short(role, place), 13, ink)
    level = int(who["level"])
    words, back = (fate, colours.RED) if fate else (Quality(level).word, code_colours.LEVEL_COLOURS[level])
    tag(canvas, boxes.seat_level(slot, role), words, back=back)
    pips(canvas, boxes.seat_stress(slot, role), count=int(who["stress"]), most=6, colour=code_colours.STRESS)
    crosses(canvas, boxes.seat_wounds(slot, role), int(who["wounds"]))


def _damage(canvas: Canvas, card: Any, slot: int) -> None:
    """Draw the damage spaces."""
    for system, hit in enumerate(card["damage"]):
        box = boxes.damage(slot, system)
        canvas.fill(box, code_colours.DAMAGE if hit else colours.EMPTY, 3)
        canvas.text(box, SYSTEM_LABELS[system], 10, colours.WHITE if hit else colours.FADED, align="centre")


def _load(canvas: Canvas, card: Any, slot: int) -> None:
    """Draw the load."""
    load = int(card["ordnance"])
    words = wording.payload_words(load) if load != Payload.NONE else "no bombs"
    canvas.text(boxes.ordnance(slot), words, 12, colours.INK if load else colours.FADED)


def _results(canvas: Canvas, card: Any, slot: int) -> None:
    """Draw the lost range, the attack's modifiers and its score."""
    box = boxes.range_loss(slot)
    if card["range_loss"] or card["wants_home"]:
        text = f"{-int(card['range_loss'])} zones"
        tag(canvas, box, text, back=colours.RED if card["wants_home"] else colours.BROWN)
    if card["attacked"] or card["drm"]:
        canvas.text(boxes.attack_drm(slot), f"DRM {wording.signed(int(card['drm']))}", 12, colours.INK, align="centre")
    if card["attacked"]:
        text = f"{int(card['score'])} pts" if card["score"] else "Miss"
        tag(canvas, boxes.attack_score(slot), text, back=colours.GREEN if card["score"] else colours.STEEL, size=13)


def _at_rest(canvas: Canvas, status: int, slot: int) -> None:
    """Draw an aircraft on the ground as a silhouette."""
    colour = colours.STEEL if status == Status.READY else colours.LINE
    pieces.aircraft(canvas, boxes.card(slot).part(30, 44, 100, 100), colour)
