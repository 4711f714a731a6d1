"""A base install: what it says of what it has not, and that help and Gymnasium's check need nothing more."""

import json
import os
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

import stuka_env
from tests.support.places import ROOT

EXTRAS = (
    "aiohttp", "inspect_ai", "jinja2", "matplotlib", "mcp", "playwright", "PIL", "pydantic", "pygame", "ray",
    "sb3_contrib", "stable_baselines3", "tensorboard", "torch", "tqdm", "yaml", "imageio_ffmpeg",
)  # fmt: skip
BASE = f"""
import sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {EXTRAS!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Nothing())
"""
"""Begins a program in which no extra can be imported."""
CHECK = """
import warnings
warnings.simplefilter("error")
import gymnasium, stuka_env
from gymnasium.error import DependencyNotInstalled
from gymnasium.utils.env_checker import check_env
env = gymnasium.make("Stuka/Mission-v0").unwrapped
check_env(env)
print(env.metadata["render_modes"], type(env).metadata["render_modes"])
for mode in ("rgb_array", "human"):
    env = gymnasium.make("Stuka/Mission-v0", render_mode=mode)
    print(env.metadata["render_modes"])
    try:
        env.reset(seed=1)
        if mode == "rgb_array":
            env.step(0)
        print("reset")
        env.render()
    except DependencyNotInstalled as error:
        print(error)
"""


def run(code: str, cwd: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    """Run a program where there is nothing but the base install."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, "-c", BASE + code], cwd=cwd, env=environment, capture_output=True, text=True)


def test_a_picture_says_what_it_lacks_when_it_is_drawn_and_gymnasiums_check_passes() -> None:
    """A program that asks for pictures and draws none, such as Stable-Baselines3, needs no library for them."""
    done = run(CHECK)
    assert done.returncode == 0, done.stderr
    lacks = (
        f"pictures of the mat: pygame is not installed in {sys.executable}, the extra 'render' of stuka-env brings it"
    )
    assert done.stdout.splitlines() == [
        "['ansi'] ['ansi', 'human', 'rgb_array']",
        "['ansi', 'rgb_array']",
        "reset",
        lacks,
        "['ansi', 'human']",
        lacks,  # a window shows a reset at once
    ]


WITHOUT_AGENTS = """
sys.modules["agents"] = None  # importing it, or anything in it, is now an ImportError
import numpy as np, stuka_env, stuka_env.policy
stuka_env.policy.entry_points = lambda group: []  # as where no other distribution is installed
from stuka_env.games.stuka.codes import Act

class Flyer:
    name = "flyer"
    def act(self, inputs, actions):
        wanted = inputs.masks.astype(float)
        wanted[:, [Act.NO_FLY, Act.ABORT]] *= 0.5
        actions[:] = wanted.argmax(axis=1)

print(stuka_env.fly(Flyer(), "Stuka/Segment-v0", 30).scores.astype(int).tolist())
try: stuka_env.fly("doctrine", "Stuka/Segment-v0", 1)
except ValueError as error: print(error)
try: stuka_env.fly(lambda mat: 0, "Stuka/Segment-v0", 1)
except ValueError as error: print(error)
"""


def test_a_policy_flies_from_the_wheel_alone() -> None:
    """No extra and no laboratory."""
    done = run(WITHOUT_AGENTS)
    assert done.returncode == 0, done.stderr
    scores, *refusals = done.stdout.splitlines()
    assert len(json.loads(scores)) == 30 and np.mean(json.loads(scores)) > 20
    assert refusals[0].startswith("policy 'doctrine': unknown, allowed is module:Name; a clone of the repository adds")
    assert "policy" in refusals[1] and len(refusals) == 2


def test_one_line_says_the_versions_that_a_report_of_a_defect_asks_for() -> None:
    done = run("from stuka_env.cli import main\nmain(['--version'])")
    assert done.returncode == 0 and done.stdout.count("\n") == 1, done.stderr
    assert done.stdout.startswith(f"stuka_env {stuka_env.__version__}, Python {sys.version.split()[0]}, ")
    assert all(f"{name} {version(name)}, " in done.stdout for name in ("gymnasium", "numba", "numpy"))


HELP = """
from agents import commands
for name in ("train", "evaluate", "rllib", "improve", "score_head"):
    try:
        sys.exit(getattr(commands, name)(["--help"]))
    except SystemExit as end:
        print("status", name, end.code)
"""


def test_help_needs_no_extra() -> None:
    """One process asks for the help of all commands: the extras are missing for each."""
    done = run(HELP)
    shown = done.stdout.splitlines()
    ends = [f"status {name} 0" for name in ("train", "evaluate", "rllib", "improve", "score_head")]
    assert done.returncode == 0 and [line for line in shown if line.startswith("status")] == ends, done.stderr
    begins = [0, *(shown.index(end) + 1 for end in ends[:-1])]
    assert all(shown[place].startswith("usage: ") for place in begins), done.stdout


def test_reviews_help_needs_no_extra() -> None:
    code = "import argparse; from agents.commands import REVIEW; words = argparse.ArgumentParser()\n"
    done = run(code + "REVIEW.add_arguments(words); words.parse_args(['--help'])")
    assert done.returncode == 0 and "--seconds" in done.stdout, done.stderr


LACKS = (
    (
        "from agents.commands import train; train([])",
        "train.py: yaml is not installed in {}, the extra 'train'",
    ),
    (
        "from stuka_env.cli import main; sys.exit(main(['mcp']))",
        "stuka mcp: pydantic is not installed in {}, the extra 'mcp' of stuka-env brings it",
    ),
    ("from agents.commands import rllib; rllib([])", "agents.rllib: ray is not installed in {}, the extra 'ray'"),
    ("from agents.commands import evaluate; evaluate([])", "evaluate.py: tqdm is not installed in {}, the extra"),
    (
        "from agents.registry import make_policy\n"
        "try: make_policy('distilled-mission')\nexcept ValueError as error: print(error, file=sys.stderr)",
        "policy 'distilled-mission': pydantic is not installed in {}, the extra 'train' of stuka-agents brings it",
    ),
)
"""Programs that need an extra, and the beginnings of what they say."""


def test_a_missing_extra_is_named_with_the_interpreter(tmp_path: Path) -> None:
    """One process runs all programs one after another: the extras are missing for each."""
    programs = [program for program, _ in LACKS]
    done = run(
        f"for program in {programs!r}:\n    try: exec(program)\n    except SystemExit as end: print(end.code)", tmp_path
    )
    lines = done.stderr.splitlines()
    assert done.returncode == 0 and len(lines) == len(LACKS), done.stderr
    for line, (_, said) in zip(lines, LACKS, strict=True):
        assert line.startswith(said.format(sys.executable)) and "pip install" not in line


@pytest.mark.parametrize(
    ("module", "library"),
    [
        ("envs.sb3", "stable_baselines3"),
        ("envs.sb3_evaluation", "stable_baselines3"),
        ("extractor", "torch"),
    ],
)
def test_a_module_for_a_library_names_its_extra(module: str, library: str) -> None:
    done = run(f"import stuka_env.{module}")
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"ModuleNotFoundError: {library} is not installed in {sys.executable}, the extra 'sb3'"), (
        last
    )


def test_the_tasks_of_inspect_name_their_extra() -> None:
    last = run("import stuka_env.text.inspect_task").stderr.splitlines()[-1]
    wanted = f"ModuleNotFoundError: inspect_ai is not installed in {sys.executable}, the extra 'inspect' of stuka-env"
    assert last.startswith(wanted), last


def test_nothing_that_is_said_names_an_index_or_an_editable_install() -> None:
    files = [*(ROOT / "stuka_env").rglob("*.py"), *(ROOT / "agents").rglob("*.py")]
    assert [str(file) for file in files if "pip install" in file.read_text(encoding="utf-8")] == []


def test_a_wheel_that_is_not_unpacked_is_refused_in_one_line(tmp_path: Path) -> None:
    wheel = tmp_path / "stuka_env-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        for file in sorted((ROOT / "stuka_env").glob("*.py")):
            packed.write(file, file.relative_to(ROOT))
    for module in ("stuka_env", "stuka_env.compiling.compilation"):
        words = [sys.executable, "-c", f"import {module}"]
        environment = os.environ | {"PYTHONPATH": str(wheel)}
        done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True)
        line = f"ImportError: stuka_env: {wheel} is a zip file; install it with pip, or unpack it"
        assert done.returncode == 1 and done.stderr.splitlines()[-1] == line
