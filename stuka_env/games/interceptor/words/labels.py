"""Labels and meanings of actions. A label names the object of the action and gives the odds of the charts.

:class:`stuka_env.games.interceptor.codes.Act` has the decisions that an action answers. Odds of cards are those of all
sixty, whether or not the discards are shown.
"""

from collections.abc import Callable, Sequence
from typing import Any

from stuka_env.declared.actions import ActionRow
from stuka_env.declared.codes import plural, signed
from stuka_env.declared.labels import LabelContext, Labels
from stuka_env.declared.plain_values import chart_values
from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import (
    ACTIONS,
    ACTS,
    ALL,
    CARDS,
    LEARNED,
    NOBODY,
    PICKS,
    RANKS,
    Act,
    Aim,
    Award,
    Badge,
    Bomber,
    Career,
    Decision,
    Enemy,
    Health,
    Help,
    Maneuver,
    Modifier,
    Orientation,
    Person,
    Position,
    Series,
    Skill,
    TargetZone,
    Touchdown,
    Zone,
)
from stuka_env.games.interceptor.words import odds

OF_THE_ENEMY = frozenset({Modifier.ENEMY_SPEED, Modifier.ENEMY_AGILITY, Modifier.ENEMY_QUALITY})
"""Modifiers of the enemy's die."""


def help_words(card: Any) -> str:
    """Return the wingman text of a card, a record of the charts."""
    text = Help(int(card["help"])).word
    return text.format(firepower=int(card["help_firepower"]))


def rank_words(track: int, rank: int) -> str:
    """Return a rank of a track."""
    return RANKS[track].word_of(rank)


def award_words(award: int, grade: int = 1) -> str:
    """Return an award; the Wound Badge with its class."""
    if award == Award.WOUND_BADGE and grade:
        return f"{Award.WOUND_BADGE.word} in {Badge.word_of(grade)}"
    return Award(award).word


def decision_words(code: int, person: int = Person.PILOT) -> str:
    """Return the open decision with its person."""
    return Decision(code).word.format(person=Person(person).word)


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: "a, b and c"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def plain_label(index: int, decision: int = NOBODY) -> str:
    """Return an action in words, independently of the mat, as the answer to a decision."""
    return (_picked(index, decision) if index >= Act.PICK_1 else "") or LABELS.plain(index)


def _picked(index: int, decision: int) -> str:
    """Return the row of a list that is the same on every mat; empty for other lists."""
    place = index - Act.PICK_1
    lists: dict[int, list[str]] = {
        Decision.TRACK: [track.word for track in Career],
        Decision.SERIES: [series.word for series in Series],
        Decision.ZONE: [f"zone {zone.word}" for zone in Zone],
        Decision.SKILL: [skill.word for skill in Skill],
        Decision.GUNNER: [*GUNNERS],
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


def model_label(charts: LoadedCharts, model: int) -> str:
    """Return a type of aircraft with its numbers: "Bf109G-6: speed 21, firepower 6, ammunition 6, agile, 1 seat"."""
    row = chart_values(charts).models[model]
    series = chart_values(charts).series[row.series]
    ammunition = sum(max(0, weapon.ammunition) for weapon in row.weapons)
    words = [
        f"speed {row['speed']}",
        f"firepower {sum(weapon.firepower for weapon in row.weapons)}",
        f"ammunition {ammunition}",
        *(["agile"] if series["agile"] else []),
        *(["rockets"] if row["rockets"] else []),
        plural(int(series["crew"]), "seat"),
        f"level {row['level']}",
    ]
    return f"{charts.names.models[model]}: {', '.join(words)}"


# --- words of labels ---


def _raid(case: LabelContext) -> str:
    sortie = case.mat["sortie"]
    if not sortie["raid"]:
        return case.text
    city = case.charts.names.raids[case.mat["career"]["month"]][sortie["raid"]]
    zone = TargetZone.word_of(int(sortie["target_zone"]))
    met = [f"{_bomber(case)}s"] if sortie["bomber_type"] else []
    if sortie["escort"] == Enemy.NONE:
        met.append("without escort")
    elif sortie["escort"]:
        met.append(f"escorted by {_escort(case)}s")
    known = f"; {', '.join(met)}" if met else ""
    return f"Fly against the raid on {city} (zone {zone}, boxes {sortie['entry']} to {sortie['last_box']}{known})"


def _bomber(case: LabelContext) -> str:
    return Bomber.word_of(int(case.mat["sortie"]["bomber_type"]))


def _escort(case: LabelContext) -> str:
    return Enemy.word_of(int(case.mat["sortie"]["escort"]))


def _position(case: LabelContext, better: int = 0) -> str:
    return Position.word_of(min(int(case.mat["fighter"]["position"]) + better, int(Position.TAILING)))


def _shot(chances: odds.FireOdds) -> str:
    """Return the odds of a shot: "firepower 16: mean 3.2 hits, of 60 cards 8 GP and 3 DE" (group damage, destroyed)."""
    cards = f"of {chances.cases} cards {chances.groups} GP and {chances.destroyed} DE"
    return f"firepower {chances.firepower}: mean {chances.hits:.1f} hits, {cards}"


def _burst(chances: odds.FireOdds) -> str:
    """Return the odds of an extended burst: "firepower 16: mean 4.0 hits, 12% GP, 8% DE, 3% no shot"."""
    kinds = ((chances.groups, "GP"), (chances.destroyed, "DE"), (chances.silent, "no shot"))
    shares = ", ".join(f"{count / chances.cases:.0%} {kind}" for count, kind in kinds)
    return f"firepower {chances.firepower}: mean {chances.hits:.1f} hits, {shares}"


def _rockets(case: LabelContext) -> str:
    hits = [chart_values(case.charts).rocket_hits[total] for total in odds.sums()]
    parts = [f"{plural(count, 'hit')} {in_36(hits.count(count))}" for count in range(1, max(hits) + 1)]
    return ", ".join(parts)


def _tight_turn(case: LabelContext) -> str:
    record = chart_values(case.charts)
    gain = record["tight_turn_agile"] if odds.is_agile(case.mat, record) else record["tight_turn"]
    return signed(int(gain))


def _disengaging(case: LabelContext) -> str:
    is_certain = case.mat["fighter"]["position"] == Position.TAILING
    return "certain" if is_certain else in_6(chart_values(case.charts).disengage)


def _learned(case: LabelContext) -> str:
    return ", ".join(effects_of(chart_values(case.charts).learned[case.act - Act.CUBAN_EIGHT]))


def effects_of(row: Any) -> list[str]:
    """Return the effects of a defence, a record with hits avoided, positions gained, and whether the fight ends."""
    words = [avoided_words(row)]
    words += [f"position {signed(int(row['improve']))}"] if row["improve"] else []
    return words + (["the fight ends"] if row["ends"] else [])


def _jump(case: LabelContext, *results: int) -> str:
    return in_36(odds.jump_throws(case.mat, chart_values(case.charts), *results))


def _landing(case: LabelContext, is_forced: bool, *results: int) -> str:
    return in_36(odds.landing_throws(case.mat, chart_values(case.charts), is_forced, *results))


def _killed_at_home(case: LabelContext) -> str:
    """Return the chance of a landing that kills after a comma; nothing for none."""
    killed = odds.landing_throws(case.mat, chart_values(case.charts), False, int(Touchdown.KILLED))
    return f", killed {in_36(killed)}" if killed else ""


def _wingman(case: LabelContext, part: int) -> str:
    return in_36(odds.wingman_throws(case.mat, chart_values(case.charts))[part])


def defence_words(charts: LoadedCharts, number: int) -> str:
    """Return the defence text of a card: "Chandelle, all damage avoided, position +1"."""
    card = chart_values(charts).cards[number - 1]
    return ", ".join([Maneuver.word_of(int(card["maneuver"])), *effects_of(card)])


def avoided_words(row: Any) -> str:
    """Return the hits that a defence avoids, a record with the field ``avoid``."""
    return "all damage avoided" if row["avoid"] == ALL else f"{plural(int(row['avoid']), 'hit')} avoided"


def redrawn_words(mat: odds.PlainRecord, charts: LoadedCharts) -> str:
    """Return the card that an Expert may redraw, with the part that counts: fire, defence or wingman text."""
    deck, choice = mat["deck"], int(mat["work"]["choice"])
    own, wing, record = int(deck["own"]), int(deck["wing"]), chart_values(charts)
    if wing:
        return f"card {wing}: {odds.fire_of(record, wing, odds.help_firepower(record, own))}"
    if not own:
        return "the card"
    if not mat["bomber"]["present"] and choice == Act.WINGMAN:
        return f"card {own}: the wingman {help_words(record.cards[own - 1])}"
    if not mat["bomber"]["present"] and choice == Act.DEFEND:
        return f"card {own}: {defence_words(charts, own)}"
    jam = ", a jam" if record.cards[own - 1].jam else ""
    return f"card {own}: {odds.fire_of(record, own, odds.firing_firepower(mat, record))}{jam}"


def _price_of_move(case: LabelContext) -> str:
    pilot, cost = case.mat["pilot"], chart_values(case.charts).cost_move
    return "free" if pilot["free_moves"] else f"{plural(cost, 'Prestige Point')} of {pilot['prestige']}"


# --- rows of the list on the table ---


def _pick(case: LabelContext) -> str:
    place, maker = case.act - Act.PICK_1, PICK_LABELS.get(Decision(case.decision))
    return (maker(place, case.mat, case.charts) if maker else "") or plain_label(case.act, case.decision)


def _pick_track(place: int, mat: odds.PlainRecord, charts: LoadedCharts) -> str:
    if place >= len(Career):
        return ""
    record = chart_values(charts)
    points = record.nco_points if place == Career.NCO else record.officer_points
    rank = rank_words(place, 0)
    track = Career(place).word
    return f"Fly as {rank} ({track}, {plural(points, 'Experience Point')})"


def _pick_aircraft(place: int, mat: odds.PlainRecord, charts: LoadedCharts) -> str:
    offered = mat["desk"]["offered"]
    if place >= len(offered) or not offered[place]:
        return ""
    return f"Take the {model_label(charts, int(offered[place]) - 1)}"


def _pick_series(place: int, mat: odds.PlainRecord, charts: LoadedCharts) -> str:
    return f"Change to the {Series(place).word}" if place < len(Series) else ""


def _pick_zone(place: int, mat: odds.PlainRecord, charts: LoadedCharts) -> str:
    if place >= len(Zone):
        return ""
    boxes = chart_values(charts).track[place]
    reached = [f"{TargetZone.word_of(zone)} {box}" for zone, box in enumerate(boxes) if zone and box]
    return f"Move to zone {Zone(place).word} (boxes: {', '.join(reached)})"


def _pick_skill(place: int, mat: odds.PlainRecord, charts: LoadedCharts) -> str:
    if place >= len(Skill):
        return ""
    person = Person(int(mat["cursor"]["person"]))
    name = ("pilot", "wingman", "gunner")[person]
    cost, points = chart_values(charts).skill_cost[place], int(mat[name]["points"])
    who = Person(person).word.capitalize()
    return f"{who} learns {Skill(place).word} ({cost} of {plural(points, 'point')})"


def _pick_gunner(place: int, mat: odds.PlainRecord, charts: LoadedCharts) -> str:
    if place >= len(GUNNERS):
        return ""
    name = GUNNERS[place]
    man = mat["old_gunner" if place == 0 else "gunner"]
    count = sum(man["skills"])
    points = plural(int(man["points"]), "Experience Point")
    return f"Keep {name} ({points}, {plural(count, 'skill')})"


GUNNERS = ("the old gunner", "the present gunner")
PICK_LABELS: dict[Decision, Callable[[int, odds.PlainRecord, LoadedCharts], str]] = {
    Decision.TRACK: _pick_track,
    Decision.AIRCRAFT: _pick_aircraft,
    Decision.SERIES: _pick_series,
    Decision.ZONE: _pick_zone,
    Decision.SKILL: _pick_skill,
    Decision.GUNNER: _pick_gunner,
}
"""Makers of the labels of the rows of each list."""


FIRE_LABEL = "Fire at the {aim}[ ({shot_at_bomber})]"
BURST_LABEL = "Extended burst at the {aim} ([{burst}; ]{burst_ammunition} points, answer {burst_answer:+})"
CRASHES = (int(Touchdown.ROUGH), int(Touchdown.CRASH))
LABELS = Labels(
    ACTS,
    {
        Act.FLY: _raid,
        Act.LEAVE: "{text} ({leave_lines:line}, then fatigue 0)",
        Act.BOMBERS: "Attack the {bomber}s, from long range",
        Act.BOMBERS_MEDIUM: "Attack the {bomber}s, from medium range",
        Act.FIGHT: {
            Decision.ENGAGE: "Fight the {escort}s, {orientation}",
            Decision.ESCORT: "Fight the escort of {escort}s, disadvantaged",
            Decision.NEXT: "Engage another {escort}, head on",
        },
        Act.SLIP: "Slip away from the {escort}s[ ({slip} in 6)]",
        Act.LET_GO: {
            Decision.ENGAGE: "Let the bombers go",
            Decision.PASS: "Let the bombers go",
            Decision.NEXT: "End the fighter combat",
        },
        **dict.fromkeys((Act.AIM_PORT, Act.AIM_STARBOARD, Act.AIM_AIRFRAME), FIRE_LABEL),
        **dict.fromkeys((Act.BURST_PORT, Act.BURST_STARBOARD, Act.BURST_AIRFRAME), BURST_LABEL),
        Act.ROCKETS: "Fire the rockets[ ({rockets})]",
        Act.JETTISON: "{text} (speed {rocket_drag:+})",
        Act.WINGMAN: {
            Decision.BURST: (
                "The wingman attacks with the next shot[ (he hits {wingman_hits}, comes to harm {wingman_harm})]"
            ),
            Decision.DOGFIGHT: "Call the wingman[ (he helps on {helping} of {cards} cards)]",
        },
        Act.FIRE: "Fire at the {enemy}[ ({shot})]",
        Act.DISENGAGE: "Disengage[ ({disengaging})]",
        Act.DEFEND: "Defend with the next card[ (of {cards} cards {avoiding} avoid all, {ending} end the fight)]",
        Act.TIGHT_TURN: "Tight turn (position {gain})",
        Act.BARREL_ROLL: "Barrel roll ({barrel_roll:hit} avoided)",
        **dict.fromkeys((Act.CUBAN_EIGHT, Act.CHANDELLE, Act.IMMELMANN, Act.SPLIT_S), "{text} ({learned_effects})"),
        Act.BAIL_OUT: "Bail out[ (wounded {jump_hurt}, killed {jump_killed})]",
        Act.DEADSTICK: "Land without engine[ (rough or crash {forced_crash}, killed {forced_killed})]",
        Act.ON: "Fly on to box {next_box} of {last_box}",
        Act.HOME: "Fly home and land[ (rough or crash {home_crash}{killed_at_home})]",
        Act.YES: {
            Decision.REDRAW: "Redraw {redrawn}",
            Decision.REFLEX: "Use Reflexes: {better_position}",
            Decision.WITNESS: "Use the eyewitness: the loss is credited",
        },
        Act.NO: {
            Decision.REDRAW: "Keep the card",
            Decision.REFLEX: "Keep Reflexes: {position}",
            Decision.WITNESS: "Roll for the credit[ ({crash_seen} in 6)]",
        },
        Act.DONE: {
            Decision.SKILL: "Nothing more for {person}",
            Decision.DEBRIEF: "Nothing more ({prestige:Prestige Point} left)",
        },
        Act.UPGRADE: "{text} ({cost_upgrade:Prestige Point} of {prestige})",
        Act.SWITCH: "{text} ({cost_switch:Prestige Point} of {prestige}, {lost_switch:sortie} lost)",
        Act.MOVE: "{text} ({price_of_move}, {lost_move:sortie} lost)",
        Act.SPARE: "{text} ({cost_spare:Prestige Point} of {prestige})",
        Act.VETERAN_GUNNER: "{text} ({cost_veteran:Prestige Point} of {prestige})",
        Act.KEEP_GUNNER: "{text} ({cost_keep_gunner:Prestige Point} of {prestige})",
        **dict.fromkeys(ACTS.verbs[Act.PICK_1 :], _pick),
    },
    {
        "bomber": _bomber,
        "escort": _escort,
        "enemy": lambda case: Enemy.word_of(int(case.mat["fighter"]["type"])),
        "orientation": lambda case: Orientation.word_of(int(case.mat["sortie"]["orientation"])),
        "position": _position,
        "better_position": lambda case: _position(case, 1),
        "aim": lambda case: Aim((case.act - Act.AIM_PORT) % len(Aim)).word,
        "shot": lambda case: _shot(odds.fire_at_fighter(case.mat, chart_values(case.charts))),
        "shot_at_bomber": lambda case: _shot(odds.fire_at_bomber(case.mat, chart_values(case.charts))),
        "burst": lambda case: _burst(odds.burst_at_bomber(case.mat, chart_values(case.charts))),
        "rockets": _rockets,
        "wingman_hits": lambda case: _wingman(case, 0),
        "wingman_harm": lambda case: _wingman(case, 1),
        "helping": lambda case: odds.helping_cards(chart_values(case.charts)),
        "cards": lambda case: CARDS,
        "disengaging": _disengaging,
        "avoiding": lambda case: odds.defence_cards(chart_values(case.charts))[0],
        "ending": lambda case: odds.defence_cards(chart_values(case.charts))[1],
        "gain": _tight_turn,
        "learned_effects": _learned,
        "jump_hurt": lambda case: _jump(case, int(Health.LIGHT_WOUND), int(Health.SERIOUS_WOUND)),
        "jump_killed": lambda case: _jump(case, int(Health.KILLED)),
        "forced_crash": lambda case: _landing(case, True, *CRASHES),
        "forced_killed": lambda case: _landing(case, True, int(Touchdown.KILLED)),
        "home_crash": lambda case: _landing(case, False, *CRASHES),
        "killed_at_home": _killed_at_home,
        "next_box": lambda case: int(case.mat["sortie"]["box"]) + 1,
        "last_box": lambda case: int(case.mat["sortie"]["last_box"]),
        "redrawn": lambda case: redrawn_words(case.mat, case.charts),
        "person": lambda case: Person(int(case.mat["cursor"]["person"])).word,
        "prestige": lambda case: int(case.mat["pilot"]["prestige"]),
        "price_of_move": _price_of_move,
    },
    lambda charts, name: int(chart_values(charts)[name]),
)
"""The labels that are more than the text of the action."""
label = LABELS.of
assert len(LEARNED) == Act.SPLIT_S - Act.CUBAN_EIGHT + 1


def table_of_actions() -> list[ActionRow]:
    """Return the table of actions; the rows of the list on the table share one row."""
    rows = ACTS.table()
    picks = rows[Act.PICK_1]._replace(last=ACTIONS - 1, verb=f"PICK_1 to PICK_{PICKS}")
    return [*rows[: Act.PICK_1], picks]
