"""Titles of mistakes in the second game, by two actions: the one taken and the better one."""

from typing import Any

from stuka_env.games.interceptor.codes import ACTS, Act, Decision

ANY = None
"""In place of an action: every action that answers the decision."""
SHOT, EXTENDED, PICK = "shot", "extended", "pick"
"""Actions that differ only in their object: a shot, an extended burst, a row of the list on the table."""
VERBS: dict[int, str] = {
    **dict.fromkeys(range(Act.AIM_PORT, Act.AIM_AIRFRAME + 1), SHOT),
    **dict.fromkeys(range(Act.BURST_PORT, Act.BURST_AIRFRAME + 1), EXTENDED),
    **dict.fromkeys(range(Act.PICK_1, Act.PICK_17 + 1), PICK),
}
Verb = Act | str | None
"""An action, or one of the groups of actions."""
YES_OR_NO: dict[Decision, tuple[str, str]] = {
    Decision.REDRAW: ("card redrawn without need", "card not redrawn"),
    Decision.REFLEX: ("Reflexes used without need", "Reflexes not used"),
    Decision.WITNESS: ("eyewitness used without need", "eyewitness not used"),
}
"""Titles of a wrong "yes" and a wrong "no"."""
WRONG_PICKS: dict[Decision, str] = {
    Decision.TRACK: "wrong track",
    Decision.AIRCRAFT: "wrong aircraft",
    Decision.SERIES: "wrong series",
    Decision.ZONE: "wrong zone",
    Decision.SKILL: "wrong skill",
    Decision.GUNNER: "wrong gunner",
}
"""Titles of a wrong row of the list on the table."""
TITLES: dict[tuple[Verb, Verb], str] = {
    (Act.STAY, Act.LEAVE): "stayed on the ground without leave",
    (Act.STAY, ANY): "stayed on the ground",
    (Act.LEAVE, ANY): "leave taken at the wrong time",
    (ANY, Act.STAY): "flew when staying was better",
    (ANY, Act.LEAVE): "leave not taken",
    (Act.BAIL_OUT, ANY): "bailed out without need",
    (ANY, Act.BAIL_OUT): "did not bail out",
    (Act.BOMBERS, Act.BOMBERS_MEDIUM): "first pass from too far away",
    (Act.BOMBERS_MEDIUM, Act.BOMBERS): "first pass from too close",
    (Act.SAME, Act.OTHER): "another pass at the wrong bomber",
    (Act.OTHER, Act.SAME): "another pass at the wrong bomber",
    (Act.SAME, Act.LET_GO): "one pass too many",
    (Act.OTHER, Act.LET_GO): "one pass too many",
    (Act.LET_GO, Act.SAME): "another pass not made",
    (Act.LET_GO, Act.OTHER): "another pass not made",
    (Act.LET_GO, Act.FIGHT): "fighters let go",
    (Act.FIGHT, Act.LET_GO): "fight with fighters not worth the risk",
    (Act.LET_GO, ANY): "bombers let go",
    (ANY, Act.LET_GO): "attack not worth the risk",
    (Act.FIGHT, Act.SLIP): "did not get away from fighters",
    (Act.SLIP, Act.FIGHT): "no fight with fighters",
    (Act.FIGHT, ANY): "fighters fought in place of bombers",
    (Act.SLIP, ANY): "got away in place of an attack",
    (ANY, Act.FIGHT): "fighters not fought",
    (ANY, Act.SLIP): "did not get away from fighters",
    (Act.BREAK_OFF, ANY): "pass broken off too early",
    (ANY, Act.BREAK_OFF): "pass not broken off",
    (Act.ROCKETS, ANY): "rockets fired at the wrong time",
    (ANY, Act.ROCKETS): "rockets not fired",
    (Act.JETTISON, ANY): "rockets jettisoned without need",
    (ANY, Act.JETTISON): "rockets not jettisoned",
    (Act.WINGMAN, ANY): "wingman sent without need",
    (ANY, Act.WINGMAN): "wingman not sent",
    (Act.REFLEXES, ANY): "Reflexes used without need",
    (ANY, Act.REFLEXES): "Reflexes not used",
    (SHOT, SHOT): "wrong point of aim",
    (EXTENDED, EXTENDED): "wrong point of aim",
    (EXTENDED, SHOT): "extended burst not worth it",
    (SHOT, EXTENDED): "no extended burst",
    (Act.DISENGAGE, ANY): "disengaged too early",
    (ANY, Act.DISENGAGE): "did not disengage",
    (Act.FIRE, ANY): "fired in place of a maneuver",
    (ANY, Act.FIRE): "did not fire at a fighter",
    (Act.ON, Act.HOME): "flew on too long",
    (Act.HOME, Act.ON): "flew home too early",
    (Act.DONE, ANY): "points not spent",
    (ANY, Act.DONE): "points spent too early",
}
"""Titles by the action taken and the better one; the first that fits is used."""
WRONG_MANEUVER, WRONG_PURCHASE = "wrong way to evade a fighter", "points spent on the wrong thing"


def mistake_title(mat: Any, taken: int, better: int) -> str:
    """Return the mistake of taking one action on a mat where another one was better, such as "one pass too many"."""
    decision = Decision(int(mat["cursor"]["decision"]))
    if decision in YES_OR_NO:
        return YES_OR_NO[decision][taken == Act.NO]
    one, other = (VERBS.get(action, ACTS.verb_of(action)) for action in (taken, better))
    if one == other == PICK:
        return WRONG_PICKS[decision]
    for (left, right), title in TITLES.items():
        if left in (one, ANY) and right in (other, ANY):
            return title
    return WRONG_PURCHASE if decision == Decision.DEBRIEF else WRONG_MANEUVER
