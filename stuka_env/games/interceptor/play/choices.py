"""The choices of the player: actions with their meanings, and the cards that can be drawn."""

import re

from stuka_env.declared.codes import sentence
from stuka_env.games.interceptor.codes import ACTS, Act, Decision, Maneuver
from stuka_env.games.interceptor.words import odds, wording
from stuka_env.play.parts import Choice
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


def choices_of(war: War) -> list[Choice]:
    """Return the choices at the open decision, or the cards to draw; none while dice are asked for and at the end."""
    if war.need is None:
        return [
            Choice(number, index, label, sentence(meaning_of(index, war)))
            for number, (index, label) in enumerate(in_order(war), 1)
        ]
    return [Choice(number, number, card_label(war, number), card_meaning(war, number)) for number in war.need.choices]


def meaning_of(index: int, war: War) -> str:
    """Return the meaning of an action at the open decision."""
    act = ACTS.verb_of(index)
    decision = Decision(int(war.mat["cursor"]["decision"]))
    return (
        MEANINGS.get((decision, act)) or PICKED.get(decision if act >= Act.PICK_1 else Decision.OVER, "") or act.meaning
    )


def gives_up(action: int) -> bool:
    """Whether an action gives up the sortie or the attack."""
    return action in GIVING_UP


def kinds_of(war: War) -> list[tuple[str, str]]:
    """Return name and meaning of each kind of legal action."""
    kinds = {meaning_of(index, war): label.partition(" (")[0] for index, label in reversed(in_order(war))}
    return [(name, meaning) for meaning, name in reversed(kinds.items())]


def card_label(war: War, number: int) -> str:
    """Return a card: "Card 17: fire 3 hits, defence Chandelle, wingman covers"."""
    row, mat = war.charts.record, war.mat
    card = row["cards"][number - 1]
    fire = odds.fire_of(row, number, odds.firing_firepower(mat, row))
    defence = Maneuver.word_of(int(card["maneuver"]))
    jam = ", a jam" if card["jam"] else ""
    return f"Card {number}: fire {fire}{jam}, defence {defence}, wingman {wording.help_words(card)}"


def card_meaning(war: War, number: int) -> str:
    """Return the number that a card has for the fire of a bomber's gunners."""
    fire = int(war.charts.record["cards"][number - 1]["defensive_fire"])
    return (
        f"In the column of your firepower. As the answer of a bomber: {wording.plural(fire, 'hit')} before range and "
        "gunners."
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
