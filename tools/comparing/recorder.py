"""Writes down what happened in a chunk: as one digest for each kind of value, as one for each value, or in full."""

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .renames import Renames
from .values import Columns, RecordReader, is_record, octets, plain

STREAMS = ("masks", "rewards", "infos", "observations", "mats", "labels", "journal", "states", "errors", "order")
"""Kinds of values; ``order`` is that of the flat vector, which may change with the records."""
DIGEST, TRACE, SHOW = "digest", "trace", "show"
SHORT = 16
"""Bytes of a digest."""


class Recorder:
    """Takes the values of one chunk.

    Args:
        renames: takes names back to the old ones.
        mode: "digest"; "trace", a digest for each value; or "show", the values of one step in full.
        step: the step to show.
    """

    def __init__(self, renames: Renames, mode: str = DIGEST, step: int = -1) -> None:
        self.renames = renames
        self.step = -1
        self.trace: list[list[Any]] = []
        self.shown: list[list[Any]] = []
        self._mode, self._wanted = mode, step
        self._hashes = {stream: hashlib.blake2b(digest_size=SHORT) for stream in STREAMS}
        self._readers: dict[tuple[np.dtype[Any], str], RecordReader] = {}

    def digests(self) -> dict[str, str]:
        """Return a digest for each kind of value."""
        return {stream: digest.hexdigest() for stream, digest in self._hashes.items()}

    def put(self, stream: str, name: str, value: Any) -> None:
        """Note one value under its old name."""
        raw = octets(value)
        self._hashes[stream].update(f"\0{name}\0".encode())
        self._hashes[stream].update(raw)
        if self._mode != DIGEST:
            self._detail(stream, name, value, raw)

    def put_matrix(self, stream: str, columns: Columns, matrix: NDArray[Any]) -> None:
        """Note a matrix with named columns, one row a war."""
        self._hashes[stream].update(columns.digest)
        self._hashes[stream].update(np.ascontiguousarray(matrix).tobytes())
        if self._mode != DIGEST:
            for name, shape, places in columns.parts():
                part = np.ascontiguousarray(matrix[:, places]).reshape(-1, *shape)
                self._detail(stream, name, part, part.tobytes())

    def put_records(self, stream: str, records: Any, table: str, path: str = "") -> None:
        """Note records, field by field; ``path`` is where they are, in the new checkout's names."""
        key = (records.dtype, path)
        if key not in self._readers:
            head = f"{path}." if path else ""
            self._readers[key] = RecordReader(records.dtype, lambda name: self.renames.old(table, head + name))
        reader = self._readers[key]
        self.put_matrix(stream, reader.columns, reader.read(records))

    def put_mapping(self, stream: str, table: str, mapping: Mapping[str, Any], path: str = "") -> None:
        """Note a dict of values, dicts, lists of dicts and records, each under its old name, in their order."""
        head = f"{path}." if path else ""
        for key in sorted(mapping, key=lambda key: self.renames.old(table, f"{head}{key}")):
            place, value = f"{head}{key}", mapping[key]
            if isinstance(value, Mapping) and all(isinstance(each, str) for each in value):
                self.put(stream, f"{self.renames.old(table, place)} (names)", len(value))
                self.put_mapping(stream, table, value, place)
            elif isinstance(value, list) and value and all(isinstance(each, Mapping) for each in value):
                self.put(stream, f"{self.renames.old(table, place)} (length)", len(value))
                for each in value:
                    self.put_mapping(stream, table, each, place)
            elif is_record(value):
                self.put(stream, f"{self.renames.old(table, place)} (shape)", list(np.shape(value)))
                self.put_records(stream, value, table, place)
            else:
                self.put(stream, self.renames.old(table, place), value)

    def _detail(self, stream: str, name: str, value: Any, raw: bytes) -> None:
        if self._mode == TRACE:
            self.trace.append([self.step, stream, name, hashlib.blake2b(raw, digest_size=SHORT).hexdigest()])
        elif self.step == self._wanted:
            self.shown.append([stream, name, plain(value)])
