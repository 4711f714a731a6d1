"""Compiled writing of observations, made from the layout of a game.

The integers of an observation lie in a few memories: the mat as bytes, the mat as 16-bit words, numbers that a game
works out. The layout names them "octets" and "words" for the mat, "derived_octets" for scratch space named "derived".
The *view* of a war is a named tuple of these records and of their memories. A pass over the bytes of a mat is four
times as fast as reading hundreds of fields of nested records. The memories are records too, because Numba counts
references to arrays. They are casts of the others and no arrays of their own, because every array that a kernel is
called with costs time.

The functions below are written once, for one run of the integers, one-hots or gathered numbers. :func:`make_writer`
gives a game copies of them, one for each run of its layout. They are called one after another and inlined, so that all
places and lengths are constants. A loop over a table of the fields takes 2 to 8 times as long.
Finding the numbers that have changed since the last step costs as much as writing all of them.
"""

from __future__ import annotations  # a copy reads its annotations as names of its game

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias, get_type_hints

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import cast_to, compiled_with, copy_with, inlined
from stuka_env.declared.layouts import Layout, Part
from stuka_env.declared.records import (
    ROWS,
    Record,
    Rows,
    float32,
    int8,
    int16,
    int64,
    make_record,
    make_tuple,
    rows,
    rows_as,
)

Table: TypeAlias = Any
Views: TypeAlias = Any

MATS = "mats"
"""The array of mats among those of the wars."""
MEMORY = PLACE = COUNT = SHIFT = FIRST = STOP = REFERENCE = REFERENCE_STEP = SOURCE_STEP = PLACE_STEP = 0
CODES = LEAST = LENGTHS = PLACES = SOURCES = np.zeros(0, np.int64)
"""Constants of a run, which a copy has as its own."""


class View(NamedTuple):
    """The memories of a war: the mat as a record and as bytes. The view of a game can have more memories."""

    mat: Any
    octets: Any


class Scales(Record):
    """Factors and bounds of the observation; :func:`make_writer` makes the record of a game.

    It is an argument because a global would be frozen into the compiled code.
    """

    length: int
    details: int
    factor: NDArray[np.float32]
    lowest: NDArray[np.float32]
    codes_low: NDArray[np.int8]
    codes_high: NDArray[np.int8]
    tracks_low: NDArray[np.int16]
    tracks_high: NDArray[np.int16]


class FlatRow(Record):
    """One flat observation."""

    floats: NDArray[np.float32]


class CompactRow(Record):
    """One compact observation."""

    codes: NDArray[np.int8]
    tracks: NDArray[np.int16]


def write_runs(view: View, scales: Scales, out: Any) -> None:
    """Write the runs of a layout, one after another."""


def work_out(mat: Any, table: Table, derived: Any) -> None:
    """Write the numbers that a player works out, which are 0 before."""


def derive(view: Any, table: Table) -> None:
    """Work out the numbers that the observation shows beside the mat."""
    octets = view.derived_octets.octets
    for place in range(len(octets)):
        octets[place] = 0
    work_out(view.mat, table, view.derived)


def derive_nothing(view: View, table: Table) -> None:
    """Do nothing, in a game whose observation shows the mat alone."""


def prepare(view: View, table: Table, scales: Scales) -> None:
    """Work out what depends on the setting of the observation. Here there is nothing."""


# --- the runs ---


def flat_octets(view: View, scales: Scales, out: FlatRow) -> None:
    """Write floats of bytes, unless the setting leaves them out."""
    if scales.length > PLACE:
        octets, floats, one = view[MEMORY].octets, out.floats, np.float32(1)
        for place in range(PLACE, PLACE + COUNT):
            value = np.float32(octets[place + SHIFT]) * scales.factor[place]
            floats[place] = min(max(value, scales.lowest[place]), one)


def flat_words(view: View, scales: Scales, out: FlatRow) -> None:
    """Write floats of 16-bit words, unless the setting leaves them out."""
    if scales.length > PLACE:
        words, floats, one = view[MEMORY].words, out.floats, np.float32(1)
        for place in range(PLACE, PLACE + COUNT):
            value = np.float32(words[place + SHIFT]) * scales.factor[place]
            floats[place] = min(max(value, scales.lowest[place]), one)


def clear_floats(view: View, scales: Scales, out: FlatRow) -> None:
    """Set floats to zero, before some of them are written."""
    for place in range(FIRST, STOP):
        out.floats[place] = 0


def one_hots(view: View, scales: Scales, out: FlatRow) -> None:
    """Write the one-hots of codes of one memory."""
    octets, floats, one = view[MEMORY].octets, out.floats, np.float32(1)
    for index in range(len(CODES)):
        place = int(octets[CODES[index]]) - LEAST[index]
        if 0 <= place < LENGTHS[index]:
            floats[PLACES[index] + place] = one


def gathered(view: View, scales: Scales, out: FlatRow) -> None:
    """Write the numbers of the things that a field refers to; those of nothing stay zero."""
    octets, floats = view[MEMORY].octets, out.floats
    for index in range(COUNT):
        thing = int(octets[REFERENCE + index * REFERENCE_STEP])
        if thing:
            for number in range(len(SOURCES)):
                place = PLACES[number] + index * PLACE_STEP
                value = np.float32(octets[SOURCES[number] + (thing - 1) * SOURCE_STEP])
                floats[place] = value * scales.factor[place]


def compact_octets(view: View, scales: Scales, out: CompactRow) -> None:
    """Write codes, unless the setting leaves them out."""
    if scales.length > PLACE:
        octets, codes = view[MEMORY].octets, out.codes
        for code in range(FIRST, FIRST + COUNT):
            codes[code] = min(max(octets[code + SHIFT], scales.codes_low[code]), scales.codes_high[code])


def compact_words(view: View, scales: Scales, out: CompactRow) -> None:
    """Write tracks, unless the setting leaves them out."""
    if scales.length > PLACE:
        words, tracks = view[MEMORY].words, out.tracks
        for track in range(FIRST, FIRST + COUNT):
            tracks[track] = min(max(words[track + SHIFT], scales.tracks_low[track]), scales.tracks_high[track])


# --- whole observations ---


def write_observation(view: View, table: Table, scales: Scales, out: FlatRow) -> None:
    """Write the flat observation of a war. Floats that the setting leaves out are not written."""
    derive(view, table)
    prepare(view, table, scales)
    write_runs(view, scales, out)


def write_compact(view: View, table: Table, scales: Scales, out: CompactRow) -> None:
    """Write the compact observation of a war. Codes that the setting leaves out are not written."""
    derive(view, table)
    prepare(view, table, scales)
    write_runs(view, scales, out)


def write_observations(views: Views, table: Table, scales: Scales, out: Rows[FlatRow]) -> None:
    """Write the flat observations of several wars, ``(N,)``."""
    for index in range(len(out)):
        write_observation(view_of(views, index, index), table, scales, out[index])


def write_compacts(views: Views, table: Table, scales: Scales, out: Rows[CompactRow]) -> None:
    """Write the compact observations of several wars, ``(N,)``."""
    for index in range(len(out)):
        write_compact(view_of(views, index, index), table, scales, out[index])


def view_of(wars: Any, index: int, start: int) -> View:
    """Return the view of the war ``index``, in a slice that begins at ``start``. A game's view has all its memories."""
    return View(wars.mats[index], wars.mats[index])


def octets_of(kind: type[Record]) -> type[Record]:
    """Return the record that is the memory of another one as bytes."""
    return make_record(f"{kind.__name__}Bytes", octets=int8(shape=(kind.dtype.itemsize,)))


def words_of(kind: type[Record]) -> type[Record]:
    """Return the record that is the memory of another one as 16-bit words."""
    return make_record(f"{kind.__name__}Words", words=int16(shape=(kind.dtype.itemsize // 2,)))


OCTETS = "octets"
MEMORY_RECORDS: Mapping[str, Callable[[type[Record]], type[Record]]] = {OCTETS: octets_of, "words": words_of}
"""Makers of the record of a memory, by the last word of its name."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Seen:
    """The memories of a game's wars, as its observation reads them.

    Attributes:
        layout: the longest layout of the observation. Settings of a game leave out floats at its end.
        mat: the record of the mat.
        lengths: number of floats by the game's own setting; the first is the default.
        work_out: writes the numbers that the observation shows beside the mat to the record ``derived`` of ``scratch``,
            which is 0 before; None if there are none.
        prepare: works out what depends on the setting, as :func:`prepare` does; None if there is nothing.
        scratch: records of what is worked out, by name.
    """

    layout: Layout
    mat: type[Record]
    lengths: Mapping[Any, int] = field(default_factory=dict)
    work_out: Callable[..., None] | None = None
    prepare: Callable[..., None] | None = None
    scratch: Mapping[str, type[Record]] = field(default_factory=dict)

    @cached_property
    def memories(self) -> Mapping[str, tuple[str, type[Record]]]:
        """The memories that the layout reads: by name, the name of the array that has them and their record."""
        arrays = {MATS: self.mat} | dict(self.scratch)
        found = {}
        for name in dict.fromkeys([OCTETS, *(run.memory for run in self.layout.runs)]):
            of, _, last = name.rpartition("_")
            found[name] = (of or MATS, MEMORY_RECORDS[last](arrays[of or MATS]))
        return found

    def new_view_of(self, view: Any) -> Callable[..., Any]:
        """Return the function that returns the view of a war. All wars of a slice use the scratch space of its first.

        Compiled code makes a named tuple only from arguments that are written out, so that the function is, too.
        """
        records = {MATS: f"wars.{MATS}[index]"} | {name: f"wars.{name}[start]" for name in self.scratch}
        memories = [f"{name}({records[of]})" for name, (of, _) in self.memories.items()]
        text = f"def view_of(wars, index, start):\n    return View({', '.join([*records.values(), *memories])})"
        names = {name: cast_to(kind) for name, (_, kind) in self.memories.items()}
        names |= {"View": view, "__name__": __name__}
        exec(compile(text, __file__, "exec"), names)
        return names["view_of"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Writer:
    """The writing of a game's observations: its records and its compiled functions."""

    seen: Seen
    flat: type[Record]
    compact: type[Record]
    scales: type[Record]
    table: Any
    """The named tuple of everything that the rules need beside the mat."""
    view: Any
    views: Any
    """The named tuple of the mats of several wars and of their scratch space, ``(N,)`` each."""
    view_of: Any
    write_observation: Any
    write_compact: Any
    write_observations: Any
    write_compacts: Any

    def new_scales(self, details: str | None = None) -> Any:
        """Return the scales ``(1,)`` for the game's own setting; None is the default."""
        layout, names = self.seen.layout, list(self.seen.lengths)
        place = 0 if details is None else names.index(details)
        scales = rows(1, self.scales)
        scales["length"] = self.seen.lengths[names[place]] if names else layout.length
        scales["details"] = place
        scales["factor"], scales["lowest"] = layout.scale, layout.low
        for name, places, dtype in (("codes", layout.code_places, np.int8), ("tracks", layout.track_places, np.int16)):
            if len(places):
                scales[f"{name}_low"], scales[f"{name}_high"] = layout.integer_bounds(places, dtype)
        return scales

    def views_of(self, mats: Any) -> Any:
        """Return the mats ``(N,)`` with new scratch space."""
        return self.views(mats, **self.new_scratch(len(mats)))

    def new_scratch(self, count: int) -> dict[str, Any]:
        """Return scratch space for so many wars: arrays by name."""
        return {name: rows(count, kind) for name, kind in self.seen.scratch.items()}

    def table_of(self, charts: Any) -> Any:
        """Return a table with the record of the charts, or empty ones, for functions that read no more."""
        empty = {name: rows(1, kind)[0] for name, kind in get_type_hints(self.table).items()}
        return self.table(**(empty if charts is None else empty | {"charts": charts}))

    def observe(self, mats: Any, charts: Any = None, details: str | None = None) -> NDArray[np.float32]:
        """Return flat observations in a new array ``(N, length)``.

        Args:
            mats: the mats, ``(N,)``, contiguous.
            charts: the record of the charts, if the observation depends on them.
            details: the game's own setting; None is the default.
        """
        scales = self.new_scales(details)
        out = np.zeros((len(mats), self.seen.layout.length), np.float32)
        self.write_observations(self.views_of(mats), self.table_of(charts), scales[0], rows_as(out, self.flat))
        return np.ascontiguousarray(out[:, : int(scales["length"][0])])

    def compact_of(self, mats: Any, charts: Any = None, details: str | None = None) -> dict[str, NDArray[Any]]:
        """Return compact observations of mats ``(N,)`` in new arrays, as :meth:`observe` does."""
        scales, out = self.new_scales(details), rows(len(mats), self.compact)
        self.write_compacts(self.views_of(mats), self.table_of(charts), scales[0], out)
        layout = self.seen.layout.prefix(int(scales["length"][0]))
        counts = {"codes": len(layout.code_places), "tracks": len(layout.track_places)}
        return {name: np.array(out[name][:, :count]) for name, count in counts.items() if count}


def make_writer(game: str, module: str, seen: Seen, table: Any) -> Writer:
    """Return the writer of a game's observations, whose functions are compiled when they are first called.

    Args:
        game: the game's name, whose folder keeps the compiled code.
        module: the module that has the writer, for the pickling of named tuples.
        seen: the memories of the game's wars.
        table: the named tuple of everything that the rules need beside the mat.
    """
    layout, memories = seen.layout, {name: kind for name, (_, kind) in seen.memories.items()}
    view = make_tuple("View", module, {"mat": seen.mat, **seen.scratch, **memories})
    views = make_tuple("Views", module, {name: ROWS[kind] for name, kind in {MATS: seen.mat, **seen.scratch}.items()})
    flat, compact, scales = _records_of(layout)
    names = globals() | {"View": view, "Views": views, "Table": table, "Scales": scales}
    names |= {"FlatRow": flat, "CompactRow": compact}
    names["view_of"] = inlined(seen.new_view_of(view))
    names["prepare"] = inlined(seen.prepare or prepare)
    names["work_out"] = seen.work_out
    names["derive"] = inlined(copy_with(derive if seen.work_out else derive_nothing, names, module))
    one_war: tuple[tuple[Any, Runs, dict[str, Any]], ...] = (
        (write_observation, flat_runs(layout, view), {"fastmath": {"nnan", "nsz"}}),
        (write_compact, compact_runs(layout, view), {}),
    )
    for function, runs, options in one_war:
        copies = [_inlined(template, names | constants, module) for template, constants in runs]
        own = names | {"write_runs": inlined(_in_sequence(copies))}
        names[function.__name__] = compiled_with(copy_with(function, own, module), options, game)
    several: tuple[Any, ...] = (write_observations, write_compacts)
    for function in several:
        names[function.__name__] = compiled_with(copy_with(function, names, module), {}, game)
    functions = ("view_of", *(function.__name__ for function in (write_observation, write_compact, *several)))
    return Writer(
        seen=seen,
        flat=flat,
        compact=compact,
        scales=scales,
        table=table,
        view=view,
        views=views,
        **{name: names[name] for name in functions},
    )


def _in_sequence(functions: Sequence[Any]) -> Any:
    """Return a function that calls the functions of runs one after another, as :func:`write_runs` does."""
    calls = {f"run_{place}": function for place, function in enumerate(functions)}
    lines = ["def write_runs(view, scales, out):", *(f"    {name}(view, scales, out)" for name in calls)]
    names = {**calls, "__name__": __name__}
    exec(compile("\n".join(lines), __file__, "exec"), names)
    return names["write_runs"]


def _inlined(function: Any, names: dict[str, Any], module: str) -> Any:
    """Return a copy of a function with the names of a game, which its callers inline."""
    return inlined(copy_with(function, names, module))


def _records_of(layout: Layout) -> tuple[type[Record], type[Record], type[Record]]:
    """Return the records of a flat observation, of a compact one, and of the scales."""
    codes, tracks = len(layout.code_places), len(layout.track_places)
    flat = make_record("ObservationRow", floats=float32(shape=(layout.length,)))
    words = {"tracks": int16(shape=(tracks,))} if tracks else {}  # first, because they are aligned
    octets = {"codes": int8(shape=(codes,))}
    compact = make_record("CompactRow", **words, **octets)
    bounds = [f"{name}_{end}" for name in (*words, *octets) for end in ("low", "high")]
    kinds = {**words, **octets}
    scales = make_record(
        "Scales",
        length=int64(0, layout.length),
        details=int64(0),
        factor=float32(shape=(layout.length,)),
        lowest=float32(shape=(layout.length,)),
        **{name: kinds[name.partition("_")[0]] for name in bounds},
    )
    return flat, compact, scales


# --- the runs of a layout ---

Runs = list[tuple[Callable[..., None], dict[str, Any]]]
"""The functions of runs in their order, each with its constants."""


def flat_runs(layout: Layout, view: Any) -> Runs:
    """Return the runs of a flat observation: integers, then one-hots and gathered numbers on zeros."""
    memories: tuple[str, ...] = view._fields
    runs: Runs = []
    for run in layout.runs:
        constants = {"MEMORY": memories.index(run.memory), "PLACE": run.place, "COUNT": run.length}
        template = flat_octets if run.dtype == np.int8 else flat_words
        runs.append((template, constants | {"SHIFT": run.source - run.place}))
    runs += [(clear_floats, {"FIRST": first, "STOP": stop}) for first, stop in _gaps(layout)]
    return runs + list(_one_hot_runs(layout, memories)) + list(_gathered_runs(layout, memories))


def compact_runs(layout: Layout, view: Any) -> Runs:
    """Return the runs of a compact observation."""
    runs: Runs = []
    for run in layout.runs:
        is_code = run.dtype == np.int8
        first = int(np.searchsorted(layout.code_places if is_code else layout.track_places, run.place))
        constants = {"MEMORY": view._fields.index(run.memory), "PLACE": run.place, "COUNT": run.length}
        template = compact_octets if is_code else compact_words
        runs.append((template, constants | {"FIRST": first, "SHIFT": run.source - first}))
    return runs


def _gaps(layout: Layout) -> list[tuple[int, int]]:
    """Return the first and the last place, exclusive, of floats that show no integers of their own."""
    edges = [0, *(edge for run in layout.runs for edge in (run.place, run.place + run.length)), layout.length]
    return [(first, stop) for first, stop in zip(edges[::2], edges[1::2], strict=True) if first < stop]


def _one_hot_runs(layout: Layout, memories: tuple[str, ...]) -> Iterator[tuple[Callable[..., None], dict[str, Any]]]:
    """Yield the one-hots, memory by memory."""
    sources = [layout.parts[f"{one.block}_{one.field}"] for one in layout.one_hots]
    places = [int(layout.parts[f"{one.field}_one_hot"].indices[0]) for one in layout.one_hots]
    for memory in dict.fromkeys(part.memory for part in sources):
        chosen = [index for index, part in enumerate(sources) if part.memory == memory]
        yield (
            one_hots,
            {
                "MEMORY": memories.index(memory),
                "CODES": np.array([_first_source(sources[index]) for index in chosen]),
                "LEAST": np.array([layout.one_hots[index].first for index in chosen]),
                "LENGTHS": np.array([layout.one_hots[index].length for index in chosen]),
                "PLACES": np.array([places[index] for index in chosen]),
            },
        )


def _gathered_runs(layout: Layout, memories: tuple[str, ...]) -> Iterator[tuple[Callable[..., None], dict[str, Any]]]:
    """Yield the gathered numbers, one run for all numbers of the same things."""
    for name in dict.fromkeys(one.reference for one in layout.gathered):
        numbers = [one for one in layout.gathered if one.reference == name]
        reference, places = layout.parts[name], [layout.parts[one.name].indices for one in numbers]
        sources = [layout.parts[one.source] for one in numbers]
        yield (
            gathered,
            {
                "MEMORY": memories.index(reference.memory),
                "COUNT": len(places[0]),
                "REFERENCE": _first_source(reference),
                "REFERENCE_STEP": _step(reference.source),
                "SOURCES": np.array([_first_source(part) for part in sources]),
                "SOURCE_STEP": _step(sources[0].source),
                "PLACES": np.array([int(own[0]) for own in places]),
                "PLACE_STEP": _step(places[0]),
            },
        )


def _first_source(part: Part) -> int:
    """Return the place of a part's first integer in its memory."""
    assert part.source is not None
    return int(part.source.flat[0])


def _step(places: Any) -> int:
    """Return the distance of equally distant places."""
    return int(places.flat[1] - places.flat[0])
