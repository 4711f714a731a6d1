"""Faults: the reasons why the compiled rules could not go on, as errors that the environments raise."""

from stuka_env.engine.faults import StateError, TapeError
from stuka_env.games.interceptor.codes import Chart, Fault


def fault_error(fault: int, chart: int) -> TapeError | StateError:
    """Return the error for a fault, and for the chart that it is about."""
    name = Chart(chart).name
    tape = {
        Fault.UNPLANNED_ROLL: f"strict_dice: {name} is rolled, but the tape has no more rolls of {name}",
        Fault.CARD_GONE: "dice: CARD plans a card that is out already",
        Fault.NOT_ON_DIE: f"dice: {name} plans a number that the die does not have now",
    }
    state = {
        Fault.JOURNAL_FULL: "journal: more entries in one step than the journal holds",
        Fault.ENDLESS: "state: play does not come to a decision from here; values of the mat contradict each other",
        Fault.NO_RAID: "charts: no raid of this month is in range of the base, and a Sortie needs one",
        Fault.NO_UNIT: "charts: no row of the starting table that the die can show is open in this month",
        Fault.NO_CARD: "state: no card is left to flip; values of the mat contradict each other",
    }
    return TapeError(tape[Fault(fault)]) if fault in tape else StateError(state[Fault(fault)])
