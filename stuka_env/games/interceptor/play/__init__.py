"""The second game as a record of what it provides to be played by hand."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from stuka_env.declared.codes import plural
from stuka_env.declared.sentences import Modifiers, added_words
from stuka_env.game import game_named
from stuka_env.games.interceptor.codes import (
    ACTS,
    Act,
    Cause,
    Chart,
    Decision,
    Entry,
    Ladder,
    Maneuver,
    Over,
    Scale,
    Side,
)
from stuka_env.games.interceptor.play import lessons
from stuka_env.games.interceptor.sheet import level_of
from stuka_env.games.interceptor.words import labels, odds
from stuka_env.games.interceptor.words.debrief import name_of_sortie
from stuka_env.games.interceptor.words.journal import JournalEntry, by_side
from stuka_env.play.parts import Choice, PlayParts, ResultParts, WordParts
from stuka_env.play.typed_rolls import Need
from stuka_env.play.war import War

GIVING_UP = frozenset({Act.STAY, Act.LEAVE, Act.BREAK_OFF, Act.BAIL_OUT, Act.LET_GO})
"""Actions that come last and are not highlighted first, so that one key press too many does not give up the attack."""
PREPARING = frozenset({Act.ROCKETS, Act.JETTISON, Act.WINGMAN, Act.REFLEXES})
"""Actions that prepare a shot or stand in place of one."""
FIREPOWER_NOTE = re.compile(r"\(firepower \d+: ")
"""The firepower in a label, which the mat shows too."""


def in_order(war: War) -> list[tuple[int, str]]:
    """Return index and label of the legal actions: orders after shots, and what gives something up last."""
    is_last = GIVING_UP | ({Act.DONE} if war.mat["cursor"]["decision"] == Decision.SKILL else set())
    ordered = sorted(war.legal, key=lambda action: (action[0] in is_last, action[0] in PREPARING, action[0]))
    return [(index, FIREPOWER_NOTE.sub("(", label)) for index, label in ordered]


def drawn(war: War, need: Need) -> list[Choice]:
    """Return the cards to draw; none while dice are asked for."""
    return [Choice(number, number, card_label(war, number), card_meaning(war, number)) for number in need.choices]


def meaning_of(war: War, index: int) -> str:
    """Return the meaning of an action at the open decision."""
    act = ACTS.verb_of(index)
    decision = Decision(int(war.mat["cursor"]["decision"]))
    picked = PICKED.get(decision, "") if act >= Act.PICK_1 else ""
    return MEANINGS.get((decision, act)) or picked or act.meaning


def card_label(war: War, number: int) -> str:
    """Return a card: "Card 17: fire 3 hits, defence Chandelle, wingman covers"."""
    row, mat = war.charts.record, war.mat
    card = row["cards"][number - 1]
    fire = odds.fire_of(row, number, odds.firing_firepower(mat, row))
    defence = Maneuver.word_of(int(card["maneuver"]))
    jam = ", a jam" if card["jam"] else ""
    return f"Card {number}: fire {fire}{jam}, defence {defence}, wingman {labels.help_words(card)}"


def card_meaning(war: War, number: int) -> str:
    """Return the number that a card has for the fire of a bomber's gunners."""
    fire = int(war.charts.record["cards"][number - 1]["defensive_fire"])
    return (
        f"In the column of your firepower. As the answer of a bomber: {plural(fire, 'hit')} before range and gunners."
    )


PICKED = {
    Decision.TRACK: (
        "NCOs begin with more Experience Points; officers rise higher and may change the unit free of charge (7.9)"
    ),
    Decision.AIRCRAFT: "the aircraft is flown until it is lost or exchanged (4.4, 8.1)",
    Decision.SERIES: "two sorties are lost while the new series is learned (8.1, 9.3)",
    Decision.ZONE: (
        "the boxes are those of the endurance track: fewer boxes to the raid leave more for the attack (4.6)"
    ),
    Decision.SKILL: "it is paid for with Experience Points and kept for good (7.7)",
    Decision.GUNNER: "the other one leaves (7.4.8)",
}
"""Meanings of the rows of each list."""
AIMED = (
    "your card has the hits, and B3 in the column of this part says where they fall; then the gunners answer (7.1.6)"
)
LONG_BURST = "C3 adds hits if the card hits at all, and weapons may jam; the gunners answer with one hit more (7.1.13)"
MEANINGS = {
    **{(Decision.BURST, act): AIMED for act in (Act.AIM_PORT, Act.AIM_STARBOARD, Act.AIM_AIRFRAME)},
    **{(Decision.BURST, act): LONG_BURST for act in (Act.BURST_PORT, Act.BURST_STARBOARD, Act.BURST_AIRFRAME)},
    (Decision.SCRAMBLE, Act.FLY): "take off; in each box of the track B1 says whom you meet (6.1.2, 6.1.3)",
    (Decision.ENGAGE, Act.BOMBERS): "a pass: a shot at long, medium and close range, each with an answer (7.1.3)",
    (Decision.BURST, Act.BREAK_OFF): "no shot and no answer; the bomber may still crash on its way home (7.1.6, 7.3.2)",
    (Decision.DOGFIGHT, Act.FIRE): "your card has the hits; head on the enemy fires too, else he defends (7.2.2.1)",
    (Decision.DOGFIGHT, Act.DEFEND): "your next card avoids hits, betters the position or ends the fight (7.2.2.2)",
    (Decision.DOGFIGHT, Act.TIGHT_TURN): "a better position for the next round; the enemy's fire comes first (7.2.2.2)",
    (Decision.DOGFIGHT, Act.BARREL_ROLL): "the first two hits of this round miss you (7.2.2.2)",
    (Decision.DOGFIGHT, Act.DISENGAGE): "leave the fight; if it fails, the enemy gains a position (7.3)",
    (Decision.ONWARD, Act.ON): "one box on, where B1 is rolled again (6.1.3)",
    (Decision.ONWARD, Act.HOME): "no more fights in this sortie; a roll on B7 for the landing (7.4.2, 7.4.4)",
    (
        Decision.ENGAGE,
        Act.FIGHT,
    ): "fight the fighters first; after that no bombers can be attacked in this box (7.2.2.9)",
    (Decision.ENGAGE, Act.LET_GO): "leave the bombers alone and fly on (7.1.1)",
    (Decision.ESCORT, Act.FIGHT): "the fight begins at a disadvantage, because you have attacked their bombers (7.1.2)",
    (Decision.NEXT, Act.FIGHT): "another enemy fighter, head on (7.2.2.9)",
    (Decision.NEXT, Act.LET_GO): "leave the enemy alone; the box is settled (7.2.2.9)",
    (Decision.PASS, Act.LET_GO): "end the combat; the bomber may still crash on its way home (7.1.10)",
    (Decision.BURST, Act.WINGMAN): "he attacks with your next shot, at your range, and may come to harm (7.2.3.1)",
    (Decision.DOGFIGHT, Act.WINGMAN): "the wingman text of the next card in place of your defence (7.2.3.2)",
    (Decision.REDRAW, Act.YES): "the Expert draws another card, once a sortie (7.7)",
    (Decision.REDRAW, Act.NO): "keep the card and the skill for later (7.7)",
    (Decision.REFLEX, Act.YES): "use Reflexes for one position, once a sortie (7.7)",
    (Decision.REFLEX, Act.NO): "keep Reflexes for later (7.7)",
    (Decision.WITNESS, Act.YES): "the eyewitness is used up, and the loss counts (7.4.3)",
    (Decision.WITNESS, Act.NO): "keep the eyewitness and roll whether anybody has seen it (7.4.3)",
}
"""Meanings of actions that answer several decisions, at each of them."""


ABOUT_GAME = """\
You are one fighter pilot against the bombers, raid after raid. At every question the options are listed with what \
they mean; where charts or cards give odds, they stand in brackets.

On the mat: the enemy first, then your aircraft, then people. "port wing 2/3" is two hits of the three that bring an \
aircraft down; "MG 151/20 4/6" is four points of ammunition of six. GP is group damage, DE destroyed."""
ABOUT_DICE = """\
You roll your dice and draw your cards. The program names the chart or the hand, adds the modifiers and keeps the \
records. Type the faces as they lie, tens before ones, your die before the enemy's, such as 3 4. Of a card type its \
number, or / and letters of its texts. u takes back a roll with a typing error."""
ABOUT_PAGE = (
    "Red is damage: 2/3 is two hits of the three that bring an aircraft down. The meaning of each word is shown when "
    "the pointer rests on it; all words are at the foot of the page."
)


FLOWN = "flown"
"""Status of a line of the log sheet that was flown."""
LEVELS = {level.name.lower(): level.word for level in Ladder}
CAUSES = {cause.name.lower(): cause.word for cause in Cause}


def bombers_of(mat: Any, charts: Any) -> float:
    """Return the bombers of the score so far; a single sortie has none before its pilot is back (5.2.1)."""
    is_withheld = mat["settings"]["scale"] == Scale.SORTIE and mat["career"]["over"] != Over.SORTIE_DONE
    return 0.0 if is_withheld else float(mat["career"]["bombers"])


def score_of(war: War) -> int:
    """Return the score of an episode that is over: bombers, in a single sortie only if the pilot is alive."""
    return int(bombers_of(war.mat, war.charts))


def level_words(war: War) -> str:
    """Return the level of victory and the fate of the pilot; a single sortie has no level."""
    result = war.result or {}
    fate = "the pilot lives" if result["alive"] else f"killed {CAUSES[result['cause']]}"
    return fate if war.scale == Scale.SORTIE else f"{LEVELS[result['level']]}, {fate}"


def bombers_so_far(war: War) -> str:
    """Return the bombers so far, with the level of victory in a month or a career."""
    bombers = int(war.mat["career"]["bombers"])
    counted = f"{plural(bombers, 'bomber')} so far"
    return counted if war.scale == Scale.SORTIE else f"{counted}: {level_of(war.charts, bombers)}"


def has_contact(war: War) -> bool:
    """Return whether the pilot met bombers or fighters."""
    return any(entry.kind == Entry.MET for entry in war.journal)


def line_name(sortie: Mapping[str, Any], number: int) -> str:
    """Return a line of the log sheet by its name and raid; ``number`` counts from 0."""
    raid = f": {sortie['raid']}" if sortie["raid"] else ""
    return f"{name_of_sortie(sortie)}{raid}"


def line_result(sortie: Mapping[str, Any]) -> str:
    """Return the bombers of a line of the log sheet, or why it was not flown."""
    if sortie["status"] != FLOWN:
        return str(sortie["status"]).replace("_", " ")
    wounds = ", wounded" if sortie["wounds"] else ""
    return f"{plural(sortie['bombers'], 'bomber')}{wounds}"


RIVALS = ("by_the_book", "veteran")
"""Scripts that fly the player's war; the last is the yardstick."""


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


PLAY = PlayParts(
    game=game_named("interceptor"),
    title="INTERCEPTOR ACE",
    need=need_at,
    words=WordParts(
        drawn=drawn,
        gives_up=GIVING_UP,
        in_order=in_order,
        meaning=meaning_of,
        about_game=ABOUT_GAME,
        about_dice=ABOUT_DICE,
        about_page=ABOUT_PAGE,
    ),
    results=ResultParts(
        points=bombers_of,
        own_score=score_of,
        level=level_words,
        so_far=bombers_so_far,
        compared=line_name,
        scored=line_result,
        rivals=RIVALS,
        nouns=("sortie", "month", "career"),
    ),
    facts=lessons,
    has_contact=has_contact,
)
