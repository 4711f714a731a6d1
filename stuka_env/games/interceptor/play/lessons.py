"""The lessons of the tutorial: an explanation and an advice for each decision, and an answer to the player's choice."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from stuka_env.declared.codes import plural
from stuka_env.games.interceptor.codes import (
    ACTS,
    Act,
    Aim,
    Career,
    Chart,
    Decision,
    Enemy,
    Entry,
    Health,
    Orientation,
    Position,
    Range,
    Skill,
)
from stuka_env.games.interceptor.words import odds
from stuka_env.play.parts import Lesson
from stuka_env.play.typed_rolls import Position as Seen

SORTIE, LESSON_SORTIE = "Interceptor/Sortie-v0", {"month": "1943-05", "unit": "II/JG 1"}
LESSON_DICE = 1943
"""Seed of the rolls where the tape ends."""
PLAN: dict[Chart, tuple[tuple[int, ...], ...]] = {
    Chart.A1: ((4, 5),),  # Courtrai, in the zone of the base
    Chart.B9: ((3, 3),),
    Chart.B1: ((3, 4), (2, 3)),  # the raid in the first box, head on; it is not located in the second
    Chart.A3: ((4,),),
    Chart.A3_ESCORT: ((1,),),  # no escort
    Chart.A3_YB40: ((2, 3), (4, 1)),
    Chart.CARD: ((30,), (20,), (43,), (14,), (18,), (21,), (17,)),  # yours and the bomber's in turn
    Chart.B3: ((2, 4), (3, 4), (4, 4), (4, 5), (3, 3), (2, 3), (1, 5)),  # three hits on the port wing, then the fourth
    Chart.B6: ((3, 4), (1, 2), (5, 5)),  # tail; in the second pass port wing and airframe
    Chart.B7: ((3, 4),),
}
"""The planned rolls and cards, chart by chart. With the advice a bomber goes down at close range; the next one hits."""
TOLD = (
    Entry.BOMBER_DAMAGE, Entry.BOMBER_DESTROYED, Entry.ENEMY_DAMAGE, Entry.ENEMY_DESTROYED, Entry.DAMAGE, Entry.WOUND,
    Entry.JAMMED, Entry.CREDITED,
)  # fmt: skip
"""Kinds of entry that the answer to a decision repeats."""
MOST_TOLD = 4
"""Sentences that the answer to a decision repeats."""


def tape_of(charts: Any) -> Mapping[Chart, Sequence[tuple[int, ...]]]:
    """Return the planned rolls and cards; they are the same under all charts."""
    return PLAN


def results_of(journal: Sequence[Any]) -> list[str]:
    """Return the sentences of what a decision led to: hits on both sides, and what was shot down."""
    return [entry.text for entry in journal if entry.kind in TOLD][:MOST_TOLD]


def closing_words(result: Mapping[str, Any]) -> str:
    """Return the words about what has been flown."""
    return "you have flown a sortie" if result.get("flown") else "nobody has flown"


FIRST_SKILLS = (Skill.REFLEXES, Skill.NAVIGATION, Skill.LANDING)
"""Skills that the tutorial advises, the best first."""
FEW_HITS = 3
"""Hits on the own aircraft from which the tutorial advises to go home."""


def first_of(seen: Seen, *acts: Act) -> int:
    """Return the first of some actions that is legal; else the first legal action."""
    for act in acts:
        if seen.mask[0][act]:
            return int(act)
    return int(np.flatnonzero(seen.mask[0])[0])


def row(place: int) -> Act:
    """Return the action that picks a row of the list on the table, from 0."""
    return ACTS.verb_of(Act.PICK_1 + place)


def is_legal(seen: Seen, act: Act) -> bool:
    """Whether an action is legal."""
    return bool(seen.mask[0][act])


def hits_taken(mat: Any) -> int:
    """Return the hits on wings, airframe, tail, controls and engines of the own aircraft."""
    machine = mat["aircraft"]
    frame = sum(int(machine[name]) for name in ("port_wing", "starboard_wing", "airframe", "tail", "controls"))
    return frame + int(machine["engines"].sum())


def is_hurt(mat: Any) -> bool:
    """Whether the pilot is wounded or the aircraft has taken several hits."""
    return bool(mat["pilot"]["health"] != Health.WELL or hits_taken(mat) >= FEW_HITS or mat["aircraft"]["leak"])


# --- the lessons ---


def track(seen: Seen) -> Lesson:
    """Explain the two tracks of rank."""
    before = (
        "You are a fighter pilot in May 1943, and this is one sortie of your career. First your rank. An NCO "
        "begins with one Experience Point more, which buys a skill; an officer earns Prestige by promotions, which is "
        "worth more in a long career. Fly as an NCO today."
    )
    return Lesson(before, first_of(seen, row(Career.NCO)), "Two Experience Points to begin with.")


def aircraft(seen: Seen) -> Lesson:
    """Explain the choice of an aircraft."""
    before = (
        "Choose an aircraft. Firepower selects the column of a card, and high columns bring bombers down; speed and "
        "agility win against fighters. Against bombers take the most firepower."
    )
    offered, charts = seen.mat[0]["desk"]["offered"], seen.charts[0]
    legal = [place for place in range(len(offered)) if offered[place] and is_legal(seen, row(place))]
    power = {place: int(charts["models"][offered[place] - 1]["weapons"]["firepower"].sum()) for place in legal}
    best = max(legal, key=lambda place: (power[place], -place), default=0)
    return Lesson(before, first_of(seen, row(best)), "The heaviest guns of those that are here.")


def skill(seen: Seen) -> Lesson:
    """Explain the skills."""
    if seen.mat[0]["cursor"]["person"]:
        return Lesson(
            "Your wingman has Experience Points too. He can keep them for something better: nothing more.",
            first_of(seen, Act.DONE),
            "He saves them.",
        )
    wanted = [row(one) for one in FIRST_SKILLS if is_legal(seen, row(one))]
    advised = first_of(seen, *wanted[:1], Act.DONE)
    before = (
        "Experience Points buy skills, which stay for good. Reflexes let you fire first once a sortie, before the "
        "bomber's "
        "gunners answer; Navigation finds raids that others miss; Landing brings you down more safely. "
        + (f"Take {Skill(advised - Act.PICK_1).word}." if wanted else "That will do.")
    )
    return Lesson(before, advised, "Learned." if wanted else "Ready to fly.")


def scramble(seen: Seen) -> Lesson:
    """Explain the alarm."""
    sortie = seen.mat[0]["sortie"]
    left = int(sortie["last_box"]) - int(sortie["entry"])
    before = (
        "The alarm: a raid comes. The bracket of the first option has the first box in which you can meet it, and how "
        f"many boxes come after it: {left} here, each another chance. The weather matters for the landing only. In a "
        "career you may stay down when it looks bad; a raid that is not flown brings nothing. Take off."
    )
    return Lesson(before, first_of(seen, Act.FLY), "Up you go. In each box two dice on B1 say whom you meet.")


def engage(seen: Seen) -> Lesson:
    """Explain an interception."""
    sortie = seen.mat[0]["sortie"]
    if sortie["sweep"]:
        before = (
            "Enemy fighters without bombers. They count as kills, but not for victory. Slipping away works on two "
            "faces "
            "of six; if it fails they attack. Try to slip away."
        )
        return Lesson(before, first_of(seen, Act.SLIP, Act.FIGHT), "There are better targets.")
    escorted = sortie["escort"] > Enemy.NONE
    if escorted and not is_legal(seen, Act.BOMBERS):
        before = "The escort has seen you first, and the bombers cannot be attacked from here. Try to slip away."
        return Lesson(before, first_of(seen, Act.SLIP, Act.FIGHT), "Not today.")
    guarded = (
        "They have an escort, which comes for you after your pass."
        if escorted
        else "They have no escort, so you may come back again and again."
    )
    sun = (
        " You come out of the sun: begin at medium range, and the gunners do not answer your first shot."
        if sortie["orientation"] == Orientation.OUT_OF_THE_SUN
        else ""
    )
    before = (
        f"Bombers. {guarded} A pass has three shots, at long, medium and close range, and after each one the bomber's "
        f"gunners answer.{sun} Attack the bombers."
    )
    return Lesson(before, first_of(seen, Act.BOMBERS_MEDIUM, Act.BOMBERS), "There is one in front of you.")


def burst(seen: Seen) -> Lesson:
    """Explain a shot at a bomber."""
    mat = seen.mat[0]
    bomber, reach = mat["bomber"], int(mat["bomber"]["range"])
    if is_hurt(mat) and reach != Range.CLOSE and not bomber["first"]:
        before = (
            f"You have taken {plural(hits_taken(mat), 'hit')}. Closer in the gunners hit more, and one dead "
            "pilot "
            "ends everything. Break off."
        )
        return Lesson(before, first_of(seen, Act.BREAK_OFF), "You turn away in time.")
    if is_legal(seen, Act.REFLEXES) and reach == Range.CLOSE:
        before = (
            "Close range: your hits and theirs are at their highest. Now the Reflexes are worth most: with them you "
            "fire "
            "first, and a bomber that goes down does not answer. Use them; you choose the aim after that."
        )
        return Lesson(before, first_of(seen, Act.REFLEXES), "The next shot comes before their answer.")
    aim = best_aim(mat)
    where = Aim(aim).word
    words = {
        Range.LONG: (
            "Long range: both sides hit least from here, so the risk is small and so is the gain. Your card has a "
            "result "
            "in the column of your firepower: hits, GP (a package of hits where you aim) or DE (destroyed)."
        ),
        Range.MEDIUM: "Medium range: one hit more for both sides than before. Keep to the part that is hit already.",
        Range.CLOSE: "Close range: again one hit more for both sides. After this shot the pass is over.",
    }
    hit = int(mat["bomber"][SYSTEM_FIELDS[aim]])
    why = f"the {where} has {plural(hit, 'hit')} already" if hit else "wings have engines behind them, too"
    before = f"{words[Range(reach)]} Aim at the {where}: {why}."
    return Lesson(before, first_of(seen, ACTS.verb_of(Act.AIM_PORT + aim)), "Fire.")


SYSTEM_FIELDS = ("port_wing", "starboard_wing", "airframe")


def best_aim(mat: Any) -> int:
    """Return the point of aim whose part of the bomber has the most hits; the port wing of equals."""
    return max(range(len(SYSTEM_FIELDS)), key=lambda aim: (int(mat["bomber"][SYSTEM_FIELDS[aim]]), -aim))


def redraw(seen: Seen) -> Lesson:
    """Explain the Expert's second card."""
    before = "An Expert may draw another card, once a sortie. Keep this one."
    return Lesson(before, first_of(seen, Act.NO), "It stays.")


def another_pass(seen: Seen) -> Lesson:
    """Explain what follows a pass."""
    mat = seen.mat[0]
    if is_hurt(mat):
        before = (
            "The pass is over, and you are hit. Bombers that are left alone may still crash on their way home. Let "
            "them go."
        )
        return Lesson(before, first_of(seen, Act.LET_GO), "Enough for today.")
    if mat["bomber"]["present"] and is_legal(seen, Act.SAME):
        before = (
            "The pass is over. There is no escort, so you can come back, from long range. Damage adds up: go for the "
            "same bomber again, before it gets away."
        )
        return Lesson(before, first_of(seen, Act.SAME, Act.OTHER), "Round and back.")
    before = "It is down, and that counts. There are more of them, and no escort. Attack another one."
    return Lesson(before, first_of(seen, Act.OTHER, Act.LET_GO), "The next one.")


def escort(seen: Seen) -> Lesson:
    """Explain the escort after a pass."""
    before = (
        "The escort is on to you, and you are at a disadvantage. Two faces of six let you slip away; if that fails you "
        "fight all the same. Try to slip away."
    )
    return Lesson(before, first_of(seen, Act.SLIP, Act.FIGHT), "Down and away.")


def dogfight(seen: Seen) -> Lesson:
    """Explain a round of fighter combat."""
    position = int(seen.mat[0]["fighter"]["position"])
    if position > Position.HEAD_ON:
        if is_hurt(seen.mat[0]) or position == Position.ADVANTAGED and not is_legal(seen, Act.FIRE):
            before = "You are in the better position, which is the time to leave: from behind it is certain. Disengage."
            return Lesson(before, first_of(seen, Act.DISENGAGE), "You get away from him.")
        before = "You are in the better position: he cannot fire at you, and defends with a card. Fire."
        return Lesson(before, first_of(seen, Act.FIRE, Act.DISENGAGE), "A long burst.")
    if position == Position.HEAD_ON:
        before = (
            "Head on you both fire at each other. If you would rather not, a tight turn betters your position. Turn."
        )
        return Lesson(before, first_of(seen, Act.TIGHT_TURN, Act.FIRE), "Round, and tighter than he can.")
    before = (
        "He has the better position and fires; you cannot. A card can help: many defences avoid hits, some better your "
        "position, a few end the fight. Defend with the next card."
    )
    return Lesson(before, first_of(seen, Act.DEFEND, Act.BARREL_ROLL), "You throw the aircraft about.")


def reflex(seen: Seen) -> Lesson:
    """Explain Reflexes after an initiative roll."""
    before = "The initiative is rolled. Reflexes give you one position more, once a sortie. Use them now."
    return Lesson(before, first_of(seen, Act.YES), "Quicker than he is.")


def next_enemy(seen: Seen) -> Lesson:
    """Explain another fight."""
    before = "That one is gone. Fighters bring awards but no victory, and each fight is a risk. Let them go."
    return Lesson(before, first_of(seen, Act.LET_GO), "Nobody follows.")


def witness(seen: Seen) -> Lesson:
    """Explain the eyewitness."""
    before = "An enemy that you damaged has crashed on its way home. The eyewitness makes it count. Use him."
    return Lesson(before, first_of(seen, Act.YES), "It is yours.")


def forced(seen: Seen) -> Lesson:
    """Explain the end of all engines."""
    before = (
        "The engine is out. The brackets have the chances of both ways down; a jump is a matter of luck, a landing "
        "without "
        "engine of the weather and the damage. Take the one with the smaller chance of death."
    )
    charts, mat = seen.charts[0], seen.mat[0]
    jump = odds.jump_throws(mat, charts, int(Health.KILLED))
    lands = odds.landing_throws(mat, charts, True, LANDING_KILLS)
    return Lesson(before, first_of(seen, Act.BAIL_OUT if jump < lands else Act.DEADSTICK), "Down it is.")


LANDING_KILLS = 3
"""The result of B7 that kills everybody."""


def onward(seen: Seen) -> Lesson:
    """Explain the next box."""
    mat = seen.mat[0]
    empty = not odds.firing_firepower(mat, seen.charts[0])
    if is_hurt(mat) or empty:
        why = "You have no ammunition left" if empty else "You are hit"
        before = f"{why}. A pilot who comes home flies again. Fly home."
        return Lesson(before, first_of(seen, Act.HOME), "Homeward.")
    before = (
        "This box is settled. In the next one B1 is rolled again: another chance, and from the third box on flak has "
        "damaged the bombers for you. You are whole and have ammunition. Fly on."
    )
    return Lesson(before, first_of(seen, Act.ON), "On to the next box.")


def debrief(seen: Seen) -> Lesson:
    """Explain Prestige."""
    before = "Prestige Points buy aircraft, moves and repairs. They keep. Nothing today."
    return Lesson(before, first_of(seen, Act.DONE), "Saved for later.")


def pick_first(seen: Seen) -> Lesson:
    """Explain a choice from a list that a sortie hardly ever brings."""
    return Lesson(
        "The brackets say what the rows of the list are. The first will do.", first_of(seen, Act.PICK_1), "Done."
    )


LESSONS: Mapping[Decision, Callable[[Seen], Lesson]] = {
    Decision.TRACK: track,
    Decision.AIRCRAFT: aircraft,
    Decision.SERIES: pick_first,
    Decision.ZONE: pick_first,
    Decision.SKILL: skill,
    Decision.SCRAMBLE: scramble,
    Decision.ENGAGE: engage,
    Decision.BURST: burst,
    Decision.REDRAW: redraw,
    Decision.PASS: another_pass,
    Decision.ESCORT: escort,
    Decision.DOGFIGHT: dogfight,
    Decision.REFLEX: reflex,
    Decision.NEXT: next_enemy,
    Decision.WITNESS: witness,
    Decision.FORCED: forced,
    Decision.ONWARD: onward,
    Decision.DEBRIEF: debrief,
    Decision.GUNNER: pick_first,
}
"""The lesson at each decision."""

PICKED_OTHERWISE = "That will do as well."
OTHERWISE: Mapping[Act, str] = {
    Act.FLY: "Up you go all the same.",
    Act.STAY: "A raid that is not flown brings nothing, and this was the only one. Fly it again to see it flown.",
    Act.LEAVE: "Rest, then; this was the only raid.",
    Act.BOMBERS: "At them from long range, then.",
    Act.BOMBERS_MEDIUM: "Out of the sun, then.",
    Act.FIGHT: "A fight with fighters: they count as kills, but not for victory.",
    Act.SLIP: "Away, if the die allows it.",
    Act.LET_GO: "They fly on. There may be others in the next box.",
    Act.BREAK_OFF: "You turn away. What is damaged may still crash on its way home.",
    **dict.fromkeys(
        (Act.AIM_PORT, Act.AIM_STARBOARD),
        "Hits add up where they fall: the same place again brings a bomber down sooner.",
    ),
    Act.AIM_AIRFRAME: "The airframe is as good a target, but no engine is behind it.",
    **dict.fromkeys(
        (Act.BURST_PORT, Act.BURST_STARBOARD, Act.BURST_AIRFRAME),
        "More hits if the card hits at all, twice the ammunition, and weapons may jam.",
    ),
    Act.ROCKETS: "One salvo, before the first shot.",
    Act.JETTISON: "Without the tubes you are faster.",
    Act.WINGMAN: "He comes with you, and may come to harm.",
    Act.REFLEXES: "Used now, once for this sortie.",
    Act.SAME: "Back at the same one.",
    Act.OTHER: "Another one, whole; the damaged one may still crash on its way home.",
    Act.FIRE: "Head on he fires as well.",
    Act.DISENGAGE: "You leave him.",
    Act.DEFEND: "You throw the aircraft about.",
    Act.TIGHT_TURN: "His fire comes first, the better position after it.",
    Act.BARREL_ROLL: "Two hits avoided, whatever comes.",
    **dict.fromkeys((Act.CUBAN_EIGHT, Act.CHANDELLE, Act.IMMELMANN, Act.SPLIT_S), "A figure that you have learned."),
    Act.BAIL_OUT: "By parachute: the aircraft is lost, and the roll says how it ends for you.",
    Act.DEADSTICK: "Without an engine, and with one try.",
    Act.ON: "On to the next box, as you are.",
    Act.HOME: "Homeward. The boxes that are left stay unused.",
    Act.YES: "Used, once for this sortie.",
    Act.NO: "Kept for later.",
    Act.DONE: "The points are kept.",
}
"""The answer if the player decides otherwise; others have :data:`PICKED_OTHERWISE`."""
