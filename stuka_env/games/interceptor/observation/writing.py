"""Compiled writing of observations: one pass over the bytes of a mat, then the derived numbers.

A kernel passes each mat twice, as a record and as bytes of the same memory. The same holds for the derived numbers.
Nothing is allocated: the caller owns the scratch space of :func:`views_of` for each mat.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.compilation import compiled
from stuka_env.games.interceptor.codes import CARDS
from stuka_env.games.interceptor.observation import layout
from stuka_env.games.interceptor.observation.counting import Shares, count_cards
from stuka_env.games.interceptor.observation.derived import Derived, work_out
from stuka_env.games.interceptor.observation.layout import (
    CARDS_FIRST,
    CARDS_PLACE,
    CODES,
    DERIVED,
    DISCARDS,
    FULL,
    ONE_HOTS_FIRST,
    PLAIN,
    SHARES,
    SHARES_PLACE,
    Discards,
)
from stuka_env.games.interceptor.rules.mat import Log, Mat
from stuka_env.games.interceptor.rules.table import Dice, Journal, Table, Tape
from stuka_env.records import Numbers, Record, Rows, float32, int8, int16, int64, record, rows, rows_as

SEEN, HIDDEN, COUNTED = range(len(DISCARDS))
"""Settings of the discards as numbers, in the order of ``DISCARDS``."""
assert DISCARDS == ("seen", "hidden", "counted")


def first_float(part: str) -> int:
    """Return the place of a part's first number in the flat observation."""
    return int(layout.ALL_PARTS[part].indices[0])


ONE_HOT_PLACES = [first_float(f"{one.field}_one_hot") - one.first for one in layout.ONE_HOTS]
"""Place of code 0 of each one-hot."""
(
    DECISION_AT,
    PERSON_AT,
    MONTH_AT,
    ZONE_AT,
    SERIES_AT,
    TARGET_AT,
    ORIENTATION_AT,
    BOMBER_AT,
    ESCORT_AT,
    HELP_AT,
    USE_AT,
) = ONE_HOT_PLACES


@record
class MatBytes(Record):
    """A mat as bytes."""

    octets: Numbers = int8(shape=(Mat.dtype.itemsize,))


@record
class DerivedBytes(Record):
    """The numbers that a player works out, as bytes."""

    octets: Numbers = int8(shape=(DERIVED,))


@record
class SharesWords(Record):
    """The shares of the cards as words."""

    words: Numbers = int16(shape=(SHARES,))


@record
class ObservationRow(Record):
    """One flat observation of the longest kind; the first ``LENGTHS`` of its floats are used."""

    floats: Numbers = float32(shape=(FULL,))


@record
class CompactRow(Record):
    """One compact observation of the longest kind; the first ``CODE_COUNTS`` of its codes are used."""

    tracks: Numbers = int16(shape=(SHARES,))
    codes: Numbers = int8(shape=(CODES,))


@record
class Scales(Record):
    """Factors and bounds by which integers become floats, bounds of the integers, and the setting of the discards.

    It is an argument because a global would be frozen into the compiled code.
    """

    discards: int = int64(0, COUNTED, "0 seen, 1 hidden, 2 counted")
    codes: Numbers = float32(shape=(CODES,))
    codes_lowest: Numbers = float32(shape=(CODES,))
    shares: Numbers = float32(shape=(SHARES,))
    codes_low: Numbers = int8(shape=(CODES,))
    codes_high: Numbers = int8(shape=(CODES,))


def new_scales(discards: Discards = "seen") -> Rows[Scales]:
    """Return the scales of the layout with this setting of the discards, ``(1,)``.

    Raises:
        ValueError: ``discards`` is not one of :data:`DISCARDS`.
    """
    layout.layout_with(discards)
    seen = layout.OBSERVATION
    codes = seen.code_places
    scales = rows(1, Scales)
    scales["discards"] = DISCARDS.index(discards)
    scales["codes"], scales["codes_lowest"] = seen.scale[codes], seen.low[codes]
    scales["shares"] = seen.scale[SHARES_PLACE:]
    scales["codes_low"], scales["codes_high"] = seen.integer_bounds(codes, np.int8)
    return scales


class MatView(NamedTuple):
    """A mat, with scratch space for its derived numbers; both as record and as bytes."""

    mat: Mat
    octets: MatBytes
    derived: Derived
    derived_octets: DerivedBytes
    shares: Shares
    share_words: SharesWords


class MatViews(NamedTuple):
    """The views of several mats, ``(N,)`` each."""

    mats: Rows[Mat]
    octets: Rows[MatBytes]
    derived: Rows[Derived]
    derived_octets: Rows[DerivedBytes]
    shares: Rows[Shares]
    share_words: Rows[SharesWords]


@compiled
def look(view: MatView, table: Table, discards: int) -> None:
    """Write the derived numbers, and the shares if they are shown."""
    for place in range(DERIVED):
        view.derived_octets.octets[place] = 0
    work_out(view.mat, table, view.derived)
    if discards == COUNTED:
        count_cards(view.mat, table, view.derived, view.shares)


@compiled
def write_one_hots(view: MatView, out: ObservationRow) -> None:
    """Write the one-hot codes."""
    mat, one = view.mat, np.float32(1)
    for index in range(ONE_HOTS_FIRST, CARDS_PLACE):
        out.floats[index] = 0
    out.floats[DECISION_AT + int(mat.cursor.decision)] = one
    out.floats[PERSON_AT + int(mat.cursor.person)] = one
    out.floats[MONTH_AT + int(mat.career.month)] = one
    out.floats[ZONE_AT + int(mat.career.zone)] = one
    out.floats[SERIES_AT + int(view.derived.series)] = one
    out.floats[TARGET_AT + int(mat.sortie.target_zone)] = one
    out.floats[ORIENTATION_AT + int(mat.sortie.orientation)] = one
    out.floats[BOMBER_AT + int(mat.sortie.bomber_type)] = one
    out.floats[ESCORT_AT + int(mat.sortie.escort)] = one
    out.floats[HELP_AT + int(view.derived.own_help)] = one
    out.floats[USE_AT + int(view.derived.card_use)] = one


@compiled(fastmath={"nnan", "nsz"})
def write_observation(view: MatView, table: Table, scales: Scales, out: ObservationRow) -> None:
    """Write the flat observation of a mat into ``out``. Floats that the setting leaves out are not written."""
    discards, floats, octets = int(scales.discards), out.floats, view.octets.octets
    look(view, table, discards)
    one = np.float32(1)
    for code in range(CARDS_FIRST):
        value = np.float32(octets[code]) * scales.codes[code]
        floats[code] = min(max(value, scales.codes_lowest[code]), one)
    for code in range(CARDS_FIRST, PLAIN):
        value = np.float32(octets[code + CARDS]) * scales.codes[code]
        floats[code] = min(max(value, scales.codes_lowest[code]), one)
    for code in range(PLAIN, ONE_HOTS_FIRST):
        value = np.float32(view.derived_octets.octets[code - PLAIN]) * scales.codes[code]
        floats[code] = min(max(value, scales.codes_lowest[code]), one)
    write_one_hots(view, out)
    if discards != HIDDEN:
        for card in range(CARDS):
            floats[CARDS_PLACE + card] = min(max(np.float32(octets[CARDS_FIRST + card]), np.float32(0)), one)
    if discards == COUNTED:
        for place in range(SHARES):
            value = np.float32(view.share_words.words[place]) * scales.shares[place]
            floats[SHARES_PLACE + place] = min(max(value, np.float32(0)), one)


@compiled
def write_compact(view: MatView, table: Table, scales: Scales, out: CompactRow) -> None:
    """Write the compact observation of a mat into ``out``. Codes that the setting leaves out are not written."""
    discards, codes, octets = int(scales.discards), out.codes, view.octets.octets
    look(view, table, discards)
    for code in range(CARDS_FIRST):
        codes[code] = min(max(octets[code], scales.codes_low[code]), scales.codes_high[code])
    for code in range(CARDS_FIRST, PLAIN):
        codes[code] = min(max(octets[code + CARDS], scales.codes_low[code]), scales.codes_high[code])
    for code in range(PLAIN, ONE_HOTS_FIRST):
        octet = view.derived_octets.octets[code - PLAIN]
        codes[code] = min(max(octet, scales.codes_low[code]), scales.codes_high[code])
    if discards != HIDDEN:
        for card in range(CARDS):
            codes[ONE_HOTS_FIRST + card] = min(max(octets[CARDS_FIRST + card], np.int8(0)), np.int8(1))
    if discards == COUNTED:
        for place in range(SHARES):
            out.tracks[place] = view.share_words.words[place]


@compiled
def write_observations(views: MatViews, table: Table, scales: Scales, out: Rows[ObservationRow]) -> None:
    """Write the flat observations of ``views`` ``(N,)`` into ``out`` ``(N,)``."""
    for index in range(len(out)):
        view = MatView(
            views.mats[index],
            views.octets[index],
            views.derived[index],
            views.derived_octets[index],
            views.shares[index],
            views.share_words[index],
        )
        write_observation(view, table, scales, out[index])


@compiled
def write_compacts(views: MatViews, table: Table, scales: Scales, out: Rows[CompactRow]) -> None:
    """Write the compact observations of ``views`` ``(N,)`` into ``out`` ``(N,)``."""
    for index in range(len(out)):
        view = MatView(
            views.mats[index],
            views.octets[index],
            views.derived[index],
            views.derived_octets[index],
            views.shares[index],
            views.share_words[index],
        )
        write_compact(view, table, scales, out[index])


def views_of(mats: Any) -> MatViews:
    """Return the views of a contiguous array of mats ``(N,)``, without a copy, and new scratch space."""
    derived, shares = rows(len(mats), Derived), rows(len(mats), Shares)
    return MatViews(
        mats,
        rows_as(mats, MatBytes),
        derived,
        rows_as(derived, DerivedBytes),
        shares,
        rows_as(shares, SharesWords),
    )


def table_of(charts: Any) -> Table:
    """Return a table with the record of the charts and nothing else, for functions that read no more."""
    dice, tape, journal, log = rows(1, Dice), rows(1, Tape), rows(1, Journal), rows(1, Log)
    return Table(dice[0], tape[0], charts, journal[0], log[0])


def observe(mats: NDArray[Any], charts: Any, discards: Discards = "seen") -> NDArray[np.float32]:
    """Return the flat observations of the mats ``(N,)`` in a new array ``(N, L)``.

    Args:
        mats: records of :data:`stuka_env.games.interceptor.rules.mat.Mat.dtype`, contiguous.
        charts: the record of the charts.
        discards: setting for the cards that are out, one of ``layout.DISCARDS``.
    """
    out = np.zeros((len(mats), FULL), np.float32)
    write_observations(views_of(mats), table_of(charts), new_scales(discards)[0], rows_as(out, ObservationRow))
    return np.ascontiguousarray(out[:, : layout.length_of(discards)])


def compact(mats: NDArray[Any], charts: Any, discards: Discards = "seen") -> dict[str, NDArray[Any]]:
    """Return the compact observations of the mats ``(N,)`` in new arrays, as :func:`observe` does."""
    out = rows(len(mats), CompactRow)
    write_compacts(views_of(mats), table_of(charts), new_scales(discards)[0], out)
    arrays = {"codes": np.array(out["codes"][:, : layout.CODE_COUNTS[discards]])}
    return arrays | ({"tracks": np.array(out["tracks"])} if discards == "counted" else {})
