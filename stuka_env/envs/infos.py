"""Infos of the environments: their contents, how much of them is made, and their conversion to JSON values."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from stuka_env.engine import kernels
from stuka_env.engine.arrays import EndedMissions, StepReport
from stuka_env.games.stuka.rules.ledger import PARTS
from stuka_env.games.stuka.rules.mat import LogLine
from stuka_env.records import Rows

InfoKind = Literal["full", "mask", "none"]
"""Contents of the infos: everything, the action mask only, or nothing."""
INFO_KINDS: tuple[InfoKind, ...] = ("full", "mask", "none")
PART_MASKS = tuple(f"_{name}" for name in PARTS)


class EpisodeResult(Mapping[str, Any]):
    """The result of an episode, a mapping.

    It is not a dict, because Gymnasium's own vectors split a dict in an info into arrays. They cannot do that while the
    result of another war is still None.
    """

    def __init__(self, values: Mapping[str, Any] = MappingProxyType({}), /, **named: Any) -> None:
        self._values = dict(values, **named)  # Gymnasium's array wrappers rebuild a mapping by keywords

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(self._values)


class RecordArray(np.ndarray[Any, Any]):
    """An array of records, which refuses conversion to a tensor with advice."""

    def __dlpack__(self, *given: Any, **named: Any) -> Any:
        """Export the array as its base class does.

        Raises:
            ValueError: the array has fields.
        """
        if self.dtype.names is not None:
            # After a BufferError, Gymnasium would copy the array and try again.
            raise ValueError(
                'info: "full" has records (missions, result), which no tensor can hold; for tensors make the '
                'environment with info="mask" or info="none"'
            )
        return super().__dlpack__(*given, **named)


def as_json(info: Any) -> Any:
    """Convert an info of one war or of many to values that ``json.dumps`` accepts.

    Arrays become lists, records and mappings become dicts, and NumPy's numbers become Python's. Other values are
    returned unchanged.
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
    """Maker of the infos of N wars: arrays with a row for each war, each with Gymnasium's ``_key`` mask.

    There is no loop over wars. A step in which no mission ends gets views and arrays that are made only once.
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
        *,
        terminated: bool,
        chosen: NDArray[np.bool_] | None = None,
    ) -> dict[str, Any]:
        """Make the infos of one step.

        Args:
            reports: the report of each war, all 0 for a war that is not ``chosen``; the infos are views of them.
            masks: legal actions, ``(N, n)``.
            ended: log lines of the missions that ended.
            ending: indices of the wars in which a mission ended.
            terminated: whether the infos have the results of the wars that ended.
            chosen: the wars that the infos describe; None for all.
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
        """Return the log lines of the missions that ended, ``(N, most)``.

        The first ``counts`` lines of each row of ``ending`` are in use.
        """
        lines: Any = np.zeros((len(self.all), int(counts.max())), LogLine.dtype)
        kernels.gather_lines(ended, ending, counts, lines)
        gathered: NDArray[Any] = lines.view(RecordArray)
        return gathered
