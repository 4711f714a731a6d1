"""Checks that the values of a mat fit each other, for states of unknown origin and set-ups by hand.

The ranges of single numbers are checked before. The rules rely on these relations: fields
are limits of loops, and indices of arrays without a bounds check.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from stuka_env.consistency import need
from stuka_env.games.interceptor.codes import Bomber, Decision, Enemy, Health, Offer, Phase, Scale
from stuka_env.games.interceptor.scenario.mat_values import MatValues, read_mat
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.games.interceptor.scenario.relations import check_relations, check_stage

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


def check_mat(spec: WarSpec, mats: Any, logs: Any) -> MatValues:
    """Check a mat ``(1,)`` with its log ``(1,)``, and return its values by block.

    The checks cover all relations that the rules rely on.

    Raises:
        ConsistencyError: play cannot have made the mat; the message names the first value that does not fit.
    """
    war = check_laid_out(spec, mats, logs)
    _check_cursor(war)
    _check_offers(war)
    check_stage(war)
    if war.decision in IN_THE_AIR:
        _check_flight(war)
    return war


def check_laid_out(spec: WarSpec, mats: Any, logs: Any) -> MatValues:
    """Check a mat ``(1,)`` that has been laid out by hand and not yet played, and return its values by block.

    Raises:
        ConsistencyError: the rules cannot play from it; the message names the first value that does not fit.
    """
    war = read_mat(spec, mats, logs)
    _check_settings(war)
    _check_calendar(war)
    _check_log(war)
    _check_pilot(war)
    _check_enemies(war)
    check_relations(war)
    return war


def _check_settings(war: MatValues) -> None:
    """Check that the war belongs to the scenario; a set-up may begin in another month."""
    for name, value in war.spec.codes().items():
        got = war.blocks["settings"][name]
        need(name == "month" or got == value, f"mats.settings.{name}", got, value)


def _check_cursor(war: MatValues) -> None:
    """Check that the decision can be open in the phase."""
    decision, phase = war.decision, war.blocks["cursor"]["phase"]
    need(decision in PHASES, "mats.cursor.decision", decision, "an open decision")
    need(phase in PHASES[decision], "mats.cursor.phase", phase, _codes(PHASES[decision]))
    over = war.career["over"]
    need(bool(over) == (decision == Decision.OVER), "mats.career.over", over, "1 to 3 at the end, else 0")


def _check_calendar(war: MatValues) -> None:
    """Check the current line against the month, and the used lines against the calendar.

    A line that begins must have room.
    """
    career, lines = war.career, war.spec.charts.record["lines"].tolist()
    start, month, line, used = (career[name] for name in ("start", "month", "line", "lines_used"))
    need(start <= month, "mats.career.start", start, f"0 to {month}")
    last_month = war.spec.scale < Scale.CAREER or month + 1 == len(lines)
    begins = war.blocks["cursor"]["phase"] <= Phase.NEW_LINE
    last = lines[month] - int(last_month and begins)
    need(line <= last, "mats.career.line", line, f"0 to {last}")
    most = sum(lines[start:month]) + line
    need(used <= most, "mats.career.lines_used", used, f"0 to {most}")
    if war.spec.scale < Scale.CAREER:
        need(start == month, "mats.career.month", month, start)


def _check_log(war: MatValues) -> None:
    """Check that the log sheet has no lines that are not used."""
    used = war.career["lines_used"]
    unwritten = war.logs["lines"][0, used:].tobytes()
    need(not unwritten.strip(b"\0"), "logs.lines", f"more than {used} lines", f"{used} lines")


def _check_pilot(war: MatValues) -> None:
    """Check that the pilot lives: with his death the war is over."""
    health, over = war.blocks["pilot"]["health"], war.career["over"]
    need(over or health != Health.KILLED, "mats.pilot.health", health, f"0 to {Health.KILLED - 1} before the end")


def _check_offers(war: MatValues) -> None:
    """Check that a list of aircraft is on the table exactly for the decision about it."""
    desk = war.blocks["desk"]
    if war.decision == Decision.AIRCRAFT:
        need(desk["offer"] != Offer.NONE, "mats.desk.offer", desk["offer"], "a reason for the list")
        need(desk["offered"].any(), "mats.desk.offered", desk["offered"].tolist(), "two types or more")


def _check_enemies(war: MatValues) -> None:
    """Check that a bomber or a fighter on the table has a type."""
    for name, lowest in (("bomber", Bomber.UNKNOWN + 1), ("fighter", Enemy.NONE + 1)):
        enemy = war.blocks[name]
        fits = not enemy["present"] or enemy["type"] >= lowest
        need(fits, f"mats.{name}.type", enemy["type"], f"{lowest} or more")


def _check_flight(war: MatValues) -> None:
    """Check the position on the endurance track, and the enemy that the decision is about."""
    sortie = war.blocks["sortie"]
    need(sortie["airborne"], "mats.sortie.airborne", sortie["airborne"], 1)
    need(sortie["box"] <= sortie["last_box"], "mats.sortie.box", sortie["box"], f"1 to {sortie['last_box']}")
    for name, decisions in (("bomber", ABOUT_A_BOMBER), ("fighter", ABOUT_A_FIGHTER)):
        present = war.blocks[name]["present"]
        need(present or war.decision not in decisions, f"mats.{name}.present", present, 1)
