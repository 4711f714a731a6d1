"""What every episode of an environment is: the scenario in codes, as a value and as a record for the kernels."""

from dataclasses import astuple, dataclass

from stuka_env.records import Record, Rows, int64, record, rows


@record
class Plan(Record):
    """A scenario as the kernels read it."""

    scale: int = int64(meaning="codes.Scale")
    operation: int = int64(meaning="codes.Operation; the first one of a campaign")
    segment: int = int64(meaning="codes.Segment; -1: the first, or for a mission one drawn by dice")
    regular: int = int64(meaning="codes.Duration")


@dataclass(frozen=True)
class Scenario:
    """What every episode of an engine is, in codes of :mod:`stuka_env.codes`; ``segment`` -1 leaves it to the rules."""

    scale: int
    operation: int
    segment: int
    regular: int

    def plan(self) -> Rows[Plan]:
        """The same as a fresh array of one record."""
        made = rows(1, Plan)
        made[0] = astuple(self)
        return made
