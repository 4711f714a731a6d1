"""The cache of compiled code: its key, its folder, and what an import costs."""

import importlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import pytest

from stuka_env import code_cache, compilation
from tests.support.places import ROOT


def test_the_key_changes_with_a_source_and_a_version(tmp_path: Path) -> None:
    source = tmp_path / "rule.py"
    source.write_text("one = 1\n")
    first = code_cache.digest([source], ("3.11",))
    assert code_cache.digest([source], ("3.11",)) == first
    assert code_cache.digest([source], ("3.12",)) != first
    source.write_text("one = 2\n")
    assert code_cache.digest([source], ("3.11",)) != first


def test_every_compiled_source_is_in_the_key() -> None:
    importlib.import_module("stuka_env.engine.engine")
    keyed = set(code_cache.package_sources())
    loaded = {
        Path(file)
        for name, module in sys.modules.items()
        if name.startswith("stuka_env") and (file := getattr(module, "__file__", None))
    }
    using = {path for path in loaded if "@compiled\n" in path.read_text()}
    assert using and using <= keyed
    assert {path for path in keyed if not path.exists()} == set()


def test_numbas_own_setting_is_put_back() -> None:
    before = numba.config.CACHE_DIR
    with pytest.raises(ZeroDivisionError), code_cache.keyed_cache(code_cache.PACKAGE / "records.py", "callees"):
        assert numba.config.CACHE_DIR == str(code_cache.cache_folder() / "callees")
        raise ZeroDivisionError
    assert before == numba.config.CACHE_DIR


def test_a_users_file_has_a_key_of_its_own_inside_the_packages(tmp_path: Path) -> None:
    (tmp_path / "policy.py").write_text("x = 1\n")
    assert code_cache.cache_folder(tmp_path / "policy.py").parent == code_cache.cache_folder()


HELPER = """from stuka_env.compilation import compiled

@compiled
def worth(number: int) -> int:
    return {worth} * number
"""
NUMBER = "WORTH = {number}\n"
POLICY = """
from helpers.number import WORTH
from helpers.worth import worth
from stuka_env.compilation import compiled

@compiled
def choose(number: int) -> int:
    return worth(number) + WORTH

print(choose(10))
"""


def run_policy(folder: Path) -> str:
    """Import a policy that calls a rule of another folder, in a process of its own."""
    paths = os.pathsep.join(map(str, (folder / "one", folder / "two", ROOT)))
    environment = os.environ | {"PYTHONPATH": paths, code_cache.CACHE_VARIABLE: str(folder / "cache")}
    code = [sys.executable, "-B", "-c", "import policy"]
    return subprocess.run(code, env=environment, capture_output=True, text=True, check=True).stdout


def test_a_rule_of_another_folder_is_never_stale(tmp_path: Path) -> None:
    """What is called there, or only taken from there as a constant, was edited between two processes."""
    (tmp_path / "one").mkdir()
    helpers = tmp_path / "two" / "helpers"
    helpers.mkdir(parents=True)
    (tmp_path / "one" / "policy.py").write_text(POLICY)
    (helpers / "__init__.py").touch()
    said = []
    for worth, number in ((1, 1), (2, 1), (2, 5), (1, 1)):
        (helpers / "worth.py").write_text(HELPER.format(worth=worth))
        (helpers / "number.py").write_text(NUMBER.format(number=number))
        said.append(run_policy(tmp_path))
    assert said == ["11\n", "21\n", "25\n", "11\n"]


def test_relative_imports_count(tmp_path: Path) -> None:
    package = tmp_path / "mine"
    (package / "deep").mkdir(parents=True)
    files = {"__init__.py": "", "deep/__init__.py": "", "odds.py": "", "deep/near.py": "", "deep/policy.py": RELATIVE}
    for name, text in files.items():
        (package / name).write_text(text)
    found = code_cache.imported_sources(package / "deep" / "policy.py")
    names = {str(file.relative_to(package)) for file in found}
    assert names >= {"odds.py", "deep/near.py", "deep/policy.py"}


RELATIVE = "from .. import odds\nfrom . import near\nfrom .near import thing\n"


def test_an_unwritable_folder_falls_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv(code_cache.CACHE_VARIABLE, str(file))
    code_cache.cache_folder.cache_clear()
    try:
        folder = code_cache.cache_folder()
        assert code_cache.writable(folder) and tmp_path not in folder.parents
    finally:
        monkeypatch.undo()
        code_cache.cache_folder.cache_clear()


def test_a_cold_cache_is_announced_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(code_cache.CACHE_VARIABLE, str(tmp_path))
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)
    code_cache.cache_folder.cache_clear()
    try:
        code_cache.cache_folder()
        assert capsys.readouterr().err == ""
        compilation.compile_all(())
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and "compiling the rules" in said
        compilation.compile_all(())
        assert capsys.readouterr().err == ""
    finally:
        monkeypatch.undo()
        code_cache.cache_folder.cache_clear()


def test_importing_compiles_nothing() -> None:
    code = "import sys, stuka_env; print([m for m in sys.modules if m == 'numba' or m.startswith('stuka_env.')])"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_threads_may_make_the_first_environment() -> None:
    code = (
        "import threading, gymnasium, stuka_env\n"
        "def fly():\n"
        "    env = gymnasium.make('Stuka/Mission-v0'); env.reset(seed=1); made.append(env)\n"
        "made = []\n"
        "threads = [threading.Thread(target=fly) for _ in range(4)]\n"
        "[t.start() for t in threads]; [t.join() for t in threads]; print(len(made))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == "4\n", run.stderr
    assert threading.active_count() >= 1


WORKER = """
import sys
from stuka_env.compilation import compile_all
from doubling import double
print("ready", flush=True)
sys.stdin.readline()
compile_all([double])
print(double(21))
"""
DOUBLING = """
from stuka_env.compilation import compiled

@compiled
def double(number: int) -> int:
    return 2 * number
"""


def test_workers_that_start_at_once_do_not_fight(tmp_path: Path) -> None:
    """One of them compiles; the others wait for it and load what it has made."""
    (tmp_path / "doubling.py").write_text(DOUBLING)
    paths = os.pathsep.join(map(str, (tmp_path, ROOT)))
    environment = os.environ | {"PYTHONPATH": paths, code_cache.CACHE_VARIABLE: str(tmp_path / "cache")}
    environment.pop("NUMBA_DISABLE_JIT", None)
    pipe = subprocess.PIPE
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER], env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True
        )
        for _ in range(4)
    ]
    for worker in workers:
        assert worker.stdout is not None and worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("\n")
        worker.stdin.flush()
    said = [worker.communicate() for worker in workers]
    assert [worker.returncode for worker in workers] == [0] * 4 and [out for out, _ in said] == ["42\n"] * 4
    assert sum("compiling the rules, once" in error for _, error in said) == 1
    (folder,) = (tmp_path / "cache").iterdir()
    kept = [path for path in folder.rglob("doubling*.nbc") if code_cache.LOCK not in path.name]
    assert len(kept) == 1, "compiled once"


def test_old_folders_are_forgotten(tmp_path: Path) -> None:
    for age in range(8):
        mark = tmp_path / str(age) / code_cache.COMPLETE
        mark.parent.mkdir()
        mark.touch()
        then = mark.stat().st_mtime - age * 1000
        os.utime(mark, (then, then))
    code_cache.forget_old_folders(tmp_path / "0")
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["0", "1", "2", "3", "4"]


def test_a_kernel_is_compiled_for_its_signature_only() -> None:
    @compilation.compiled
    def double(number: int) -> int:
        return 2 * number

    @compilation.compiled(fastmath=True)
    def half(number: float) -> float:
        return double(int(number)) / 4

    assert half(3.0) == 1.5 and double(True) == 2
    if not numba.config.DISABLE_JIT:
        dispatchers: tuple[Any, ...] = double, double.callee, half  # type: ignore[attr-defined]
        assert [[str(each) for each in one.signatures] for one in dispatchers] == [
            ["(int64,)"], ["(int64,)"], ["(float64,)"],
        ]  # fmt: skip


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing has been compiled before."""
    monkeypatch.setenv(code_cache.CACHE_VARIABLE, str(tmp_path))
    code_cache.cache_folder.cache_clear()
    yield
    monkeypatch.undo()
    code_cache.cache_folder.cache_clear()


@pytest.mark.usefixtures("empty_cache")
def test_a_callee_is_neither_optimised_nor_machine_code_compiled_or_loaded() -> None:
    """Its entry point is both. Machine code of a callee would be called in place of what an entry point has of it."""
    if numba.config.DISABLE_JIT:
        pytest.skip("without JIT nothing is compiled")

    def triple(number: int) -> int:
        return 3 * number

    for hits in (0, 1):
        dispatcher: Any = compilation.compiled(triple)
        dispatcher.callee.compile(None)
        (kept,) = dispatcher.callee.overloads.values()
        assert sum(dispatcher.callee.stats.cache_hits.values()) == hits
        assert isinstance(kept.library, compilation.CalleeLibrary)
        assert kept.library.get_pointer_to_function(kept.fndesc.llvm_func_name) == 0
        assert dispatcher(5) == 15
        (entry,) = dispatcher.overloads.values()
        assert not isinstance(entry.library, compilation.CalleeLibrary)


def test_a_second_process_compiles_ahead_into_the_same_cache(tmp_path: Path) -> None:
    """Callees only: what Python calls, the first process compiles itself."""
    if numba.config.DISABLE_JIT:
        pytest.skip("without JIT nothing is compiled")
    code = """
import time
from pathlib import Path
from stuka_env import code_cache, compilation
from stuka_env.rules.dice import face, philox
with compilation.helper([philox, face]):
    end = time.monotonic() + 120
    while len(list(code_cache.cache_folder().rglob("*.nbi"))) < 2 and time.monotonic() < end:
        time.sleep(0.1)
print(sorted({path.name.split("-")[0] + " " + path.relative_to(code_cache.cache_folder()).parts[0]
              for path in code_cache.cache_folder().rglob("*.nbi")}))
"""
    environment = os.environ | {code_cache.CACHE_VARIABLE: str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.stdout == "['dice.face callees', 'dice.philox callees']\n", run.stderr
