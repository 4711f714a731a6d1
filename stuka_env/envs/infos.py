"""Infos: what they hold, how much of it is asked for, and the same as plain JSON values."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from stuka_env.engine import kernels
from stuka_env.engine.arrays import EndedMissions, StepReport
from stuka_env.records import Rows
from stuka_env.rules.ledger import PARTS
from stuka_env.rules.mat import LogLine

InfoKind = Literal["full", "mask", "none"]
"""How much of the infos is made: all of it; the action mask alone; nothing."""
INFO_KINDS: tuple[InfoKind, ...] = ("full", "mask", "none")
PART_MASKS = tuple(f"_{name}" for name in PARTS)


class EpisodeResult(Mapping[str, Any]):
    """How an episode ended; to be read as a dict.

    It is none, because Gymnasium's own vectors take a dict in an info apart: beside wars whose result is still None
    they could not.
    """

    def __init__(self, values: Mapping[str, Any] = MappingProxyType({}), /, **named: Any) -> None:
        self._values = dict(values, **named)  # by name: how Gymnasium's array wrappers rebuild a mapping

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(self._values)


class RecordArray(np.ndarray[Any, Any]):
    """An array of records. There is no such tensor, and it says what to do about that."""

    def __dlpack__(self, *given: Any, **named: Any) -> Any:
        """Export the array, as its base class does, if it has no fields.

        Raises:
            ValueError: it has.
        """
        if self.dtype.names is not None:
            # No BufferError: Gymnasium would copy the array and try again.
            raise ValueError(
                'info: "full" has records (missions, result), which no tensor can hold; for tensors make the '
                'environment with info="mask" or info="none"'
            )
        return super().__dlpack__(*given, **named)


def as_json(info: Any) -> Any:
    """An info, of one war or of many, as values that ``json.dumps`` takes.

    Arrays become lists, records and mappings dicts, NumPy's numbers Python's. What is none of these is left alone.
    """
    if isinstance(info, Mapping):
        return {str(key): as_json(value) for key, value in info.items()}
    if isinstance(info, np.void):
        return {name: as_json(info[name]) for name in info.dtype.names or ()}
    if isinstance(info, np.ndarray) and info.dtype.names is None and not info.dtype.hasobject:
        return info.tolist()
    if isinstance(info, list | tuple | np.ndarray):
        return [as_json(value) for value in info]
    return info.item() if isinstance(info, np.generic) else info


class VectorInfos:
    """Makes the infos of N wars: arrays of one row a war, each with Gymnasium's ``_key`` mask.

    Nothing here loops over wars, and a step in which nothing ends gets views and arrays that are made once.
    """

    def __init__(self, num_envs: int, kind: InfoKind) -> None:
        self.kind = kind
        self.all, self._none = np.ones(num_envs, np.bool_), np.zeros(num_envs, np.bool_)
        self._no_missions = np.zeros((num_envs, 0), LogLine.dtype).view(RecordArray)
        for array in (self.all, self._none):
            array.flags.writeable = False

    def make(
        self,
        reports: Rows[StepReport],
        masks: NDArray[np.int8],
        ended: Rows[EndedMissions],
        ending: NDArray[np.intp],
        terminated: bool,
        chosen: NDArray[np.bool_] | None = None,
    ) -> dict[str, Any]:
        """Infos of one step.

        Args:
            reports: what each war reports; the infos are views of them. All 0 for a war that is not ``chosen``.
            masks: what is legal, ``(N, n)``.
            ended: log lines of the missions that ended.
            ending: the wars in which a mission ended.
            terminated: whether to say how the wars ended that have.
            chosen: which wars the infos are about; None for all.
        """
        chosen = self.all if chosen is None else chosen
        if self.kind == "none":
            return {}
        infos: dict[str, Any] = {"action_mask": masks, "_action_mask": chosen}
        if self.kind == "mask":
            return infos
        rewards = dict(zip(PARTS, reports["ledger"]["parts"].T, strict=True))
        infos |= {
            "decision": reports["decision"],
            "_decision": chosen,
            "mission_index": reports["mission_index"],
            "_mission_index": chosen,
            "war_seed": reports["war_seed"],
            "_war_seed": chosen,
            "rewards": rewards | dict.fromkeys(PART_MASKS, chosen),
            "_rewards": chosen,
            "illegal_action": reports["illegal"].view(np.bool_),
            "_illegal_action": chosen,
            "missions": self._no_missions,
            "_missions": self._none,
            "missions_ended": reports["missions_ended"],
            "_missions_ended": chosen,
            "result": reports["result"].view(RecordArray),
            "_result": reports["terminated"].view(np.bool_) if terminated else self._none,
        }
        if len(ending):
            infos["missions"] = self._missions(reports["missions_ended"][ending], ended, ending)
            infos["_missions"] = self._none.copy()
            infos["_missions"][ending] = True
        return infos

    def _missions(
        self, counts: NDArray[np.int32], ended: Rows[EndedMissions], ending: NDArray[np.intp]
    ) -> NDArray[Any]:
        """The log lines of the missions that ended, ``(N, most)``; the first ``counts`` of each row of ``ending``."""
        lines: Any = np.zeros((len(self.all), int(counts.max())), LogLine.dtype)
        kernels.gather_lines(ended, ending, counts, lines)
        gathered: NDArray[Any] = lines.view(RecordArray)
        return gathered
