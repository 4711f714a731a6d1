"""Positions of the second game as text: the fields that they have, and the log sheet of a war that begins at one."""

from typing import Any

from stuka_env.games.interceptor.codes import JUMPED, Line, Phase, Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.position.parts import PositionParts, codes_in

DEBRIEFED_IN = (Phase.SKILLS, *(phase for phase in Phase if Phase.PROMOTION <= phase <= Phase.CLOSE_DEBRIEF))
"""Phases in which a sortie that has ended is still on the mat."""
OF_THE_SORTIE = ("raid", "weather", "engaged", "bombers", "fighters", "wounds", "boxes", "event")
"""Fields of a line that the sortie has too."""


def complete(snapshot: Any, spec: WarSpec) -> None:
    """Write the line of a sortie that is being debriefed."""
    mat, lines = snapshot.mats[0], snapshot.logs["lines"][0]
    career, sortie = mat["career"], mat["sortie"]
    used = int(career["lines_used"])
    if not sortie["raid"] or not 0 < used <= len(lines) or int(mat["cursor"]["phase"]) not in DEBRIEFED_IN:
        return
    line = lines[used - 1]
    line["status"] = Line.FLOWN
    line["month"], line["line"] = career["month"], career["line"]
    line["zone"], line["model"] = sortie["target_zone"], mat["aircraft"]["model"]
    line["landing"] = JUMPED if sortie["jumped"] else sortie["landing"]
    for name in OF_THE_SORTIE:
        line[name] = sortie[name]


def place_dice(dice: Any, mat: Any) -> None:
    """Roll the dice in the line of a mat."""
    for name in ("month", "line"):
        dice[name] = mat["career"][name]


def withhold(ledger: Any, mat: Any) -> None:
    """Mark the bombers of a single sortie as unpaid: they are paid at its end if the pilot lives (5.2.1)."""
    if mat["settings"]["scale"] == Scale.SORTIE:
        for name in ("destroyed", "crashed", "level"):
            ledger[name] = 0


FIELDS_LEFT_OUT = {"career.over": "0 until the war is over", "career.cause": "0 until the war is over"}
"""Fields of the mat that a position does not have, with the reason."""


POSITION_PARTS = PositionParts(
    left_out=FIELDS_LEFT_OUT,
    codes=codes_in("settings"),
    free_codes=("month",),
    complete=complete,
    place_dice=place_dice,
    withhold=withhold,
)
"""The parts of the second game that its positions are made of."""
