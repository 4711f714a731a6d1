"""The cache of compiled code: its key, its folder, and what an import costs."""

import inspect
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from stuka_env.compiling import code_cache, compilation
from stuka_env.game import game_names, games
from stuka_env.io.game_packages import DEFAULT_GAME
from tests.support.cache_folders import forget_folders
from tests.support.places import ROOT
from tests.support.slow import slow, study


def folder() -> Path:
    """Return the folder of the rules' compiled code."""
    found = code_cache.cache_folder()
    assert found is not None
    return found


def test_the_key_changes_with_a_source_and_a_version(tmp_path: Path) -> None:
    source = tmp_path / "rule.py"
    source.write_text("one = 1\n")
    first = code_cache.digest([source], ("3.11",))
    assert code_cache.digest([source], ("3.11",)) == first
    assert code_cache.digest([source], ("3.12",)) != first
    source.write_text("one = 2\n")
    assert code_cache.digest([source], ("3.11",)) != first


def test_every_compiled_source_is_in_the_key_of_its_game() -> None:
    decorator = re.compile(r"^\s*@(compiled|for_each_game|numba\.njit)\b", re.MULTILINE)
    using = [path for path in code_cache.PACKAGE.rglob("*.py") if decorator.search(path.read_text(encoding="utf-8"))]
    assert code_cache.PACKAGE / "engine" / "kernels.py" in using
    assert [path for path in using if path not in code_cache.package_sources(code_cache.game_of(path))] == []
    for game in games():
        seen, rules = game.engine.arrays.kinds.writer.seen, game.declared.rules
        chapters = rules.RULES.chapters if hasattr(rules, "RULES") else (rules,)
        written = [*chapters, *(getattr(each, "py_func", each) for each in (seen.prepare, seen.work_out) if each)]
        files = {Path(str(inspect.getsourcefile(each))) for each in written}
        assert files <= set(code_cache.package_sources(game.name)), game.name
    assert [path for path in code_cache.package_sources() if not path.exists()] == []
    homes = [code_cache.home_of(game) for game in game_names()]
    unused = [pattern for pattern in code_cache.GAME_FILES if not any(list(home.glob(pattern)) for home in homes)]
    assert unused == []


def test_numbas_own_setting_is_put_back() -> None:
    before = numba.config.CACHE_DIR
    with pytest.raises(ZeroDivisionError), code_cache.keyed_cache(code_cache.PACKAGE / "policy.py", "callees"):
        assert numba.config.CACHE_DIR == str(folder() / "callees" / "stuka_env")
        raise ZeroDivisionError
    assert before == numba.config.CACHE_DIR


def test_a_users_file_has_a_key_of_its_own_inside_the_packages(tmp_path: Path) -> None:
    (tmp_path / "policy.py").write_text("x = 1\n")
    keyed = code_cache.folder_of(tmp_path / "policy.py")
    assert keyed is not None and keyed.parent == folder()


HELPER = """from stuka_env.compiling.compilation import compiled

@compiled
def worth(number: int) -> int:
    return {worth} * number
"""
NUMBER = "WORTH = {number}\n"
POLICY = """
from helpers.number import WORTH
from helpers.worth import worth
from stuka_env.compiling.compilation import compiled

@compiled
def choose(number: int) -> int:
    return worth(number) + WORTH

print(choose(10))
"""


def run_policy(place: Path) -> str:
    """Import a policy that calls a rule of another folder, in a process of its own."""
    paths = os.pathsep.join(map(str, (place / "one", place / "two", ROOT)))
    environment = os.environ | {"PYTHONPATH": paths, code_cache.CACHE_VARIABLE: str(place / "cache")}
    code = [sys.executable, "-B", "-c", "import policy"]
    return subprocess.run(code, env=environment, capture_output=True, text=True, check=True).stdout


SHARING = """
import numpy as np
from numpy.typing import NDArray
from stuka_env.compiling.compilation import compiled, separate

@compiled
def add(numbers: NDArray[np.int64], number: int) -> int:
    if number < 0:
        raise ValueError("below 0")
    numbers[0] += number
    return int(numbers[0])

add_apart = separate(add)

@compiled
def twice(numbers: NDArray[np.int64], number: int) -> int:
    return add_apart(numbers, number) + add_apart(numbers, number)

@compiled
def outer(numbers: NDArray[np.int64], number: int) -> int:
    return twice(numbers, number)

numbers = np.zeros(1, np.int64)
print(twice(numbers, 2), outer(numbers, 3), numbers[0])
try:
    outer(numbers, -1)
except ValueError as error:
    print(error)
"""


def test_entry_points_call_the_machine_code_of_a_separate_function(tmp_path: Path) -> None:
    """Compiled, and loaded by a second process. A callee of an entry point calls it, too."""
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "policy.py").write_text(SHARING)
    assert [run_policy(tmp_path) for _ in range(2)] == ["6 17 10\nbelow 0\n"] * 2
    kept = sorted(file.name.split("-")[0] for file in (tmp_path / "cache").rglob("entry_points/**/policy*.nbc"))
    assert kept == ["policy.add", "policy.outer", "policy.twice"]


def test_a_rule_of_another_folder_is_never_stale(tmp_path: Path) -> None:
    """A called function or an imported constant was edited between two processes."""
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


def test_a_constant_that_is_read_from_a_file_is_never_stale(tmp_path: Path) -> None:
    """Numba freezes it, also where another file's function uses it; no source has changed."""
    for name in ("one", "two/helpers"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "one" / "policy.py").write_text(POLICY)
    (tmp_path / "two" / "helpers" / "__init__.py").touch()
    (tmp_path / "two" / "helpers" / "number.py").write_text("WORTH = 0\n")
    (tmp_path / "two" / "helpers" / "worth.py").write_text(READ)
    said = []
    for table in ([1, 0], [2, 0], [2, 5], [1, 0]):
        np.save(tmp_path / "two" / "helpers" / "table.npy", table)
        said.append(run_policy(tmp_path))
    assert said == ["10\n", "20\n", "25\n", "10\n"]


READ = """
import numpy as np
from pathlib import Path
from stuka_env.compiling.compilation import compiled

TABLE = np.load(Path(__file__).with_name("table.npy"))

@compiled
def worth(number: int) -> int:
    return TABLE[0] * number + TABLE[1]
"""


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


def test_a_cold_cache_is_announced_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(code_cache.CACHE_VARIABLE, str(tmp_path))
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)
    forget_folders()
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
        forget_folders()


def test_importing_compiles_nothing() -> None:
    """It imports the ids of the games and their registration, and reads no entry points."""
    code = (
        "import sys, stuka_env; from stuka_env import registration as r; print(r.import_games.cache_info().currsize)\n"
        "print(*sorted(m for m in sys.modules if m == 'numba' or m.startswith('stuka_env.')))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    games = ("games", "games.interceptor", "games.stuka", "games.support", "games.wing")
    light = (*games, "io", "io.game_packages", "io.quoting", "registration", "version")
    assert run.stdout.split() == ["0", *(f"stuka_env.{name}" for name in light)]


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
from stuka_env.compiling.compilation import compile_all
from doubling import double
print("ready", flush=True)
sys.stdin.readline()
compile_all([double])
print(double(21))
"""
DOUBLING = """
from stuka_env.compiling.compilation import compiled

@compiled
def double(number: int) -> int:
    return 2 * number
"""


@pytest.mark.slow
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
    assert len(list((tmp_path / "cache").rglob("doubling*.nbc"))) == 1, "compiled once"


def test_old_folders_are_forgotten(tmp_path: Path) -> None:
    for age in range(8):
        mark = tmp_path / str(age) / code_cache.COMPLETE
        mark.parent.mkdir()
        mark.touch()
        then = mark.stat().st_mtime - age * 1000
        os.utime(mark, (then, then))
    code_cache.forget_old_folders(tmp_path / "0")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["0", "1", "2", "3", "4"]


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


@pytest.mark.filterwarnings("ignore:.*parallel=True:numba.NumbaPerformanceWarning")
@pytest.mark.parametrize("option", ["parallel", "fastmath", "boundscheck"])
def test_options_of_numba_are_handed_on_to_entry_points_and_callees(option: str) -> None:
    def total(number: int) -> int:
        result = 0
        for value in range(number):
            result += value
        return result

    callee = compilation.compiled(**{option: True})(total)

    def above(number: int) -> int:
        return callee(number) + 1

    assert compilation.compiled(**{option: True})(above)(5) == callee(5) + 1 == 11


def test_a_failed_compilation_leaves_the_names_of_types_long() -> None:
    if numba.config.DISABLE_JIT:
        pytest.skip("without JIT nothing is compiled")

    @compilation.compiled
    def wrong(number: int) -> int:
        return number.no_such_attribute  # type: ignore[attr-defined]

    before = dict(vars(numba.types.Record)), dict(vars(numba.types.NamedTuple))
    for _ in range(2):
        with pytest.raises(numba.TypingError, match="no_such_attribute"):
            wrong(1)
    assert before == (dict(vars(numba.types.Record)), dict(vars(numba.types.NamedTuple)))


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
from stuka_env.compiling import code_cache
from stuka_env.compiling import compilation
from stuka_env.io.game_packages import DEFAULT_GAME
from stuka_env.compiling.philox import face, philox
folder = code_cache.cache_folder(code_cache.SHARED)
with compilation.helper([philox, face]):
    end = time.monotonic() + 120
    while len(list(folder.rglob("*.nbi"))) < 2 and time.monotonic() < end:
        time.sleep(0.1)
print(sorted({path.name.split("-")[0] + " " + path.relative_to(folder).parts[0] for path in folder.rglob("*.nbi")}))
"""
    environment = os.environ | {code_cache.CACHE_VARIABLE: str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.stdout == "['philox.face callees', 'philox.philox callees']\n", run.stderr


# --- damage ---

DAMAGED = """
import glob, os, pickle, random, sys
from pathlib import Path
from stuka_env.compiling import verified_cache
from stuka_env.compiling.compilation import compiled

class Foreign:
    def __reduce__(self):
        return os.mkdir, (MARK,)

def double(number: int) -> int:
    return 2 * number

def run(is_kept):
    entry = compiled(double)
    assert entry(21) == 42
    assert sum(entry.stats.cache_hits.values()) == is_kept, "loaded"

def damages(whole):
    rng = random.Random(5)
    yield b""
    for size in (1, 31, 32, 33, len(whole) // 2, len(whole) - 1):
        yield whole[:size]
    for place in sorted(rng.sample(range(len(whole)), FLIPS)) + [0, 32, len(whole) - 1]:
        yield whole[:place] + bytes([whole[place] ^ 1 << rng.randrange(8)]) + whole[place + 1 :]
    yield whole[verified_cache.DIGEST_SIZE :]  # as Numba writes it
    yield pickle.dumps(Foreign())
    yield b"\\0" * len(whole)
    yield whole + b"\\0"
    yield bytes(verified_cache.DIGEST_SIZE) + pickle.dumps(Foreign())

MARK, FLIPS = sys.argv[1], int(sys.argv[2])
run(False)
run(True)
cases = 0
for ending in ("nbi", "nbc"):
    (name,) = glob.glob(os.environ["STUKA_ENV_CACHE"] + "/**/*." + ending, recursive=True)
    whole = Path(name).read_bytes()
    for contents in damages(whole):
        Path(name).write_bytes(contents)
        run(False)
        assert not os.path.exists(MARK), "a foreign pickle was loaded"
        run(True)
        cases += 1
    os.remove(name)
    run(False)
    run(True)
print(cases)
"""


def run_program(program: Path, cache: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a program that compiles functions of its own file, with its cache in a folder."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), code_cache.CACHE_VARIABLE: str(cache)} | variables
    environment.pop("NUMBA_DISABLE_JIT", None)
    command = [sys.executable, "-B", str(program), *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)


def run_script(script: str, place: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Write a program to ``place`` and run it, with its cache there too."""
    program = place / "program.py"
    program.write_text(script)
    return run_program(program, place / "cache", *words, **variables)


FLIPS = 40


@pytest.mark.slow
def test_whatever_is_damaged_is_compiled_again_and_mended(tmp_path: Path) -> None:
    """Cut off, empty, another bit, a foreign pickle, no digest: nothing of it is unpickled or run."""
    run = run_script(DAMAGED, tmp_path, str(tmp_path / "mark"), str(FLIPS))
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) == 2 * (FLIPS + 15)
    assert run.stderr.count("\n") == 1 and "compiled code is damaged, compiling it again" in run.stderr


IN_THE_WAY = """
import sys
from stuka_env.compiling.compilation import compiled

@compiled
def double(number: int) -> int:
    return 2 * number

print(double(21), sum(double.stats.cache_hits.values()))
"""


@pytest.fixture(scope="module")
def compiled_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program that has been run once; its compiled code is in the folder ``cache`` beside it."""
    place = tmp_path_factory.mktemp("compiled")
    assert run_script(IN_THE_WAY, place).stdout == "42 0\n"
    return place / "program.py"


@pytest.fixture
def cache(compiled_program: Path, tmp_path: Path) -> Path:
    """A copy of the program's compiled code."""
    return Path(shutil.copytree(compiled_program.parent / "cache", tmp_path / "cache"))


@pytest.mark.parametrize(("kind", "ending"), [("folder", "nbi"), slow("pipe", "nbc"), slow("gigabytes", "nbc")])
def test_something_else_in_the_place_of_a_file(compiled_program: Path, cache: Path, kind: str, ending: str) -> None:
    (path,) = cache.rglob(f"*.{ending}")
    path.unlink()
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        with path.open("wb") as file:
            file.truncate(1 << 40)
    run = run_program(compiled_program, cache)
    assert (run.returncode, run.stdout) == (0, "42 0\n"), run.stderr
    said = run.stderr.splitlines()
    assert "compiled code is damaged" in said[0]
    if kind == "folder":
        assert len(said) == 2 and "compiled code cannot be kept" in said[1]
    else:
        assert len(said) == 1 and run_program(compiled_program, cache).stdout == "42 1\n"


@pytest.mark.slow
def test_processes_that_find_the_same_damage_at_once(compiled_program: Path, cache: Path) -> None:
    for path in cache.rglob("*.nb?"):
        path.write_bytes(path.read_bytes()[:-1])
    with ThreadPoolExecutor(4) as pool:
        runs = list(pool.map(lambda _: run_program(compiled_program, cache), range(4)))
    assert [run.returncode for run in runs] == [0] * 4 and {run.stdout[:2] for run in runs} == {"42"}
    run = run_program(compiled_program, cache)
    assert (run.stdout, run.stderr) == ("42 1\n", "")


MANY = """
from stuka_env.compiling.compilation import compiled, compile_all

def make(factor):
    @compiled
    def times(number: int) -> int:
        return factor * number
    times.py_func.__qualname__ = f"times_{factor}"
    return times

functions = [make(factor) for factor in range(30)]
compile_all(functions)
print(sum(function(2) for function in functions), sum(sum(each.stats.cache_hits.values()) for each in functions))
"""


@pytest.mark.slow
def test_a_process_that_is_killed_while_it_compiles_leaves_nothing_that_is_not_whole(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(MANY)
    environment = os.environ | {"PYTHONPATH": str(ROOT), code_cache.CACHE_VARIABLE: str(tmp_path / "cache")}
    environment.pop("NUMBA_DISABLE_JIT", None)
    for target in (1, 9, 25):
        command = [sys.executable, "-B", str(tmp_path / "program.py")]
        process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 120
        while process.poll() is None and time.monotonic() < end:
            if len(list((tmp_path / "cache").rglob("*.nb?"))) >= target:
                break
            time.sleep(0.005)
        process.kill()
        process.wait()
    run = run_script(MANY, tmp_path)
    total, loaded = run.stdout.split()
    assert (int(total), run.returncode) == (2 * sum(range(30)), 0) and 0 < int(loaded) < 30
    assert "damaged" not in run.stderr and run_script(MANY, tmp_path).stdout == f"{total} 30\n"


RULES = """
import gymnasium, stuka_env
env = gymnasium.make("Stuka/Mission-v0")
_, info = env.reset(seed=1)
for _ in range(20):
    *_, over, _, info = env.step(int(info["action_mask"].argmax()))
    if over:
        env.reset()
print(env.unwrapped.mat.tobytes().hex())
"""


@pytest.mark.slow
def test_a_damaged_kernel_of_the_rules_is_compiled_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    environment = {code_cache.CACHE_VARIABLE: str(tmp_path / "rules")}
    exec(RULES, {})
    before = capsys.readouterr().out
    shutil.copytree(folder(), tmp_path.joinpath("rules", *folder().parts[-3:]))
    (path,) = (tmp_path / "rules").rglob("kernels.write_outputs_slice-*.nbc")
    contents = bytearray(path.read_bytes())
    contents[len(contents) // 3] ^= 4
    path.write_bytes(contents)
    run = run_script(RULES, tmp_path, **environment)
    assert (run.returncode, run.stdout) == (0, before)
    assert run.stderr.count("\n") == 1 and "compiled code is damaged" in run.stderr
    run = run_script(RULES, tmp_path, **environment)
    assert (run.returncode, run.stdout, run.stderr) == (0, before, "")


# --- another place ---

PLACES = """
import stuka_env, sys
from stuka_env.compiling.compilation import compile_all
from stuka_env.compiling.philox import face
from mine.policy import choose
compile_all([face])
print(choose(5), face(7, 6), *(sum(each.stats.cache_hits.values()) for each in (choose, face)))
"""
MINE = {
    "__init__.py": "",
    "odds.py": HELPER.format(worth=3),
    "policy.py": """
from stuka_env.compiling.compilation import compiled
from .odds import worth

@compiled
def choose(number: int) -> int:
    return worth(number)
""",
}


def test_a_copy_of_the_same_sources_finds_the_same_code(tmp_path: Path) -> None:
    """The package and the code of a user alike; another name of the user's package is nothing new either."""
    said = []
    for name in ("here", "elsewhere/deeper"):
        place = tmp_path / name
        shutil.copytree(ROOT / "stuka_env", place / "stuka_env", ignore=shutil.ignore_patterns("__pycache__"))
        (place / "mine").mkdir()
        for file, text in MINE.items():
            (place / "mine" / file).write_text(text)
        environment = os.environ | {"PYTHONPATH": str(place), code_cache.CACHE_VARIABLE: str(tmp_path / "cache")}
        environment.pop("NUMBA_DISABLE_JIT", None)
        command = [sys.executable, "-B", "-c", PLACES]
        run = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=True)
        said.append(run.stdout.split())
    assert said[0][:2] == said[1][:2] == ["15", said[0][1]]
    assert [each[2:] for each in said] == [["0", "0"], ["1", "1"]]


def test_files_of_the_same_name_in_two_folders_have_two_keys(tmp_path: Path) -> None:
    """Their contents are swapped between two folders."""
    keys: list[Path | None] = []
    for first, second in (("a = 1", "a = 2"), ("a = 2", "a = 1")):
        place = tmp_path / f"place{len(keys)}"
        for name, text in (("one/__init__.py", first), ("two/__init__.py", second)):
            (place / name).parent.mkdir(parents=True)
            (place / name).write_text(text)
        (place / "policy.py").write_text("from . import one, two\n")
        keys.append(code_cache.folder_of(place / "policy.py"))
    assert len(set(keys)) == 2


# --- a folder that cannot be written ---

LOCKED_IN = """
import ctypes, os, sys
from stuka_env.compiling.compilation import compile_all, compiled

@compiled
def double(number: int) -> int:
    return 2 * number

if len(sys.argv) > 1 and os.geteuid() == 0:  # take from root the right to write what the permissions forbid
    libc, header, sets = ctypes.CDLL(None), (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    assert libc.capget(header, sets) == 0
    sets[0] &= ~2
    assert libc.capset(header, sets) == 0
compile_all([double])
print(double(21), sum(double.stats.cache_hits.values()))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="takes a privilege of Linux from the process")
def test_a_read_only_folder_is_used_if_it_is_complete(tmp_path: Path) -> None:
    """Such as one in the image of a container."""
    assert run_script(LOCKED_IN, tmp_path).stdout == "42 0\n"
    cache = tmp_path / "cache"
    folders = [cache, *(path for path in cache.rglob("*") if path.is_dir())]
    for place in folders:
        place.chmod(0o555)
    before = set(cache.rglob("*"))
    program = tmp_path / "program.py"
    try:
        whole = run_program(program, cache, "read-only")
        program.write_text(LOCKED_IN + "# other code of the user\n")
        other = run_program(program, cache, "read-only")
        (mark,) = cache.glob(f"stuka_env/{DEFAULT_GAME}/*/{code_cache.COMPLETE}")
        mark.parent.chmod(0o755)
        mark.unlink()
        mark.parent.chmod(0o555)
        incomplete = run_program(program, cache, "read-only")
    finally:
        for place in folders:
            place.chmod(0o755)
    assert (whole.returncode, whole.stdout, whole.stderr) == (0, "42 1\n", "")
    assert (other.returncode, other.stdout, other.stderr.count("\n")) == (0, "42 0\n", 1)
    assert "compiled code cannot be kept" in other.stderr
    assert (incomplete.returncode, incomplete.stdout, incomplete.stderr.count("\n")) == (0, "42 0\n", 1)
    assert "cannot be written (Permission denied): every process compiles" in incomplete.stderr
    assert set(cache.rglob("*")) == before - {mark}


NO_HOME = """
import os, pathlib, pwd, sys
def no_entry(number): raise KeyError(number)
pwd.getpwuid = no_entry
os.environ.pop("HOME", None), os.environ.pop("XDG_CACHE_HOME", None), os.environ.pop("STUKA_ENV_CACHE", None)
if len(sys.argv) > 1:
    os.environ["STUKA_ENV_CACHE"] = sys.argv[1]
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no passwd entries")
@pytest.mark.parametrize("named", [(), ("~/cache",)])
def test_a_user_without_a_home_folder_is_told_what_to_do(tmp_path: Path, named: tuple[str, ...]) -> None:
    run = run_script(NO_HOME + IN_THE_WAY, tmp_path, *named)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (0, "42 0\n", 1), run.stderr
    assert "no home folder" in run.stderr and f"{code_cache.CACHE_VARIABLE} names a folder" in run.stderr


UNWRITABLE = """
import multiprocessing, os, sys
from stuka_env.compiling.compilation import compile_all, compiled

@compiled
def double(number: int) -> int:
    return 2 * number

def work(number):
    return double(number)

if __name__ == "__main__":
    compile_all([double])
    assert double(21) == 42
    if len(sys.argv) > 1:
        with multiprocessing.get_context(sys.argv[1]).Pool(1) as pool:
            assert pool.map(work, [21]) == [42]
"""


@pytest.mark.slow
@pytest.mark.parametrize(("method", "processes"), [(None, 1), ("fork", 1), ("spawn", 2)])
def test_an_unwritable_cache_is_said_once_a_process_and_leaves_nothing(
    tmp_path: Path, method: str | None, processes: int
) -> None:
    """A forked process has what its parent compiled; a spawned one compiles for itself."""
    (tmp_path / "file").touch()
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    names = {code_cache.CACHE_VARIABLE: str(tmp_path / "file"), "TMPDIR": str(temporary)}
    run = run_script(UNWRITABLE, tmp_path, *filter(None, [method]), **names)
    assert run.returncode == 0, run.stderr
    said = [line for line in run.stderr.splitlines() if line.startswith("stuka_env: ")]
    assert len(said) == processes and set(said) == {said[0]} and run.stderr.count("\n") == processes
    assert f"{tmp_path / 'file'}" in said[0] and code_cache.CACHE_VARIABLE in said[0]
    assert list(temporary.iterdir()) == [] and not list(tmp_path.rglob("*.nb?"))


@pytest.mark.slow
def test_a_part_that_cannot_be_written_is_not_replaced_by_a_folder_beside_the_source(
    compiled_program: Path, cache: Path
) -> None:
    (part,) = cache.rglob(compilation.ENTRY_POINTS)
    shutil.rmtree(part)
    part.touch()
    run = run_program(compiled_program, cache)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (0, "42 0\n", 1)
    assert not [*compiled_program.parent.rglob("__pycache__"), *cache.rglob("__pycache__")]


FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))" + IN_THE_WAY


@pytest.mark.slow
def test_a_full_disk_keeps_nothing_and_stops_nothing(tmp_path: Path) -> None:
    run = run_script(FULL, tmp_path)
    assert (run.returncode, run.stdout) == (0, "42 0\n"), run.stderr
    assert run.stderr.count("\n") == 1 and "compiled code cannot be kept" in run.stderr
    assert [run_script(IN_THE_WAY, tmp_path).stdout for _ in range(2)] == ["42 0\n", "42 1\n"]


CELL = """
from stuka_env.compiling.compilation import compiled

@compiled
def double(number: int) -> int:
    return 2 * number

@compiled
def quadruple(number: int) -> int:
    return double(double(number))

print(quadruple(21))
"""


@pytest.mark.parametrize("folder", [ROOT, ROOT / "stuka_env" / "games" / "stuka" / "rules"])
def test_functions_of_a_pipe_are_compiled_without_a_cache(folder: Path, tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT), code_cache.CACHE_VARIABLE: str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-"], input=CELL, capture_output=True, text=True, cwd=folder, env=environment
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "84\n", "")
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.parametrize("name", ["<ipython-input-1-c0ffee>", "/nowhere/ipykernel_1/2.py", "<string>"])
def test_functions_of_a_cell_can_change(name: str) -> None:
    cell: dict[str, Any] = {"__name__": "__main__"}
    for text, expected in ((CELL, 84), (CELL.replace("2 * number", "3 * number"), 189)):
        exec(compile(text, name, "exec"), cell)
        assert cell["quadruple"](21) == expected


PLACE = "from stuka_env.compiling.code_cache import cache_folder; print(cache_folder())"
FIRST_STEP = """
import gymnasium, stuka_env
env = gymnasium.make("Dogfight/Fight-v0")
_, info = env.reset(seed=1)
env.step(int(info["action_mask"].argmax()))
"""


def said_by(code: str, cache: Path, *options: str, **variables: str) -> tuple[str, str]:
    """Return the output and the messages of a program that Python runs with options."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), code_cache.CACHE_VARIABLE: str(cache)} | variables
    words = [sys.executable, *options, "-c", code]
    done = subprocess.run(words, capture_output=True, text=True, env=environment, check=True)
    return done.stdout, done.stderr


def test_the_code_of_python_with_the_option_o_has_a_folder_of_its_own(tmp_path: Path) -> None:
    """Numba looks code up by the bytecode, in which asserts and docstrings are missing then."""
    places = [said_by(PLACE, tmp_path, *options) for options in ([], ["-O"], ["-OO"], ["-OO"])]
    assert len(set(places)) == 3 and places[2] == places[3]


def test_code_with_checks_of_its_indices_has_a_folder_of_its_own(tmp_path: Path) -> None:
    places = [said_by(PLACE, tmp_path, NUMBA_BOUNDSCHECK=value) for value in ("0", "1", "1")]
    assert len(set(places)) == 2 and places[1] == places[2]


@pytest.mark.parametrize("option", [slow("-O"), study("-OO")])
def test_python_with_the_option_o_says_that_it_compiles_and_then_finds_its_code(option: str, tmp_path: Path) -> None:
    said_by(FIRST_STEP, tmp_path)
    assert "compiling the rules" in said_by(FIRST_STEP, tmp_path, option)[1]
    assert said_by(FIRST_STEP, tmp_path, option) == ("", "")
