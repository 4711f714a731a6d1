"""The share of the machine that a process may use, and threads on the command line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from agents import commands
from stuka_env.io import cores
from tests.support.each import each


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the control groups of a machine with 64 cores, all of which the process may use."""
    monkeypatch.setattr(cores, "GROUPS", tmp_path)
    monkeypatch.setattr(cores, "OWN_GROUPS", tmp_path / "own")
    monkeypatch.setattr(os, "process_cpu_count", lambda: 64, raising=False)
    (tmp_path / "own").write_text("3:cpu,cpuacct:/pod/task\n2:memory:/elsewhere\n0::/pod/task\n")
    return tmp_path


def write(place: Path, **contents: str) -> None:
    """Write the files of a control group."""
    place.mkdir(parents=True, exist_ok=True)
    for name, text in contents.items():
        (place / name.replace("__", ".")).write_text(text)


def test_without_a_limit_all_cores_are_used(machine: Path) -> None:
    write(machine, cpu__max="max 100000\n")
    write(machine / "cpu,cpuacct", cpu__cfs_quota_us="-1\n", cpu__cfs_period_us="100000\n")
    assert cores.usable_cores() == 64


@pytest.mark.parametrize(("limit", "expected"), [("200000 100000", 2), ("150000 100000", 2), ("1000 100000", 1)])
def test_a_quota_is_rounded_up(machine: Path, limit: str, expected: int) -> None:
    write(machine / "pod" / "task", cpu__max=limit)
    write(machine / "pod", cpu__max="1200000 100000")
    assert cores.usable_cores() == cores.thread_count() == expected


def test_the_group_around_limits_too(machine: Path) -> None:
    write(machine / "pod" / "task", cpu__max="max 100000")
    write(machine / "pod", cpu__max="300000 100000")
    assert cores.usable_cores() == 3


def test_a_container_sees_its_own_group_as_the_outermost(machine: Path) -> None:
    write(machine / "cpu,cpuacct", cpu__cfs_quota_us="400000", cpu__cfs_period_us="100000")
    assert cores.usable_cores() == 4


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system has no affinity")
def test_the_affinity_counts_and_not_the_machine() -> None:
    code = """
import os
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
os.cpu_count = lambda: 64
from stuka_env.io.cores import thread_count
print(thread_count())
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "1\n"


@each("word", ["0", "1025", "-1", "two", "²"])
def test_a_wrong_number_of_threads_is_refused(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        commands.evaluate(["--threads", word])
    assert f"--threads: got {word!r}, allowed is a whole number from 1 to 1024" in capsys.readouterr().err
