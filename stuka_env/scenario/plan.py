"""The scenario of an environment's episodes in codes: a value, and a record for the kernels."""

from dataclasses import astuple, dataclass

from stuka_env.records import Record, Rows, int64, record, rows


@record
class Plan(Record):
    """A scenario as a record for the kernels."""

    scale: int = int64(meaning="codes.Scale")
    operation: int = int64(meaning="codes.Operation; the first one of a campaign")
    segment: int = int64(meaning="codes.Segment; -1: the first, or for a mission one drawn by dice")
    regular: int = int64(meaning="codes.Duration")


@dataclass(frozen=True)
class Scenario:
    """The scenario of an engine's episodes in :mod:`stuka_env.codes`; ``segment`` -1 lets the rules choose."""

    scale: int
    operation: int
    segment: int
    regular: int

    def plan(self) -> Rows[Plan]:
        """Return the scenario as a new array of one record."""
        plan = rows(1, Plan)
        plan[0] = astuple(self)
        return plan
