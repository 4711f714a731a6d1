"""Labels and meanings of actions. A label names the object of the action and gives the odds of the charts.

:class:`stuka_env.games.interceptor.codes.Act` has the decisions that an action answers. Odds of cards are those of all
sixty, whether or not the discards are shown.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import (
    ACTIONS,
    ALL,
    CARDS,
    LEARNED,
    NOBODY,
    PICKS,
    Act,
    Aim,
    Bomber,
    Career,
    Decision,
    Enemy,
    Health,
    Maneuver,
    Orientation,
    Person,
    Position,
    Series,
    Skill,
    TargetZone,
    Touchdown,
    Zone,
)
from stuka_env.games.interceptor.words import odds, wording
from stuka_env.games.interceptor.words.wording import signed

NumpyRecord = Any
"""A record of :data:`stuka_env.games.interceptor.rules.mat.Mat.dtype`."""
Labeller = Callable[[Act, NumpyRecord, LoadedCharts], str]
"""Maker of a label from an action, the mat and the charts in force."""

ACTIONS_IN_ORDER = tuple(Act)
"""Every action at its index."""


class ActWords(NamedTuple):
    """An action in words.

    Attributes:
        text: its label, independently of the mat.
        meaning: its effect, for the table of actions.
        labeller: maker of a label from the mat; None if it would equal the text.
    """

    text: str
    meaning: str
    labeller: Labeller | None = None


def label(index: int, mat: NumpyRecord | None = None, charts: LoadedCharts | None = None) -> str:
    """Return an action in words. With the mat and the charts it names the object of the action and gives the odds.

    Raises:
        IndexError: no action has this index.
    """
    if not 0 <= index < ACTIONS:
        raise IndexError(f"action: got {index}, allowed are 0 to {ACTIONS - 1}")
    act = ACTIONS_IN_ORDER[index]
    words = ACTS[act]
    if mat is None or charts is None or words.labeller is None:
        return words.text
    return words.labeller(act, mat, charts)


def plain_label(index: int, decision: int = NOBODY) -> str:
    """Return an action in words, independently of the mat, as the answer to a decision."""
    act = ACTIONS_IN_ORDER[index]
    if act >= Act.PICK_1:
        return _picked(act, decision) or ACTS[act].text
    return ACTS[act].text


def _picked(act: Act, decision: int) -> str:
    """Return the row of a list that is the same on every mat; empty for other lists."""
    place = act - Act.PICK_1
    lists: dict[int, list[str]] = {
        Decision.TRACK: [track.word for track in Career],
        Decision.SERIES: [series.word for series in Series],
        Decision.ZONE: [f"zone {zone.word}" for zone in Zone],
        Decision.SKILL: [skill.word for skill in Skill],
        Decision.GUNNER: ["the old gunner", "the present gunner"],
    }
    rows = lists.get(decision, [])
    return rows[place] if place < len(rows) else ""


# --- parts of labels ---


def in_36(count: int) -> str:
    """Return a number of throws of two dice: "4 in 36"."""
    return f"{count} in {odds.PAIRS}"


def in_6(highest: int) -> str:
    """Return the faces of a die up to one: "2 in 6"."""
    return f"{highest} in 6"


def fire_label(charts: LoadedCharts, firepower: int, added: int = 0) -> str:
    """Return the odds of a shot: "firepower 16: mean 3.2 hits, of 60 cards 8 GP and 3 DE" (group damage, destroyed)."""
    chances = odds.fire_odds(charts.record, firepower, added)
    cards = f"of {CARDS} cards {chances.groups} GP and {chances.destroyed} DE"
    return f"firepower {firepower}: mean {chances.hits:.1f} hits, {cards}"


def model_label(charts: LoadedCharts, model: int) -> str:
    """Return a type of aircraft with its numbers: "Bf109G-6: speed 21, firepower 6, ammunition 6, agile, 1 seat"."""
    row = charts.record["models"][model]
    series = charts.record["series"][row["series"]]
    ammunition = int(row["weapons"]["ammunition"].clip(0).sum())
    words = [
        f"speed {row['speed']}",
        f"firepower {row['weapons']['firepower'].sum()}",
        f"ammunition {ammunition}",
        *(["agile"] if series["agile"] else []),
        *(["rockets"] if row["rockets"] else []),
        wording.plural(int(series["crew"]), "seat"),
        f"level {row['level']}",
    ]
    return f"{charts.names.models[model]}: {', '.join(words)}"


def escort_words(mat: NumpyRecord) -> str:
    """Return the escort or sweep that was met."""
    return Enemy.word_of(int(mat["sortie"]["escort"]))


# --- labels by decision ---


def _fly(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    sortie = mat["sortie"]
    if not sortie["raid"]:
        return ACTS[act].text
    city = charts.names.raids[mat["career"]["month"]][sortie["raid"]]
    zone = TargetZone.word_of(int(sortie["target_zone"]))
    met = []
    if sortie["bomber_type"]:
        met.append(f"{Bomber.word_of(int(sortie['bomber_type']))}s")
    if sortie["escort"] == Enemy.NONE:
        met.append("without escort")
    elif sortie["escort"]:
        met.append(f"escorted by {escort_words(mat)}s")
    known = f"; {', '.join(met)}" if met else ""
    return f"Fly against the raid on {city} (zone {zone}, boxes {sortie['entry']} to {sortie['last_box']}{known})"


def _leave(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    return f"{ACTS[act].text} ({wording.plural(int(charts.record['leave_lines']), 'line')}, then fatigue 0)"


def _bombers(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    kind = Bomber.word_of(int(mat["sortie"]["bomber_type"]))
    start = "medium" if act == Act.BOMBERS_MEDIUM else "long"
    return f"Attack the {kind}s, from {start} range"


def _fight(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    decision = mat["cursor"]["decision"]
    if decision == Decision.NEXT:
        return f"Engage another {escort_words(mat)}, head on"
    if decision == Decision.ESCORT:
        return f"Fight the escort of {escort_words(mat)}s, disadvantaged"
    orientation = Orientation.word_of(int(mat["sortie"]["orientation"]))
    return f"Fight the {escort_words(mat)}s, {orientation}"


def _slip(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    return f"Slip away from the {escort_words(mat)}s ({in_6(int(charts.record['slip']))})"


LET_GO_WORDS = {
    Decision.ENGAGE: "Let the bombers go",
    Decision.PASS: "Let the bombers go",
    Decision.NEXT: "End the fighter combat",
}


def _let_go(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    return LET_GO_WORDS.get(Decision(int(mat["cursor"]["decision"])), ACTS[act].text)


def _aim(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    first = Act.AIM_PORT if act < Act.BURST_PORT else Act.BURST_PORT
    aim = Aim(act - first).word
    added = int(charts.record["range_fire"][mat["bomber"]["range"]])
    shot = fire_label(charts, odds.firing_firepower(mat, charts.record), added)
    if first == Act.AIM_PORT:
        return f"Fire at the {aim} ({shot})"
    points = int(charts.record["burst_ammunition"])
    answer = signed(int(charts.record["burst_answer"]))
    return f"Extended burst at the {aim} ({shot}; C3, {points} points, answer {answer})"


def _rockets(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    hits = [int(charts.record["rocket_hits"][total]) for total in odds.sums()]
    parts = [f"{wording.plural(count, 'hit')} {in_36(hits.count(count))}" for count in range(1, max(hits) + 1)]
    return f"Fire the rockets ({', '.join(parts)})"


def _jettison(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    return f"{ACTS[act].text} (speed {signed(int(charts.record['rocket_drag']))})"


def _wingman(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    if mat["cursor"]["decision"] == Decision.BURST:
        hits, harm = odds.wingman_throws(mat, charts.record)
        return f"The wingman attacks with the next shot (he hits {in_36(hits)}, comes to harm {in_36(harm)})"
    return f"Call the wingman (he helps on {odds.helping_cards(charts.record)} of {CARDS} cards)"


def _fire(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    enemy = Enemy.word_of(int(mat["fighter"]["type"]))
    return f"Fire at the {enemy} ({fire_label(charts, odds.firing_firepower(mat, charts.record))})"


def _disengage(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    certain = mat["fighter"]["position"] == Position.TAILING
    return f"Disengage ({'certain' if certain else in_6(int(charts.record['disengage']))})"


def _defend(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    avoid, ends = odds.defence_cards(charts.record)
    return f"Defend with the next card (of {CARDS} cards {avoid} avoid all, {ends} end the fight)"


def _tight_turn(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    gain = charts.record["tight_turn_agile"] if odds.is_agile(mat, charts.record) else charts.record["tight_turn"]
    return f"Tight turn (position {signed(int(gain))})"


def _barrel_roll(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    return f"Barrel roll ({wording.plural(int(charts.record['barrel_roll']), 'hit')} avoided)"


def _learned(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    row = charts.record["learned"][act - Act.CUBAN_EIGHT]
    words = [avoided_words(row)]
    words += [f"position {signed(int(row['improve']))}"] if row["improve"] else []
    words += ["the fight ends"] if row["ends"] else []
    return f"{ACTS[act].text} ({', '.join(words)})"


def _bail_out(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    killed = odds.jump_throws(mat, charts.record, int(Health.KILLED))
    hurt = odds.jump_throws(mat, charts.record, int(Health.LIGHT_WOUND), int(Health.SERIOUS_WOUND))
    return f"Bail out (wounded {in_36(hurt)}, killed {in_36(killed)})"


def _deadstick(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    killed = odds.landing_throws(mat, charts.record, True, int(Touchdown.KILLED))
    crash = odds.landing_throws(mat, charts.record, True, int(Touchdown.ROUGH), int(Touchdown.CRASH))
    return f"Land without engine (rough or crash {in_36(crash)}, killed {in_36(killed)})"


def _on(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    return f"Fly on to box {int(mat['sortie']['box']) + 1} of {mat['sortie']['last_box']}"


def _home(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    killed = odds.landing_throws(mat, charts.record, False, int(Touchdown.KILLED))
    crash = odds.landing_throws(mat, charts.record, False, int(Touchdown.ROUGH), int(Touchdown.CRASH))
    risk = f"rough or crash {in_36(crash)}" + (f", killed {in_36(killed)}" if killed else "")
    return f"Fly home and land ({risk})"


def defence_words(charts: LoadedCharts, number: int) -> str:
    """Return the defence text of a card: "Chandelle, all damage avoided, position +1"."""
    card = charts.record["cards"][number - 1]
    words = [Maneuver.word_of(int(card["maneuver"])), avoided_words(card)]
    words += [f"position {signed(int(card['improve']))}"] if card["improve"] else []
    words += ["the fight ends"] if card["ends"] else []
    return ", ".join(words)


def avoided_words(row: Any) -> str:
    """Return the hits that a defence avoids, a record with the field ``avoid``."""
    return "all damage avoided" if row["avoid"] == ALL else f"{wording.plural(int(row['avoid']), 'hit')} avoided"


def redrawn_words(mat: NumpyRecord, charts: LoadedCharts) -> str:
    """Return the card that an Expert may redraw, with the part that counts: fire, defence or wingman text."""
    deck, choice = mat["deck"], int(mat["work"]["choice"])
    own, wing = int(deck["own"]), int(deck["wing"])
    if wing:
        return f"card {wing}: {odds.fire_of(charts.record, wing, odds.help_firepower(charts.record, own))}"
    if not own:
        return "the card"
    if not mat["bomber"]["present"] and choice == Act.WINGMAN:
        return f"card {own}: the wingman {wording.help_words(charts.record['cards'][own - 1])}"
    if not mat["bomber"]["present"] and choice == Act.DEFEND:
        return f"card {own}: {defence_words(charts, own)}"
    jam = ", a jam" if charts.record["cards"]["jam"][own - 1] else ""
    return f"card {own}: {odds.fire_of(charts.record, own, odds.firing_firepower(mat, charts.record))}{jam}"


def _yes(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    decision = mat["cursor"]["decision"]
    if decision == Decision.REDRAW:
        return f"Redraw {redrawn_words(mat, charts)}"
    if decision == Decision.REFLEX:
        better = min(int(mat["fighter"]["position"]) + 1, int(Position.TAILING))
        return f"Use Reflexes: {Position.word_of(better)}"
    return "Use the eyewitness: the loss is credited" if decision == Decision.WITNESS else ACTS[act].text


def _no(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    decision = mat["cursor"]["decision"]
    if decision == Decision.REDRAW:
        return "Keep the card"
    if decision == Decision.REFLEX:
        return f"Keep Reflexes: {Position.word_of(int(mat['fighter']['position']))}"
    return f"Roll for the credit ({in_6(int(charts.record['crash_seen']))})" if decision == Decision.WITNESS else "No"


def _done(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    if mat["cursor"]["decision"] == Decision.SKILL:
        return f"Nothing more for {Person(int(mat['cursor']['person'])).word}"
    return f"Nothing more ({wording.plural(int(mat['pilot']['prestige']), 'Prestige Point')} left)"


COSTS = {
    Act.UPGRADE: "cost_upgrade",
    Act.SWITCH: "cost_switch",
    Act.MOVE: "cost_move",
    Act.SPARE: "cost_spare",
    Act.VETERAN_GUNNER: "cost_veteran",
    Act.KEEP_GUNNER: "cost_keep_gunner",
}
"""Fields of the charts with the cost of each purchase."""
LOST_SORTIES = {Act.SWITCH: "lost_switch", Act.MOVE: "lost_move"}


def _buy(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    cost = wording.plural(int(charts.record[COSTS[act]]), "Prestige Point")
    price = "free" if act == Act.MOVE and mat["pilot"]["free_moves"] else f"{cost} of {mat['pilot']['prestige']}"
    lost = f", {wording.plural(int(charts.record[LOST_SORTIES[act]]), 'sortie')} lost" if act in LOST_SORTIES else ""
    return f"{ACTS[act].text} ({price}{lost})"


def _pick(act: Act, mat: NumpyRecord, charts: LoadedCharts) -> str:
    decision, place = int(mat["cursor"]["decision"]), act - Act.PICK_1
    maker = PICK_LABELS.get(Decision(decision))
    return (maker(place, mat, charts) if maker else "") or plain_label(act, decision)


def _pick_track(place: int, mat: NumpyRecord, charts: LoadedCharts) -> str:
    if place >= len(Career):
        return ""
    points = charts.record["nco_points"] if place == Career.NCO else charts.record["officer_points"]
    rank = wording.rank_words(place, 0)
    track = Career(place).word
    return f"Fly as {rank} ({track}, {wording.plural(int(points), 'Experience Point')})"


def _pick_aircraft(place: int, mat: NumpyRecord, charts: LoadedCharts) -> str:
    offered = mat["desk"]["offered"]
    if place >= len(offered) or not offered[place]:
        return ""
    return f"Take the {model_label(charts, int(offered[place]) - 1)}"


def _pick_series(place: int, mat: NumpyRecord, charts: LoadedCharts) -> str:
    return f"Change to the {Series(place).word}" if place < len(Series) else ""


def _pick_zone(place: int, mat: NumpyRecord, charts: LoadedCharts) -> str:
    if place >= len(Zone):
        return ""
    boxes = charts.record["track"][place]
    reached = [f"{TargetZone.word_of(zone)} {box}" for zone, box in enumerate(boxes.tolist()) if zone and box]
    return f"Move to zone {Zone(place).word} (boxes: {', '.join(reached)})"


def _pick_skill(place: int, mat: NumpyRecord, charts: LoadedCharts) -> str:
    if place >= len(Skill):
        return ""
    person = Person(int(mat["cursor"]["person"]))
    name = ("pilot", "wingman", "gunner")[person]
    cost, points = int(charts.record["skill_cost"][place]), int(mat[name]["points"])
    who = Person(person).word.capitalize()
    return f"{who} learns {Skill(place).word} ({cost} of {wording.plural(points, 'point')})"


def _pick_gunner(place: int, mat: NumpyRecord, charts: LoadedCharts) -> str:
    if place >= len(GUNNERS):
        return ""
    name = GUNNERS[place]
    man = mat["old_gunner" if place == 0 else "gunner"]
    count = int(man["skills"].sum())
    points = wording.plural(int(man["points"]), "Experience Point")
    return f"Keep {name} ({points}, {wording.plural(count, 'skill')})"


GUNNERS = ("the old gunner", "the present gunner")
PICK_LABELS: dict[Decision, Callable[[int, NumpyRecord, LoadedCharts], str]] = {
    Decision.TRACK: _pick_track,
    Decision.AIRCRAFT: _pick_aircraft,
    Decision.SERIES: _pick_series,
    Decision.ZONE: _pick_zone,
    Decision.SKILL: _pick_skill,
    Decision.GUNNER: _pick_gunner,
}
"""Makers of the labels of the rows of each list."""


ACTS: dict[Act, ActWords] = {
    Act.FLY: ActWords("Fly against the raid", "take off for the box of the raid (6.1.2)", _fly),
    Act.STAY: ActWords("Stay on the ground", "the line is used up, nothing is flown (6.1)"),
    Act.LEAVE: ActWords("Take annual leave", "this line and the next are not flown, then fatigue is 0 (10.3)", _leave),
    Act.BOMBERS: ActWords("Attack the bombers", "a pass from long range (7.1.3)", _bombers),
    Act.BOMBERS_MEDIUM: ActWords("Attack the bombers from medium range", "out of the sun (7.1.2)", _bombers),
    Act.FIGHT: ActWords("Fight the enemy fighters", "fighter combat (7.2.1, 7.2.2.9)", _fight),
    Act.SLIP: ActWords("Slip away", "avoid the enemy fighters by a die (7.1.10)", _slip),
    Act.LET_GO: ActWords("Let them go", "leave the enemy alone (7.1.1, 7.2.2.9)", _let_go),
    Act.BREAK_OFF: ActWords("Break off the pass", "end the pass before firing (7.1.6, 7.3.2)"),
    Act.AIM_PORT: ActWords("Fire at the port wing", "a shot at the bomber (7.1.3, 7.1.6)", _aim),
    Act.AIM_STARBOARD: ActWords("Fire at the starboard wing", "a shot at the bomber (7.1.3, 7.1.6)", _aim),
    Act.AIM_AIRFRAME: ActWords("Fire at the airframe", "a shot at the bomber (7.1.3, 7.1.6)", _aim),
    Act.BURST_PORT: ActWords("Extended burst at the port wing", "an extended burst (7.1.13)", _aim),
    Act.BURST_STARBOARD: ActWords("Extended burst at the starboard wing", "an extended burst (7.1.13)", _aim),
    Act.BURST_AIRFRAME: ActWords("Extended burst at the airframe", "an extended burst (7.1.13)", _aim),
    Act.ROCKETS: ActWords("Fire the rockets", "before the round at long range (7.1.14)", _rockets),
    Act.JETTISON: ActWords("Drop the rockets", "for the speed, in the first round (7.1.14)", _jettison),
    Act.WINGMAN: ActWords("Use the wingman", "he attacks the bomber, or helps in place of a defence (7.2.3)", _wingman),
    Act.REFLEXES: ActWords("Fire first", "use Reflexes for the next shot, once a sortie (7.7)"),
    Act.SAME: ActWords("Attack the same bomber again", "another pass from long range (7.1.11)"),
    Act.OTHER: ActWords("Attack another bomber", "another pass from long range (7.1.11)"),
    Act.FIRE: ActWords("Fire", "a shot at the enemy fighter (7.2.2.1)", _fire),
    Act.DISENGAGE: ActWords("Disengage", "leave the fighter combat (7.3)", _disengage),
    Act.DEFEND: ActWords("Defend with the next card", "its defence text (7.2.2.2, 7.2.2.3)", _defend),
    Act.TIGHT_TURN: ActWords("Tight turn", "a better position (7.2.2.2)", _tight_turn),
    Act.BARREL_ROLL: ActWords("Barrel roll", "hits avoided (7.2.2.2)", _barrel_roll),
    Act.CUBAN_EIGHT: ActWords("Cuban Eight", "learned, once a sortie (10.6)", _learned),
    Act.CHANDELLE: ActWords("Chandelle", "learned, once a sortie (10.6)", _learned),
    Act.IMMELMANN: ActWords("Immelmann", "learned, once a sortie (10.6)", _learned),
    Act.SPLIT_S: ActWords("Split-S", "learned, once a sortie (10.6)", _learned),
    Act.BAIL_OUT: ActWords("Bail out", "leave the aircraft by parachute (7.4.1, 7.6)", _bail_out),
    Act.DEADSTICK: ActWords("Land without engine", "a forced landing; the next sortie is lost (7.4.5)", _deadstick),
    Act.ON: ActWords("Fly on", "one box on, and roll again (6.1.3)", _on),
    Act.HOME: ActWords("Fly home", "straight to the landing box (7.4.2)", _home),
    Act.YES: ActWords("Yes", "redraw the card, use Reflexes, or use the eyewitness (7.7, 7.4.3)", _yes),
    Act.NO: ActWords("No", "keep it (7.7, 7.4.3)", _no),
    Act.DONE: ActWords("Nothing more", "end the purchases (7.7, 8.1)", _done),
    Act.UPGRADE: ActWords("Change the aircraft", "another type of the series (8.1)", _buy),
    Act.SWITCH: ActWords("Change the series", "a type of another series (8.1, 9.3)", _buy),
    Act.MOVE: ActWords("Change the unit", "another zone of bases (4.6.1, 8.1)", _buy),
    Act.SPARE: ActWords("Take a spare aircraft", "repairs cost no sortie (8.1)", _buy),
    Act.VETERAN_GUNNER: ActWords("Ask for a veteran gunner", "the new gunner comes with points (8.1)", _buy),
    Act.KEEP_GUNNER: ActWords("Keep the gunner", "he waits for the pilot (9.4)", _buy),
}
ACTS |= {
    ACTIONS_IN_ORDER[Act.PICK_1 + place]: ActWords(
        f"Row {place + 1} of the list", "a row of the list on the table", _pick
    )
    for place in range(PICKS)
}
"""Every action in words."""
assert len(LEARNED) == Act.SPLIT_S - Act.CUBAN_EIGHT + 1


class ActionRow(NamedTuple):
    """One line of the table of actions."""

    first: int
    last: int
    name: str
    decisions: str
    meaning: str


def table_of_actions() -> list[ActionRow]:
    """Return the table of actions; the rows of the list on the table share one row."""
    singles = [
        ActionRow(int(act), int(act), act.name, ", ".join(one.name for one in act.decisions), ACTS[act].meaning)
        for act in Act
        if act < Act.PICK_1
    ]
    picks = ", ".join(decision.name for decision in Act.PICK_1.decisions)
    last = Act.PICK_1 + PICKS - 1
    return [*singles, ActionRow(int(Act.PICK_1), last, f"PICK_1 to PICK_{PICKS}", picks, ACTS[Act.PICK_1].meaning)]
