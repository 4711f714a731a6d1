"""The banks of plausible chart sets: their parts, their sets, and files that cannot be used."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.charts.bank import BANK_PARTS, ChartBank, ChartSets
from stuka_env.charts.draws import read_charts
from stuka_env.charts.words import ChartError
from stuka_env.games.interceptor import charts as interceptor
from stuka_env.games.stuka import charts as stuka
from stuka_env.games.support import charts as support
from stuka_env.games.wing import charts as wing
from tests.support.each import each

BANKS: dict[str, ChartBank[Any]] = {
    "stuka": stuka.BANK,
    "interceptor": interceptor.BANK,
    "support": support.BANK,
    "wing": wing.BANK,
}
STUKA = stuka.BANK
each_bank = pytest.mark.parametrize("bank", BANKS.values(), ids=list(BANKS))


@each_bank
def test_the_parts_are_disjoint_and_no_set_is_ours(bank: ChartBank[Any]) -> None:
    assert {part: len(numbers) for part, numbers in bank.parts.items()} == {
        "training": 512,
        "selection": 64,
        "evaluation": 64,
        "wide": 64,
    }
    assert sorted(number for numbers in BANK_PARTS.values() for number in numbers) == list(range(bank.size))
    own, ours = bank.sets(), bank.book.ours
    assert len({*own.digests, ours.sha256}) == bank.size + 1
    assert len({record.tobytes() for record in own.records} | {ours.record.tobytes()}) == bank.size + 1


@each_bank
@each("number", (0, 300, 511, 512, 575, 576, 639, 640, 703))
def test_a_set_has_its_cells_and_its_digest(bank: ChartBank[Any], number: int) -> None:
    charts, ours = bank.charts(number), bank.book.ours
    assert charts.sha256 == bank.sets().digests[number] and charts.folder == f"bank:{charts.sha256}"
    assert charts.record == bank.sets().records[number] and charts != ours
    assert bank.charts_at(charts.folder) is charts and bank.name_of(charts.sha256[:12]) == charts.folder
    assert bank.charts_at(f"bank:{charts.sha256[:8]}") is charts
    with pytest.raises(ChartError, match="the bank has no set with this digest"):
        bank.charts_at(f"bank:{charts.sha256[:7]}")
    for name, file in charts.files.items():
        for cell, own in zip(file.cells, ours.files[name].cells, strict=True):
            if cell != own:
                assert cell.text != own.text and file.provenance[cell.path + cell.labels].kind == "reconstructed"


@pytest.mark.parametrize("number", (0, 576))
def test_names_that_all_sets_share(number: int) -> None:
    names, ours = STUKA.charts(number).names, STUKA.book.ours.names
    assert (names.card_ids, names.card_names, names.victory_levels) == (
        ours.card_ids,
        ours.card_names,
        ours.victory_levels,
    )
    own, others = interceptor.BANK.charts(number).names, interceptor.BANK.book.ours.names
    assert (own.models, own.weapons, own.units, own.bases) == (
        others.models,
        others.weapons,
        others.units,
        others.bases,
    )
    for bank in (support.BANK, wing.BANK):
        assert bank.charts(number).names == bank.book.ours.names


def test_a_raid_that_moves_is_another_city_of_the_month() -> None:
    bank = interceptor.BANK
    ours = {cell.address: cell for cell in bank.book.ours.files["a1_raids"].cells}
    moved = [cell for cell in bank.charts(0).files["a1_raids"].cells if cell.text != ours[cell.address].text]
    assert moved
    for cell in moved:
        assert cell.values != ours[cell.address].values
        assert cell.text in {other.text for other in ours.values() if other.path == cell.path}


@each("charts", ("random", "random-evaluation", "bank:12345678"))
def test_a_game_without_other_sets_refuses_them(charts: str) -> None:
    message = f"^charts: got '{charts}', allowed is None or a folder: this game has no other sets of charts"
    with pytest.raises(ValueError, match=message):
        read_charts(ChartBank(support.BOOK, parts={}), charts, None)


@each_bank
def test_an_unknown_digest_is_refused(bank: ChartBank[Any]) -> None:
    with pytest.raises(ChartError, match=r"^'bank:00': the bank has no set with this digest; it has 704 sets"):
        bank.charts_at("bank:00")
    assert bank.name_of("not a digest") is None


@each_bank
def test_a_bank_is_written_and_read_again(bank: ChartBank[Any], tmp_path: Path) -> None:
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    for path in (first, second):
        bank.write(path, bank.sets())
    assert first.read_bytes() == second.read_bytes() and first.stat().st_size < 250_000
    again = bank.read(first)
    assert again.digests == bank.sets().digests and (again.records == bank.sets().records).all()


def test_a_bad_file_is_refused_in_one_line(tmp_path: Path) -> None:
    contents = STUKA.file.read_bytes()
    path = tmp_path / "bank.npz"
    path.write_bytes(contents[:-1000])
    with pytest.raises(ChartError, match=r"bank.npz: no whole archive .*; make it again with `python -m tools"):
        STUKA.read(path)
    other = np.zeros(3, STUKA.book.record.dtype)
    STUKA.write(path, ChartSets(other, STUKA.sets().digests[:3]))
    with pytest.raises(ChartError, match=r"rows: expected bytes of shape \(704, .*got uint8 \(3, .*; make it again"):
        STUKA.read(path)
    with pytest.raises(ChartError, match=r"do not fit its digest: it is damaged, or made for other charts; make it "):
        interceptor.BANK.read(STUKA.file)
    with np.load(STUKA.file) as arrays:
        changed = dict(arrays)
    changed["rows"][5, 5] ^= 1
    np.savez_compressed(path, **changed)
    with pytest.raises(ChartError, match=r"its contents do not fit its digest: it is damaged, or made for other"):
        STUKA.read(path)
    with pytest.raises(ChartError, match=r"bank.npz: cannot be read"):
        STUKA.read(tmp_path / "nothing" / "bank.npz")


@pytest.mark.parametrize(("name", "field", "place"), [("stuka", "a3", (0, 1, 1)), ("interceptor", "lines", (0, 3))])
def test_a_record_that_no_charts_have_is_refused(name: str, field: str, place: tuple[int, ...]) -> None:
    bank = BANKS[name]
    record = bank.sets().records[:1].copy()
    record[field][place] += 1
    with pytest.raises(ChartError, match=r"^a set: this set is not one of the charts of this version"):
        bank.of_record(record[0], bank.sets().digests[0], "a set")
