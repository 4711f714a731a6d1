"""The log sheet (8.7): what is written on it while a mission is flown. Scores follow when it is over.

The line of the mission in hand is the first that is not yet counted in ``track.logged``.
"""

from stuka_env.games.stuka.codes import SLOTS, Payload
from stuka_env.games.stuka.rules.mat import LogLine, Mat, to_number


def line_in_hand(mat: Mat) -> LogLine:
    """The line of the mission being flown."""
    return mat.log[mat.track.logged]


def log_loads(mat: Mat) -> None:
    """Enter the formation's load, the special bomb and who carries it."""
    line = line_in_hand(mat)
    line.payload = mat.mission.payload
    carriers = 0
    for slot in range(SLOTS):
        if mat.mission.special != Payload.NONE and mat.aircraft[slot].ordnance == mat.mission.special:
            line.carriers[carriers] = to_number(slot)
            carriers += 1
    if carriers > 0:
        line.special = mat.mission.special


def log_strafing(mat: Mat, slot: int) -> None:
    """Enter who attacks with machine guns."""
    line = line_in_hand(mat)
    line.strafed = line.strafed | (1 << slot)


def log_gambler(mat: Mat, slot: int) -> None:
    """Enter who attempts the Rudel Gamble."""
    line_in_hand(mat).gambler = to_number(slot)


def log_crews(mat: Mat) -> None:
    """Enter who flew what, and what it scored."""
    line = line_in_hand(mat)
    for slot in range(SLOTS):
        aircraft = mat.aircraft[slot]
        line.scores[slot] = aircraft.score if aircraft.present else -1
        line.pilots[slot] = aircraft.pilot
        line.gunners[slot] = aircraft.gunner
