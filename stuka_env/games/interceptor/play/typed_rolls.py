"""Rolls of the player's own table: the weapons among which a die chooses."""

from collections.abc import Sequence

from stuka_env.declared.sentences import Modifiers, added_words
from stuka_env.games.interceptor.codes import Chart, Entry, Side
from stuka_env.games.interceptor.words.journal import JournalEntry, by_side
from stuka_env.play.typed_rolls import Need
from stuka_env.play.war import War


def need_at(war: War, entries: Sequence[JournalEntry], place: int, need: Need, modifiers: Modifiers) -> Need:
    """Return what a roll of a step asks for: with the weapons of its die, or with the modifiers of both dice.

    Args:
        war: the war, after the step.
        entries: the entries of the step.
        place: the place of the roll among them.
        need: what its declaration says.
        modifiers: the modifiers of the roll.
    """
    if need.chart in (Chart.JAM, Chart.GUN):
        weapons = weapons_of(war, entries[:place], entries[place])
        named = ", ".join(f"{number} is the {name}" for number, name in enumerate(weapons, 1))
        return need._replace(sides=(max(1, len(weapons)),), about="; ".join(filter(None, (need.about, named))))
    if need.chart == Chart.B12:
        words = zip(map(added_words, by_side(modifiers)), ("to yours", "to the enemy's"), strict=True)
        said = ", and ".join(f"{text} {whose}" for text, whose in words if text)
        return need._replace(about="your die first, then the enemy's", modifier_words=said)
    return need


def weapons_of(war: War, before: Sequence[JournalEntry], roll: JournalEntry) -> tuple[str, ...]:
    """Return the weapons among which the die of JAM or GUN chooses, in its order (ruling IQ207).

    Args:
        war: the war; its turn began with the weapons that fire.
        before: the entries of the step before the roll.
        roll: the roll.
    """
    mat, row, names = war.turn_mat, war.charts.record, war.charts.names
    if roll.chart == Chart.GUN and roll.value == Side.ENEMY:
        enemy = int(mat["fighter"]["type"])
        fitted = (row["enemies"][enemy]["firepower"] > 0).tolist()
        return tuple(name for name, fits in zip(names.enemy_weapons[enemy], fitted, strict=False) if fits)
    model = int(mat["aircraft"]["model"])
    weapons, guns = row["models"][model]["weapons"], mat["aircraft"]["guns"]
    possible = weapons["firepower"] > 0
    if roll.chart == Chart.JAM:
        possible &= (guns["ammunition"] != 0) & (guns["jammed"] == 0) & (guns["out"] == 0)
        possible[[entry.detail for entry in before if entry.kind == Entry.JAMMED]] = False
    return tuple(name for name, fits in zip(names.weapons[model], possible.tolist(), strict=False) if fits)
