"""tools/compare_checkouts.py: a checkout agrees with itself, and whatever differs is found and named."""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.games.stuka.codes import Entry
from tests.support.places import ROOT
from tools.comparing.coverage import EXPECTED, KINDS, describe, lacking
from tools.comparing.differences import compare, first_step, name_differences
from tools.comparing.plan import make_plan
from tools.comparing.recorder import Recorder
from tools.comparing.renames import NamesError, Renames, inverse, read_names
from tools.comparing.values import RecordReader

SIZE = ("--decisions", "800", "--plain", "0", "--least", "0")
SENTENCE = "The mission: "


def run(*given: str | Path, size: tuple[str, ...] = SIZE) -> tuple[int, str]:
    """Compare; without a table of names, for both checkouts here are of today."""
    names = () if "--names" in given else ("--names", os.devnull)
    command = [sys.executable, "-m", "tools.compare_checkouts", *map(str, given), *names, *size]
    environment = {**os.environ, "PYTHONPATH": ""}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "digests.json"
    status, told = run(ROOT, "--save", path)
    assert status == 0, told
    return path


def changed(kept: Path, tmp_path: Path, change: Any) -> Path:
    """Kept digests with a change."""
    values = json.loads(kept.read_text())
    change(values)
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(values))
    return path


# --- the whole tool ---


def test_a_checkout_agrees_with_itself(kept: Path) -> None:
    status, told = run(ROOT, ROOT, "--against", kept)
    assert status == 0, told
    assert "The same: " in told and "the flat vector has the same order" in told


def test_plain_python_agrees_too() -> None:
    size = ("--decisions", "150", "--plain", "1", "--least", "0")
    status, told = run(ROOT, "--save", os.devnull, size=size)
    assert status == 0 and "plain decisions" in told, told


def test_a_tampered_digest_is_found(kept: Path, tmp_path: Path) -> None:
    def tamper(values: dict[str, Any]) -> None:
        values["digests"]["0"]["rewards"] = "0" * 32

    status, told = run(ROOT, ROOT, "--against", changed(kept, tmp_path, tamper))
    assert status == 1 and "different: rewards of Scenario(number=0" in told, told


def test_a_wrong_table_of_names_is_found(kept: Path, tmp_path: Path) -> None:
    names = tmp_path / "names.toml"
    names.write_text('[mat]\n"mission.phse" = "mission.phase"\n')
    status, told = run(ROOT, ROOT, "--against", kept, "--names", names)
    assert status == 1 and "[mat] 'mission.phse' is not in the old checkout" in told, told


def test_a_name_that_the_table_lacks_is_found(kept: Path, tmp_path: Path) -> None:
    def rename(values: dict[str, Any]) -> None:
        values["schema"]["mat"]["mission.stage"] = values["schema"]["mat"].pop("cursor.phase")

    status, told = run(ROOT, ROOT, "--against", changed(kept, tmp_path, rename))
    assert status == 1 and "mat: 'mission.stage' is gone" in told and "mat: 'cursor.phase' is new" in told, told


@pytest.mark.slow  # a copy of the checkout compiles anew
def test_another_sentence_is_found_and_shown(kept: Path, tmp_path: Path) -> None:
    for package in ("stuka_env", "agents"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    telling = [path for path in (tmp_path / "stuka_env").rglob("*.py") if SENTENCE in path.read_text()]
    assert telling, f"no sentence begins {SENTENCE!r} any more: change this test"
    for path in telling:
        path.write_text(path.read_text().replace(SENTENCE, "A mission: "))
    status, told = run(ROOT, tmp_path, "--against", kept)
    assert status == 1 and "different: journal of Scenario(number=0" in told, told
    assert f"journal entry MISSION.text: old '{SENTENCE}" in told and "new 'A mission: " in told, told


def test_digests_of_another_plan_are_refused(kept: Path) -> None:
    status, told = run(ROOT, ROOT, "--against", kept, size=("--decisions", "200"))
    assert status == 2 and "save it anew" in told and "Traceback" not in told, told


def test_no_checkout(tmp_path: Path) -> None:
    status, told = run(tmp_path)
    assert status == 2 and "no checkout" in told and "Traceback" not in told, told


# --- its parts ---


def test_a_field_may_move_and_grow() -> None:
    old = np.zeros(2, [("mission", [("phase", "i1"), ("zone", "i1")]), ("crew", [("stress", "i1")], (3,))])
    new = np.zeros(2, [("pad", "i1", (5,)), ("people", [("stress", "i4")], (3,)), ("cursor", [("phase", "i2")]),
                       ("mission", [("zone", "i1")])])  # fmt: skip
    for mats, people, cursor in ((old, "crew", "mission"), (new, "people", "cursor")):
        mats[cursor]["phase"] = [3, -4]
        mats["mission"]["zone"] = 5
        mats[people]["stress"] = [[1, 2, 3], [4, 5, 6]]
    names = {"mat": {"mission.phase": "cursor.phase", "crew": "people"}}
    renames = Renames(inverse(names))
    before, after = RecordReader(old.dtype), RecordReader(new.dtype, lambda name: renames.old("mat", name))
    assert before.columns == after.columns and before.columns.names == ("crew.stress", "mission.phase", "mission.zone")
    assert np.array_equal(before.read(old), after.read(new))
    assert before.read(old)[1].tolist() == [4, 5, 6, -4, 5]


def test_the_longest_path_counts() -> None:
    renames = Renames({"mat": {"war": "mission", "war.phase": "mission.step"}})
    assert renames.old("mat", "war.phase") == "mission.step"
    assert renames.old("mat", "war.zone") == "mission.zone"
    assert renames.old("mat", "warden") == "warden"
    assert renames.old("state", "arrays.mats.war.zone") == "arrays.mats.mission.zone"


def test_names_are_checked_both_ways() -> None:
    old, new = {"mat": {"a.x": "shape ()", "a.y": "shape ()"}}, {"mat": {"b.x": "shape ()", "a.y": "shape (2,)"}}
    names = {"mat": {"a.x": "b.x"}}
    assert name_differences(old, new, names, Renames(inverse(names))) == ["mat: 'a.y' was shape (), is shape (2,)"]
    names = {"mat": {"a.x": "c.x"}}
    lines = name_differences(old, new, names, Renames(inverse(names)))
    assert lines[0] == "table of names: [mat] 'c.x' is not in the new checkout"
    assert any(line.startswith("mat: 'b.x' is new") for line in lines)


def test_the_kinds_that_must_occur_are_those_of_the_journal() -> None:
    assert sorted(KINDS) == sorted(entry.name for entry in Entry)


def test_a_kind_that_has_been_renamed_is_counted_under_its_old_name() -> None:
    """A table of names translates both checkouts to the names of the old one."""
    seen = Counter({f"kind: {kind}": 1 for kind in KINDS if kind != "SCORE"} | {"kind: POINTS": 1})
    renames = Renames(inverse({"journal": {"POINTS": "SCORE"}}))
    kinds = [renames.old("journal", kind) for kind in KINDS]
    assert not [line for line in lacking(seen, 0, 1, kinds) if line.startswith("kind")]


@pytest.mark.parametrize("text", ["[mats]\n", '[mat]\na.b = "c"\n', '[mat]\na = "c"\nb = "c"\n', "[mat\n"])
def test_a_broken_table_of_names_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "names.toml"
    path.write_text(text)
    with pytest.raises(NamesError, match="names.toml"):
        read_names(path)


def test_the_committed_table_can_be_read() -> None:
    read_names(ROOT / "tools" / "compare_names.toml")


def test_renamed_infos_have_the_same_digest() -> None:
    old, new = Recorder(Renames()), Recorder(Renames({"info": {"missions.extent": "missions.size"}}))
    old.put_mapping("infos", "info", {"missions": [{"size": 2, "zone": 3}]})
    new.put_mapping("infos", "info", {"missions": [{"zone": 3, "extent": 2}]})
    assert old.digests() == new.digests()


def test_differences_are_named() -> None:
    assert first_step([[1, "mats", "a", "x"]], [[1, "mats", "a", "x"], [2, "mats", "a", "y"]]) == 2
    assert first_step([[1, "mats", "a", "x"]], [[1, "mats", "a", "x"]]) is None
    assert list(compare(["mats", "a", [1, 2]], ["mats", "a", [1, 3]])) == ["  mats a[1]: old 2, new 3"]
    assert list(compare(None, ["mats", "a", 1])) == ["  mats a: in the new checkout only: 1"]


def test_the_default_plan_has_every_kind_of_scenario() -> None:
    plan = make_plan(1_000_000, 3000, 0)
    seen = {name for scenario in plan for name in describe(scenario)}
    wanted = {f"{dimension}: {value}" for dimension, values in EXPECTED.items() for value in values}
    assert {name for name in wanted if not name.startswith(("clone", "event"))} <= seen
    assert sum(scenario.steps for scenario in plan if not scenario.wars) >= 100_000
    assert plan == make_plan(1_000_000, 3000, 0)


def test_what_is_too_rare_is_named() -> None:
    lines = lacking(Counter({"verb: GAMBLE": 99, "decisions": 10}), 20, 100)
    assert "verb GAMBLE: seen 99 times, at least 100 are wanted" in lines
    assert "decisions: 10, at least 20 are wanted" in lines
    assert "clone fresh: never seen" in lines
