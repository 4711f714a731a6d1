"""Charts a player writes: random folders that the loader accepts, played at random (tools/fuzz.py).

``make fuzz`` plays two million decisions.
"""

import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import ACTIONS, Act
from stuka_env.games.stuka.rules.mat import Mat
from tests.support.commands import wait_for
from tests.support.each import each
from tests.support.fuzzing import folders, fuzzer, ways
from tests.support.fuzzing.folders import Change, Desk, document, sweep, write_folder
from tests.support.fuzzing.guard import guarded
from tests.support.fuzzing.play import POLICIES
from tests.support.fuzzing.spelling import KEYS, toml
from tests.support.places import ROOT
from tests.support.violations import limits, outside
from tests.support.wars import ANY, FLYER, choose, kinds, wars
from tools import fuzz as tool

# --- play ---


@pytest.mark.slow
def test_a_few_folders_in_plain_python(tmp_path: Path) -> None:
    way = ways.ways(1, ways.cache_root())[0]
    assert way.environment["NUMBA_DISABLE_JIT"]
    seen = ways.work(way, ["--decisions", "400", "--each", "40", "--seed", "1"], tmp_path)
    assert seen["trouble"] == ""
    assert seen["decisions"] >= 400
    assert seen["accepted"] >= 3


# --- folders ---


def test_every_vocabulary_has_samples() -> None:
    words = {name: key.table.word for name, key in KEYS.items()}
    assert [name for name, word in words.items() if len(word.samples) < 2] == []
    assert [(name, text) for name, word in words.items() for text in word.samples if word.parse(text) is None] == []


@settings(max_examples=10, deadline=None)
@given(style=st.integers(0, 2**32))
def test_our_charts_spelt_otherwise_say_the_same(tmp_path_factory: pytest.TempPathFactory, style: int) -> None:
    folder = tmp_path_factory.mktemp("charts")
    for name in load_charts().files:
        (folder / f"{name}.toml").write_text(toml(document(Desk(), name, Random(style))), encoding="utf-8")
    assert load_charts(folder).sha256 == load_charts().sha256


@settings(max_examples=20, deadline=None)
@given(folder=folders.FOLDERS)
def test_a_folder_of_changes_is_the_same_each_time(tmp_path_factory: pytest.TempPathFactory, folder: object) -> None:
    assert isinstance(folder, folders.Folder)
    one, two = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("two")
    write_folder(one, folder.changes)
    write_folder(two, folder.changes)
    assert {path.name: path.read_bytes() for path in one.iterdir()} == {
        path.name: path.read_bytes() for path in two.iterdir()
    }


def test_the_sweep_changes_everything_to_both_ends_and_between() -> None:
    swept = {(change.key, change.values) for folder in sweep(0) for change in folder.changes}
    assert swept == {(key, end) for key in (*KEYS, *folders.OTHERS) for end in ("low", "high", "between")}


def test_a_refusal_names_the_change_to_leave_out() -> None:
    reach, force, times = (
        Change(key, "table", "high", 0)
        for key in ("operations.operations.Citadel.range", "operations.force", "c8_aircraft_replacement.missions")
    )
    people = "/tmp/x/operations.toml: force.Citadel.Pilots: expected 1 to 11 people, got 55"
    assert fuzzer.without_refused([reach, force, times], people) == [reach, times]
    segments = "/tmp/x/operations.toml: operations: expected 6 segments in all, got 5"
    assert fuzzer.without_refused([reach, force, times], segments) == [times]


# --- what is looked at ---


def test_the_limits_are_those_of_the_fields() -> None:
    mat = np.zeros(1, Mat.dtype)
    bounds = limits()
    octets = mat.view(np.ndarray).view(np.int8).ravel()
    low = (octets < bounds.bytes_low) | (octets > bounds.bytes_high)
    assert low.sum() == 1, "an empty mat has a mission of no length, and nothing else out of its range"
    assert outside(mat[0]) == "war.missions is 0, its range 1 to 20"
    mat["war"]["missions"] = 1
    assert outside(mat[0]) == ""
    mat["log"]["gunners"][0, 59, 9] = -1
    octets = mat.view(np.ndarray).view(np.int8).ravel()
    assert ((octets < bounds.bytes_low) | (octets > bounds.bytes_high)).sum() == 1
    assert outside(mat[0]) == "log.gunners is -1, its range 0 to 11"
    mat["log"]["gunners"][0, 59, 9] = 0
    mat["track"]["operation_bonus"][0, 2] = 21
    words = mat.view(np.ndarray).view(np.int16).ravel()[bounds.words_at]
    assert ((words < bounds.words_low) | (words > bounds.words_high)).sum() == 1


@pytest.mark.parametrize("index", [-1, 10])
def test_the_guard_refuses_what_numpy_or_its_length_forgive(index: int) -> None:
    mat = guarded(np.zeros(1, Mat.dtype)[0])
    mat.aircraft[9].damage[6] = 1
    assert mat.aircraft[9].damage[6] == 1
    for array in (mat.aircraft, mat.mission.targets):
        with pytest.raises(IndexError):
            array[index]
    with pytest.raises(IndexError):
        mat.mission.targets[index] = 1


def test_a_flyer_leaves_out_what_keeps_aircraft_at_home() -> None:
    mask: Any = np.zeros(ACTIONS, np.int8)
    mask[[Act.NO_FLY, Act.FLY, Act.ABORT, Act.SEND_HOME + 9, Act.RELIEVE]] = 1
    chosen = {policy: {choose(mask, policy, number, 5, 1) for number in range(200)} for policy in (ANY, FLYER)}
    assert chosen[ANY] == set(np.flatnonzero(mask).tolist())
    assert chosen[FLYER] == {Act.FLY, Act.RELIEVE}
    mask[:] = 0
    mask[Act.NO_FLY] = 1
    assert choose(mask, FLYER, 0, 5, 1) == Act.NO_FLY


def test_all_kinds_of_war_come_up_and_half_of_them_fly() -> None:
    every = kinds(POLICIES)
    drawn = [war for war, _ in zip(wars(0, POLICIES, journals=True), range(2 * len(every)), strict=False)]
    assert {war[:5] for war in drawn} == set(every)
    assert sum(war.policy == FLYER for war in drawn) == sum(war.journal for war in drawn) == len(every)


# --- the command ---


def seen(**changes: object) -> dict[str, object]:
    nothing = {"decided": {"NONE": 0}, "effects": {}, "entries": {}, "offered": 10, "accepted": 10}
    return nothing | changes


def test_what_never_occurred_is_told() -> None:
    assert ways.missing([seen()]) == []
    one, two = seen(entries={"POW": 0, "KIA": 0}), seen(entries={"POW": 0, "KIA": 2})
    assert ways.missing([one, two]) == ["kinds of journal entry that never occurred: POW"]
    assert ways.missing([seen(accepted=2)]) == ["the loader accepted 2 of 10 folders, too few"]


@each(
    "arguments",
    [
        ["--decisions", "0"],
        ["--decisions", "many"],
        ["--charts", "/nowhere"],
        ["--charts", "/tmp", "--war", "1,2"],
        ["--war", "0,0,0,0,0,0,0"],
        ["--plain"],
    ],
)
def test_bad_arguments_get_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        tool.main(["charts", *arguments])
    assert caught.value.code == 2
    assert "error: " in capsys.readouterr().err.splitlines()[-1]


def test_it_can_be_stopped(tmp_path: Path) -> None:
    keep = tmp_path / "keep"
    words = ["charts", "--decisions", "20000000", "--seed", "3", "--keep", str(keep)]
    command = [sys.executable, "-m", "tools.fuzz", *words]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(keep.exists, process, 120)  # the worker makes it as it begins to play
    process.send_signal(signal.SIGINT)
    told, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "stopped" in told


def test_what_it_keeps_is_in_a_folder_of_its_own() -> None:
    cache = ways.cache_root()
    assert cache.parent.name == "fuzz"
    for way in ways.ways(1000, cache):
        assert Path(way.environment["STUKA_ENV_CACHE"]) == cache
        assert cache in Path(way.environment["HYPOTHESIS_STORAGE_DIRECTORY"]).parents
