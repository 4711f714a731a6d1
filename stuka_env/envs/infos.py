"""Infos of the environments: their contents, how much of them is made, and their conversion to JSON values."""

from collections.abc import ItemsView, Iterable, KeysView, Mapping, ValuesView
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from stuka_env.game import Game

InfoKind = Literal["full", "mask", "none"]
"""Contents of the infos: everything, the action mask only, or nothing."""
INFO_KINDS: tuple[InfoKind, ...] = ("full", "mask", "none")


class EpisodeResult(tuple[tuple[str, Any], ...]):
    """The result of an episode: pairs of names and values, which are read like a dict, as in ``result["score"]``.

    ``json.dumps`` writes the pairs, and ``dict`` makes a dict of the result and of these pairs.

    It is not a dict, because Gymnasium's own vectors split a dict in an info into arrays. They cannot do that while the
    result of another war is still None.
    """

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __new__(cls, values: Mapping[str, Any] | Iterable[tuple[str, Any]] = (), /, **named: Any) -> "EpisodeResult":
        """Return the result; Gymnasium's array wrappers make a mapping again by keywords."""
        return super().__new__(cls, dict(values, **named).items())

    def _dict(self) -> dict[str, Any]:
        return dict(iter(self))

    def __getitem__(self, key: str) -> Any:  # type: ignore[override]
        return self._dict()[key]

    def __contains__(self, key: object) -> bool:
        return key in self._dict()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and self._dict() == dict(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __repr__(self) -> str:
        return repr(self._dict())

    def get(self, key: str, default: Any = None) -> Any:
        """Return a value, or ``default`` if there is none of this name."""
        return self._dict().get(key, default)

    def keys(self) -> KeysView[str]:
        """Return the names."""
        return self._dict().keys()

    def values(self) -> ValuesView[Any]:
        """Return the values."""
        return self._dict().values()

    def items(self) -> ItemsView[str, Any]:
        """Return the names and values."""
        return self._dict().items()


Mapping.register(EpisodeResult)


def episode_result(game: Game, result: Any, charts: Any, scale: int) -> EpisodeResult:
    """Return the result of an episode in words, with the official score as ``score`` in every game.

    Args:
        game: the game.
        result: the record of the result.
        charts: the charts in force.
        scale: the length of the episode, a code of the game's ``Scale``.
    """
    words = game.envs.result_dict(result, charts)
    return EpisodeResult(words, score=int(game.flights.score_in_words(words, scale)))


class WarSeed(int):
    """A war seed: a Python number, which ``json.dumps`` writes.

    Its own class keeps Gymnasium's vectors from storing it as int64, which half of the seeds exceed. Libraries of
    tensors read it as uint64.
    """

    def __dlpack__(self, **given: Any) -> Any:
        """Export the seed as an array of uint64 without an axis."""
        return np.array(int(self), np.uint64).__dlpack__(**given)

    def __dlpack_device__(self) -> Any:
        """Return the device of the exported array: the CPU."""
        return np.empty((), np.uint64).__dlpack_device__()


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
                'info: "full" has records (lines of the log sheet, and result), which no tensor can hold; for tensors '
                'make the environment with info="mask" or info="none"'
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

    There is no loop over wars. A step in which no line of the log sheet ends gets views and arrays that are made only
    once.
    """

    def __init__(self, game: Game, num_envs: int, kind: InfoKind) -> None:
        self.kind = kind
        self._game = game
        self._reward_masks = tuple(f"_{name}" for name in game.envs.rewards)
        self.all, self._none = np.ones(num_envs, np.bool_), np.zeros(num_envs, np.bool_)
        self._no_lines = np.zeros((num_envs, 0), game.envs.line.dtype).view(RecordArray)
        for array in (self.all, self._none):
            array.flags.writeable = False

    def make(
        self,
        reports: Any,
        masks: NDArray[np.int8],
        ended: Any,
        ending: NDArray[np.intp],
        *,
        terminated: bool,
        chosen: NDArray[np.bool_] | None = None,
    ) -> dict[str, Any]:
        """Make the infos of one step.

        Args:
            reports: the report of each war, all 0 for a war that is not ``chosen``; the infos are views of them.
            masks: legal actions, ``(N, n)``.
            ended: lines of the log sheet that ended.
            ending: indices of the wars in which a line ended.
            terminated: whether the infos have the results of the wars that ended.
            chosen: the wars that the infos describe; None for all.
        """
        chosen = self.all if chosen is None else chosen
        if self.kind == "none":
            return {}
        infos: dict[str, Any] = {"action_mask": masks, "_action_mask": chosen}
        if self.kind == "mask":
            return infos
        parts, names = self._game.envs, self._game.envs.names
        rewards = dict(zip(parts.rewards, reports["ledger"]["parts"].T, strict=True))
        infos |= {
            "decision": reports["decision"],
            "_decision": chosen,
            names.index: reports["line_index"],
            f"_{names.index}": chosen,
            "war_seed": reports["war_seed"],
            "_war_seed": chosen,
            "rewards": rewards | dict.fromkeys(self._reward_masks, chosen),
            "_rewards": chosen,
            "illegal_action": reports["illegal"].view(np.bool_),
            "_illegal_action": chosen,
            names.lines: self._no_lines,
            f"_{names.lines}": self._none,
            names.count: reports["lines_ended"],
            f"_{names.count}": chosen,
            "result": reports["result"].view(RecordArray),
            "_result": reports["terminated"].view(np.bool_) if terminated else self._none,
        }
        if len(ending):
            has_lines = self._none.copy()
            has_lines[ending] = True
            infos[names.lines] = self._lines(reports["lines_ended"][ending], ended, ending)
            infos[f"_{names.lines}"] = has_lines
        return infos

    def _lines(self, counts: NDArray[np.int32], ended: Any, ending: NDArray[np.intp]) -> NDArray[Any]:
        """Return the lines of the log sheet that ended, ``(N, most)``.

        The first ``counts`` lines of each row of ``ending`` are in use.
        """
        lines: Any = np.zeros((len(self.all), int(counts.max())), self._game.envs.line.dtype)
        self._game.engine.kernels.gather_lines(ended, ending, counts, lines)
        gathered: NDArray[Any] = lines.view(RecordArray)
        return gathered
