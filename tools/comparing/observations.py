"""Observations under their names, whichever shape they come in."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from . import layout
from .recorder import Recorder
from .values import Columns, make_columns


class ObservationRecorder:
    """Notes the observations of one environment."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._columns: Columns | None = None
        self._places: Any = None
        self._keys: list[str] = []

    def note(self, seen: Any) -> None:
        """Note an observation of one war, or of many in rows."""
        if isinstance(seen, Mapping):
            self._note_named(seen)
        else:
            self._note_flat(np.atleast_2d(seen))

    def _note_named(self, seen: Mapping[str, Any]) -> None:
        rows = len(next(iter(seen.values()))) if self._batched(seen) else 1
        if self._columns is None:
            self._keys = sorted(seen, key=self._old)
            self._columns = make_columns([(self._old(key), (np.size(seen[key]) // rows,)) for key in self._keys])
        matrix = np.concatenate([seen[key].reshape(rows, -1) for key in self._keys], axis=1)
        self._recorder.put_matrix("observations", self._columns, matrix)

    def _batched(self, seen: Mapping[str, Any]) -> bool:
        """Whether these are the observations of a vector: a number then has a row for each war."""
        return all(np.ndim(array) > 1 for array in seen.values())

    def _note_flat(self, seen: Any) -> None:
        if self._columns is None:
            parts = layout.flat_parts()
            self._keys = sorted(parts, key=self._old)
            self._columns = make_columns([(self._old(key), (parts[key][1].size,)) for key in self._keys])
            self._places = np.concatenate([parts[key][1] for key in self._keys])
        self._recorder.put_matrix("observations", self._columns, seen[:, self._places])
        self._recorder.put("order", "flat", seen)

    def _old(self, key: str) -> str:
        return self._recorder.renames.old("observation", key)
