"""Faults: the reasons why the compiled rules could not go on, as errors that the environments raise."""

from stuka_env.engine.faults import StateError, TapeError
from stuka_env.games.stuka.codes import Chart, Fault
from stuka_env.games.stuka.rules.dice import COUNTED


def fault_error(fault: int, chart: int) -> TapeError | StateError:
    """Return the error for a fault, and for the chart that it is about."""
    name = Chart(chart).name
    tape = {
        Fault.UNPLANNED_ROLL: f"strict_dice: {name} is rolled, but the tape has no more rolls of {name}",
        Fault.NOT_IN_CUP: "dice: CUP plans a number that is not in the cup now",
        Fault.CARD_GONE: "dice: EVENT plans a card that is not in the deck now",
        Fault.NOT_ON_DIE: f"dice: {name} plans a number that the die does not have now",
    }
    state = {
        Fault.JOURNAL_FULL: "journal: more entries in one step than the journal holds",
        Fault.ENDLESS: "state: play does not come to a decision from here; values of the mat contradict each other",
        Fault.NO_TARGET: f"charts: got a No-Fly from A1 {COUNTED} times in a row, and a Mission needs a target",
    }
    return TapeError(tape[Fault(fault)]) if fault in tape else StateError(state[Fault(fault)])
