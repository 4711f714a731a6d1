"""Sentences for rolls, by chart: the dice, the modifiers by name, what the chart said."""

from collections.abc import Callable
from typing import Any

from stuka_env.charts.shape import FULL_COVER
from stuka_env.codes import BailOut, Chart, Evasion, Survival, Touchdown
from stuka_env.journal import wording
from stuka_env.journal.entry import JournalEntry, SentenceContext, points, sum_of


def _roll_a1(entry: JournalEntry, context: SentenceContext) -> str:
    first, second, colour = entry.dice
    zone = int(context.charts.record["a1_zone"][colour])
    target = wording.target(entry.result)
    return f"Mission (A1): {first} and {second} = {entry.total}, {target}; colour die {colour}, zone {zone}."


def _roll_ship(entry: JournalEntry, context: SentenceContext) -> str:
    return f"Ship (A1, Maritime): {entry.dice[0]}, {wording.target(entry.result)}."


def _roll_a2(entry: JournalEntry, context: SentenceContext) -> str:
    roll = sum_of(entry, context, entry.dice[0])
    return f"Attack of aircraft {entry.aircraft}, {wording.person(entry.person)} (A2): {roll}, {points(entry.result)}."


def _roll_a4(entry: JournalEntry, context: SentenceContext) -> str:
    return f"Visibility over the target (A4): {entry.dice[0]}, {wording.VISIBILITIES[entry.result]}."


def _roll_a6(entry: JournalEntry, context: SentenceContext) -> str:
    return f"Anti-air fire (A6): {sum_of(entry, context, entry.dice[0])}, {wording.ANTI_AIRCRAFT[entry.result]}."


def _roll_b1(entry: JournalEntry, context: SentenceContext) -> str:
    found = wording.plural(entry.result, "fighter") if entry.result else "no contact"
    return f"Interception (B1): {entry.dice[0]}, {found}."


def _roll_b2(entry: JournalEntry, context: SentenceContext) -> str:
    if entry.result >= FULL_COVER:
        return f"Escorts (B2): {entry.dice[0]}, full cover."
    return f"Escorts (B2): {entry.dice[0]}, {f'they can drive off {entry.result}' if entry.result else 'no cover'}."


def _roll_b3(entry: JournalEntry, context: SentenceContext) -> str:
    white, colour = entry.dice
    hits = int(context.charts.record["b3_hits"][colour])
    attack = f"{entry.result} aircraft, {wording.plural(hits, 'hit')}" + (" each" if entry.result > 1 else "")
    result = attack if entry.result else "no attack"
    return f"A fighter comes in (B3): {white}, from {wording.SECTORS[entry.total]}; {colour}, {result}."


def damage_words(cell: Any) -> str:
    """A cell of C1 in words; ``cell`` is a record of :data:`stuka_env.charts.shape.DamageCell.dtype`."""
    words = ["damage marker"] if cell["marker"] else []
    words += [f"{int(cell['stress']):+d} stress"] if cell["stress"] else []
    words += [f"range {-int(cell['range_loss'])}"] if cell["range_loss"] else []
    words += ["pilot killed"] if cell["pilot_killed"] else ["pilot wounded"] if cell["pilot_wound"] else []
    words += ["gunner killed"] if cell["gunner_killed"] else ["gunner wounded"] if cell["gunner_wound"] else []
    words += ["explosion"] if cell["explosion"] else ["aircraft destroyed"] if cell["destroyed"] else []
    return ", ".join(words) or "no effect"


def _roll_c1(entry: JournalEntry, context: SentenceContext) -> str:
    where, severity = entry.dice
    cell = context.charts.record["c1"][where][entry.total]
    roll = sum_of(entry, context, severity)
    system = wording.SYSTEMS[entry.result]
    return f"Hit on aircraft {entry.aircraft} (C1): {where}, {system}; {roll}: {damage_words(cell)}."


def _roll_c3(entry: JournalEntry, context: SentenceContext) -> str:
    result = "gets out" if entry.result == BailOut.OUT else "is killed"
    return f"Bail out of {wording.person(entry.person)} (C3): {sum_of(entry, context, entry.dice[0])}, he {result}."


EVASION_WORDS = {
    Evasion.UNHURT: "he gets back unhurt",
    Evasion.WOUNDED: "he gets back wounded",
    Evasion.CAPTURED: "he is captured",
    Evasion.KILLED: "he is killed",
}


def _roll_c4(entry: JournalEntry, context: SentenceContext) -> str:
    roll = sum_of(entry, context, entry.dice[0])
    return f"On the ground, {wording.person(entry.person)} (C4): {roll}, {EVASION_WORDS[Evasion(entry.result)]}."


def _roll_c5(entry: JournalEntry, context: SentenceContext) -> str:
    result = "safe" if entry.result == Touchdown.SAFE else "a forced landing"
    return f"Landing of aircraft {entry.aircraft} (C5): {sum_of(entry, context, entry.dice[0])}, {result}."


def _roll_c6(entry: JournalEntry, context: SentenceContext) -> str:
    die = entry.dice[0]
    repair = int(context.charts.record["c6_repair"][die])
    result = "the aircraft is destroyed" if entry.result else f"{wording.plural(repair, 'mission')} more to repair"
    return f"Forced landing of aircraft {entry.aircraft} (C6): {die}, {result}."


SURVIVAL_WORDS = {Survival.UNHURT: "unhurt", Survival.WOUNDED: "wounded", Survival.KILLED: "killed"}


def _roll_c7(entry: JournalEntry, context: SentenceContext) -> str:
    result = SURVIVAL_WORDS[Survival(entry.result)]
    return f"In the wreck, {wording.person(entry.person)} (C7): {entry.dice[0]}, {result}."


def _roll_timer(what: str, chart: str, result: str) -> Callable[[JournalEntry, SentenceContext], str]:
    def sentence(entry: JournalEntry, context: SentenceContext) -> str:
        name = wording.person(entry.person) if entry.person else f"slot {entry.aircraft}"
        return f"{what} {name} ({chart}): {entry.dice[0]}, {result} {wording.plural(entry.result, 'mission')}."

    return sentence


def _roll_a2a(entry: JournalEntry, context: SentenceContext) -> str:
    result = "a fighter is shot down" if entry.result else "no success"
    return (
        f"Air-to-air attempt of aircraft {entry.aircraft}, {wording.person(entry.person)}: {entry.dice[0]}, {result}."
    )


def _roll_gamble(entry: JournalEntry, context: SentenceContext) -> str:
    result = "it dives into the ground" if entry.result else "it pulls out"
    return f"Rudel Gamble of aircraft {entry.aircraft}: {entry.dice[0]}, {result}."


def _roll_event(entry: JournalEntry, context: SentenceContext) -> str:
    return f"Event card {entry.total + 1} of the deck is drawn."


ROLLS: dict[Chart, Callable[[JournalEntry, SentenceContext], str]] = {
    Chart.A1: _roll_a1,
    Chart.SHIP: _roll_ship,
    Chart.A2: _roll_a2,
    Chart.A4: _roll_a4,
    Chart.A6: _roll_a6,
    Chart.B1: _roll_b1,
    Chart.B2: _roll_b2,
    Chart.B3: _roll_b3,
    Chart.C1: _roll_c1,
    Chart.C3: _roll_c3,
    Chart.C4: _roll_c4,
    Chart.C5: _roll_c5,
    Chart.C6: _roll_c6,
    Chart.C7: _roll_c7,
    Chart.C8: _roll_timer("New aircraft for", "C8", "in"),
    Chart.C9_WIA: _roll_timer("Hospital for", "C9", "for"),
    Chart.C9_KIA: _roll_timer("Replacement for", "C9", "a Green one in"),
    Chart.A2A: _roll_a2a,
    Chart.GAMBLE: _roll_gamble,
    Chart.EVENT: _roll_event,
}


def roll_sentence(entry: JournalEntry, context: SentenceContext) -> str:
    """What was rolled; a chart without a sentence of its own gives its number."""
    if entry.chart is None or entry.chart not in ROLLS:
        return f"A roll of {entry.dice[0]}: {entry.result}."
    return ROLLS[entry.chart](entry, context)
