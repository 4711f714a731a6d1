"""Records of the engine that are the same for every game."""

from stuka_env.records import Record, float64, int64, record

ILLEGAL_LIMIT = 100
"""Number of illegal actions in a row that truncates an episode."""


@record
class StepSettings(Record):
    """The settings that apply to every step of an engine."""

    penalty: float = float64("reward that an illegal action costs")
    autoreset: int = int64(meaning="NEXT_STEP, SAME_STEP or DISABLED of stuka_env.engine.kernels")
