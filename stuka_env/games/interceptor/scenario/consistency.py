"""Checks that the values of a mat fit each other, for states of unknown origin and set-ups by hand.

The ranges of single numbers are checked before. The rules rely on these relations: fields
are limits of loops, and indices of arrays without a bounds check.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from stuka_env.declared.values import need
from stuka_env.games.interceptor.codes import Bomber, Decision, Enemy, Health, Offer, Phase, Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.games.interceptor.scenario.relations import check_relations, check_stage
from stuka_env.position.blocks import MatValues

CARDS_IN_HAND = (Phase.BURST_SHOT, Phase.SECOND_CARDS, Phase.LAST_CARDS)
PHASES: Mapping[int, tuple[Phase, ...]] = {
    Decision.OVER: (Phase.OVER,),
    Decision.TRACK: (Phase.START_UNIT,),
    Decision.AIRCRAFT: (Phase.SKILLS, Phase.OLD_GUNNER, Phase.PURCHASES),
    Decision.SERIES: (Phase.PURCHASES,),
    Decision.ZONE: (Phase.PURCHASES,),
    Decision.SKILL: (Phase.SKILLS,),
    Decision.SCRAMBLE: (Phase.TAKE_OFF,),
    Decision.ENGAGE: (Phase.ENGAGED,),
    Decision.BURST: (Phase.BURST,),
    Decision.REDRAW: CARDS_IN_HAND,
    Decision.PASS: (Phase.PASS,),
    Decision.ESCORT: (Phase.ESCORT,),
    Decision.DOGFIGHT: (Phase.DOGFIGHT,),
    Decision.REFLEX: (Phase.NEXT_ROUND,),
    Decision.NEXT: (Phase.NEXT_ENEMY,),
    Decision.WITNESS: (Phase.CREDIT,),
    Decision.FORCED: (Phase.FORCED,),
    Decision.ONWARD: (Phase.BOX_DONE,),
    Decision.DEBRIEF: (Phase.PURCHASES,),
    Decision.GUNNER: (Phase.RAID,),
}
"""The phases in which a decision can be open."""
ABOUT_A_BOMBER = (Decision.BURST,)
"""Decisions about a bomber that is under attack."""
ABOUT_A_FIGHTER = (Decision.DOGFIGHT, Decision.REFLEX)
"""Decisions in a fight with an enemy fighter."""
IN_THE_AIR = range(Decision.ENGAGE, Decision.DEBRIEF)
"""Decisions between take-off and landing."""


def _codes(names: Iterable[int]) -> str:
    return ", ".join(str(int(code)) for code in names)


def check_mat(spec: WarSpec, charts: Any, snapshot: Any) -> None:
    """Check the mat and the log sheet of a snapshot of one war.

    The checks cover all relations that the rules rely on.

    Raises:
        ConsistencyError: play cannot have made the mat; the message names the first value that does not fit.
    """
    check_laid_out(spec, charts, snapshot)
    war = MatValues(spec, charts, snapshot)
    _check_cursor(war)
    _check_offers(war)
    check_stage(war)
    if war.decision in IN_THE_AIR:
        _check_flight(war)


def check_laid_out(spec: WarSpec, charts: Any, snapshot: Any) -> None:
    """Check the mat and the log sheet of a war that has been laid out by hand and not yet played.

    Raises:
        ConsistencyError: the rules cannot play from it; the message names the first value that does not fit.
    """
    war = MatValues(spec, charts, snapshot)
    _check_settings(war)
    _check_calendar(war)
    _check_log(war)
    if not war["career"]["over"]:  # with the death of the pilot the war is over
        war.need("pilot.health", war["pilot"]["health"] != Health.KILLED, f"0 to {Health.KILLED - 1} before the end")
    _check_enemies(war)
    check_relations(war)


def _check_settings(war: MatValues) -> None:
    """Check that the war belongs to the scenario; a set-up may begin in another month."""
    for name, value in war.spec.codes().items():
        if name != "month":
            war.equals(f"settings.{name}", value)


def _check_cursor(war: MatValues) -> None:
    """Check that the decision can be open in the phase."""
    decision = war.decision
    war.need("cursor.decision", decision in PHASES, "an open decision")
    war.need("cursor.phase", war["cursor"]["phase"] in PHASES[decision], _codes(PHASES[decision]))
    war.need("career.over", bool(war["career"]["over"]) == (decision == Decision.OVER), "1 to 3 at the end, else 0")


def _check_calendar(war: MatValues) -> None:
    """Check the current line against the month, and the used lines against the calendar.

    A line that begins must have room.
    """
    career, lines = war["career"], war.charts["lines"].tolist()
    start, month, line = (career[name] for name in ("start", "month", "line"))
    war.within("career.start", 0, month)
    last_month = war.spec.scale < Scale.CAREER or month + 1 == len(lines)
    begins = war["cursor"]["phase"] <= Phase.NEW_LINE
    war.within("career.line", 0, lines[month] - int(last_month and begins))
    war.within("career.lines_used", 0, sum(lines[start:month]) + line)
    if war.spec.scale < Scale.CAREER:
        war.equals("career.month", start)


def _check_log(war: MatValues) -> None:
    """Check that the log sheet has no lines that are not used."""
    used = war["career"]["lines_used"]
    unwritten = war.snapshot.logs["lines"][0, used:].tobytes()
    need(not unwritten.strip(b"\0"), "logs.lines", f"more than {used} lines", f"{used} lines")


def _check_offers(war: MatValues) -> None:
    """Check that a list of aircraft is on the table exactly for the decision about it."""
    if war.decision == Decision.AIRCRAFT:
        war.need("desk.offer", war["desk"]["offer"] != Offer.NONE, "a reason for the list")
        war.need("desk.offered", war["desk"]["offered"].any(), "two types or more")


def _check_enemies(war: MatValues) -> None:
    """Check that a bomber or a fighter on the table has a type."""
    for name, lowest in (("bomber", Bomber.UNKNOWN + 1), ("fighter", Enemy.NONE + 1)):
        war.need(f"{name}.type", not war[name]["present"] or war[name]["type"] >= lowest, f"{lowest} or more")


def _check_flight(war: MatValues) -> None:
    """Check the position on the endurance track, and the enemy that the decision is about."""
    war.equals("sortie.airborne", 1)
    last = war["sortie"]["last_box"]
    war.need("sortie.box", war["sortie"]["box"] <= last, f"1 to {last}")
    for name, decisions in (("bomber", ABOUT_A_BOMBER), ("fighter", ABOUT_A_FIGHTER)):
        if war.decision in decisions:
            war.equals(f"{name}.present", 1)
