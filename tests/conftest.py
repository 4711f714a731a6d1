"""Fixtures and options of all tests."""

import functools
import gc
import importlib
import importlib.metadata
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from stuka_env.replay import Flight, Moment, Replay

# The bytecode of tests and package is kept, here and in processes that tests start: without it the collection takes
# three times as long.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Nobody installs a distribution into the process of the tests, and policies look for entry points a thousand times.
importlib.metadata.entry_points = functools.cache(importlib.metadata.entry_points)  # type: ignore[assignment]

# A process of tests keeps millions of objects. Python's own thresholds make it look through them far too often.
gc.set_threshold(20_000, 20, 20)
gc.disable()  # until the tests are collected

pytest.register_assert_rewrite("tests.support")  # an assertion that fails there says as much as one in a test
from tests.support.crashes import pytest_runtestloop, pytest_terminal_summary  # noqa: E402, F401  after that line

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # windows of render_mode="human" open nowhere
# pytest-xdist starts a process for each core. Further threads of PyTorch would only wait for each other.
os.environ.setdefault("OMP_NUM_THREADS", "1")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): rows of docs/rules.md and docs/rulings.md that the test shows")
    # In the background a shell lets its children ignore Ctrl-C, and they theirs; the tests of Ctrl-C send it to theirs.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    compile_alone()


def compile_alone() -> None:
    """Start no second compiling process where the tests already occupy every core: it costs five seconds a game."""
    from stuka_env.io.cores import usable_cores

    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers > 1 and workers >= usable_cores():
        from stuka_env.compiling import compilation

        compilation.CORES = sys.maxsize


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the cases of a game."""
    if file_path.suffix != ".toml" or file_path.parent.name != "cases":
        return None
    from tests.support.cases import CaseFile

    return CaseFile.from_parent(parent, path=file_path)


def pytest_collection(session: pytest.Session) -> None:
    """Let every second process import the last tests first.

    Two processes that collect the tests of a fresh checkout so compile half of them each, in place of all.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    if int(worker[2:]) % 2 and session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        here = Path(__file__).parent
        unregistered = {path.parent for path in here.glob("games/*/conftest.py")}  # an import would register them
        for path in sorted(here.rglob("test_*.py"), reverse=True):
            if not unregistered.isdisjoint(path.parents):
                continue
            with suppress(Exception, pytest.skip.Exception):  # the collection itself reports it
                importlib.import_module(".".join(path.relative_to(session.config.rootpath).with_suffix("").parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests of minutes: one of them at the end would leave every other core idle."""
    items.sort(key=lambda item: item.get_closest_marker("minutes") is None)


def pytest_collection_finish() -> None:
    """Leave modules and tests out of every later collection of garbage: they stay until the end."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def short_operation() -> "Replay":
    """A short operation played at random, to its end."""
    from tests.support.replays import recorded

    return recorded("Stuka/Operation-v0", duration="short")


@pytest.fixture(scope="session")
def regular_operation() -> "Replay":
    """A Regular Barbarossa of old_hand, to its end."""
    from tests.support.flown import flown_by

    return flown_by("old_hand")


@pytest.fixture(scope="session")
def short_campaign() -> "Replay":
    """A campaign of the third game in 1942 played at random, to its end."""
    from tests.support.replays import recorded

    return recorded("Wing/Campaign-v0", campaign="short_1942")


@pytest.fixture(scope="session")
def campaign_flight(short_campaign: "Replay") -> "Flight":
    """It, flown."""
    from stuka_env.replay import fly

    return fly(short_campaign)


@pytest.fixture(scope="session")
def short_flight(short_operation: "Replay") -> "Flight":
    """It, flown."""
    from stuka_env.replay import fly

    return fly(short_operation)


@pytest.fixture(scope="session")
def short_moments(short_flight: "Flight") -> "list[Moment]":
    """Its decisions."""
    return list(short_flight.moments)
