"""The bank of plausible chart sets: its parts, its sets, and files that cannot be used."""

from pathlib import Path

import numpy as np
import pytest

from stuka_env.charts.bank import ChartSets
from stuka_env.games.stuka.charts import ChartError, load_charts
from stuka_env.games.stuka.charts.bank import BANK, BANK_PARTS
from stuka_env.games.stuka.charts.shape import Charts

OURS = load_charts()


def test_the_parts_are_disjoint_and_no_set_is_ours() -> None:
    assert {part: len(numbers) for part, numbers in BANK_PARTS.items()} == {
        "training": 512,
        "selection": 64,
        "evaluation": 64,
    }
    assert sorted(number for numbers in BANK_PARTS.values() for number in numbers) == list(range(BANK.size))
    own = BANK.sets()
    assert len({*own.digests, OURS.sha256}) == BANK.size + 1
    assert len({record.tobytes() for record in own.records} | {OURS.record.tobytes()}) == BANK.size + 1


@pytest.mark.parametrize("number", (0, 300, 511, 512, 575, 576, 639))
def test_a_set_has_its_cells_and_its_digest(number: int) -> None:
    charts = BANK.charts(number)
    assert charts.sha256 == BANK.sets().digests[number] and charts.folder == f"bank:{charts.sha256}"
    assert charts.record == BANK.sets().records[number] and charts != OURS
    assert (charts.names.card_ids, charts.names.card_names) == (OURS.names.card_ids, OURS.names.card_names)
    assert charts.names.victory_levels == OURS.names.victory_levels
    assert BANK.charts_at(charts.folder) is charts
    for name, file in charts.files.items():
        for cell, ours in zip(file.cells, OURS.files[name].cells, strict=True):
            if cell != ours:
                assert cell.text != ours.text and file.provenance[cell.path + cell.labels].kind == "reconstructed"


def test_an_unknown_digest_is_refused() -> None:
    with pytest.raises(ChartError, match=r"^'bank:00': the bank has no set with this digest; it has 640 sets"):
        BANK.charts_at("bank:00")


def test_a_bank_is_written_and_read_again(tmp_path: Path) -> None:
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    for path in (first, second):
        BANK.write(path, BANK.sets())
    assert first.read_bytes() == second.read_bytes()
    again = BANK.read(first)
    assert again.digests == BANK.sets().digests and (again.records == BANK.sets().records).all()


def test_a_bad_file_is_refused_in_one_line(tmp_path: Path) -> None:
    contents = BANK.file.read_bytes()
    path = tmp_path / "bank.npz"
    path.write_bytes(contents[:-1000])
    with pytest.raises(ChartError, match=r"bank.npz: no whole archive .*; make it again with `python -m tools"):
        BANK.read(path)
    other = np.zeros(3, Charts.dtype)
    BANK.write(path, ChartSets(other, BANK.sets().digests[:3]))
    with pytest.raises(ChartError, match=r"rows: expected bytes of shape \(640, .*got uint8 \(3, .*; make it again"):
        BANK.read(path)
    with np.load(BANK.file) as arrays:
        changed = dict(arrays)
    changed["rows"][5, 5] ^= 1
    np.savez_compressed(path, **changed)
    with pytest.raises(ChartError, match=r"its contents do not fit its digest, the file is damaged; make it again"):
        BANK.read(path)
    with pytest.raises(ChartError, match=r"bank.npz: cannot be read"):
        BANK.read(tmp_path / "nothing" / "bank.npz")


def test_a_record_that_no_charts_have_is_refused() -> None:
    record = BANK.sets().records[:1].copy()
    record["a3"][0, 1, 1] += 1
    with pytest.raises(ChartError, match=r"^a set: this set is not one of the charts of this version"):
        BANK.of_record(record[0], BANK.sets().digests[0], "a set")
