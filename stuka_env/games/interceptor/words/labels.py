"""Labels and meanings of actions. A label names the object of the action and gives the odds of the charts.

:class:`stuka_env.games.interceptor.codes.Act` has the decisions that an action answers. Odds of cards are those of all
sixty, whether or not the discards are shown.
"""

from collections.abc import Callable
from typing import Any

from stuka_env.actions import ActionRow
from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import (
    ACTIONS,
    ACTS,
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


def label(index: int, mat: NumpyRecord | None = None, charts: LoadedCharts | None = None) -> str:
    """Return an action in words. With the mat and the charts it names the object of the action and gives the odds.

    Raises:
        IndexError: no action has this index.
    """
    act = ACTS.verb_of(index)
    if mat is None or charts is None or act not in LABELLERS:
        return act.text
    return LABELLERS[act](act, mat, charts)


def plain_label(index: int, decision: int = NOBODY) -> str:
    """Return an action in words, independently of the mat, as the answer to a decision."""
    act = ACTS.verb_of(index)
    return (_picked(act, decision) if act >= Act.PICK_1 else "") or act.text


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
        return act.text
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
    return f"{act.text} ({wording.plural(int(charts.record['leave_lines']), 'line')}, then fatigue 0)"


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
    return LET_GO_WORDS.get(Decision(int(mat["cursor"]["decision"])), act.text)


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
    return f"{act.text} (speed {signed(int(charts.record['rocket_drag']))})"


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
    return f"{act.text} ({', '.join(words)})"


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
    return "Use the eyewitness: the loss is credited" if decision == Decision.WITNESS else act.text


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
    return f"{act.text} ({price}{lost})"


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


LABELLERS: dict[Act, Labeller] = {
    Act.FLY: _fly,
    Act.LEAVE: _leave,
    Act.BOMBERS: _bombers,
    Act.BOMBERS_MEDIUM: _bombers,
    Act.FIGHT: _fight,
    Act.SLIP: _slip,
    Act.LET_GO: _let_go,
    Act.AIM_PORT: _aim,
    Act.AIM_STARBOARD: _aim,
    Act.AIM_AIRFRAME: _aim,
    Act.BURST_PORT: _aim,
    Act.BURST_STARBOARD: _aim,
    Act.BURST_AIRFRAME: _aim,
    Act.ROCKETS: _rockets,
    Act.JETTISON: _jettison,
    Act.WINGMAN: _wingman,
    Act.FIRE: _fire,
    Act.DISENGAGE: _disengage,
    Act.DEFEND: _defend,
    Act.TIGHT_TURN: _tight_turn,
    Act.BARREL_ROLL: _barrel_roll,
    Act.CUBAN_EIGHT: _learned,
    Act.CHANDELLE: _learned,
    Act.IMMELMANN: _learned,
    Act.SPLIT_S: _learned,
    Act.BAIL_OUT: _bail_out,
    Act.DEADSTICK: _deadstick,
    Act.ON: _on,
    Act.HOME: _home,
    Act.YES: _yes,
    Act.NO: _no,
    Act.DONE: _done,
    Act.UPGRADE: _buy,
    Act.SWITCH: _buy,
    Act.MOVE: _buy,
    Act.SPARE: _buy,
    Act.VETERAN_GUNNER: _buy,
    Act.KEEP_GUNNER: _buy,
    **dict.fromkeys(ACTS.verbs[Act.PICK_1 :], _pick),
}
"""Makers of the labels that are more than the text of the action."""
assert len(LEARNED) == Act.SPLIT_S - Act.CUBAN_EIGHT + 1


def table_of_actions() -> list[ActionRow]:
    """Return the table of actions; the rows of the list on the table share one row."""
    rows = ACTS.table()
    picks = rows[Act.PICK_1]._replace(last=ACTIONS - 1, verb=f"PICK_1 to PICK_{PICKS}")
    return [*rows[: Act.PICK_1], picks]
