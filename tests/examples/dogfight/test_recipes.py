"""The recipes of ``docs/add_a_game.md`` on a copy of the dogfight, and the code that the page shows of it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.each import each
from tests.support.places import ROOT

PACKAGE = ROOT / "examples" / "dogfight"
PAGE = (ROOT / "docs" / "add_a_game.md").read_text(encoding="utf-8")
FIELD, EVENT, DECISION = re.findall(r"```diff\n(.*?)```", PAGE, re.DOTALL)
SHOWN = re.findall(r"```(?:python|toml)\n# ([\w.]+)\n(.*?)```", PAGE, re.DOTALL)
PROGRAM = """
import gymnasium, dogfight
import numpy as np
from stuka_env.views.show import text_of

rng, met, texts = np.random.default_rng(0), set(), []
for seed in range(40):
    env = gymnasium.make("Dogfight/Fight-v0", own="FB Stuka", enemy="FB Stuka", journal=True).unwrapped
    _, info = env.reset(seed=seed)
    over = False
    while not over:
        met.add(env.decision)
        texts.append(text_of(env.game, env.mat))
        _, _, over, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
    texts += [str(entry) for entry in env.journal]
print("decisions", *sorted(met))
print("veteran" in "".join(texts), "is driven off course" in "".join(texts))
print("planes_veteran" in env.game.envs.layout(None).parts)
"""


def applied(diff: str, folder: Path) -> set[str]:
    """Apply a change to the files of a folder, and return their names; ``@@`` stands between places of a file."""
    names, place = set(), Path()
    for part in re.split(r"^(?=--- |@@)", diff, flags=re.MULTILINE):
        if part.startswith("--- "):
            name = part.split()[1].removeprefix("a/")
            names.add(name)
            place = folder / name
        elif part.startswith("@@"):
            lines = part.splitlines(keepends=True)[1:]
            before = "".join(line[1:] for line in lines if line[0] != "+")
            after = "".join(line[1:] for line in lines if line[0] != "-")
            text = place.read_text(encoding="utf-8")
            assert text.count(before) == 1, f"{place.name} has not once:\n{before}"
            place.write_text(text.replace(before, after), encoding="utf-8")
    return names


@pytest.mark.parametrize(
    ("diff", "most", "expected"),
    [
        (FIELD, 1 + 1, "AGAIN RECALL TARGET|True False|True"),
        (EVENT, 3, "AGAIN RECALL TARGET|False True|False"),
        (DECISION, 4, "AGAIN DIVE RECALL TARGET|False False|False"),
    ],
    ids=["field", "event", "decision"],
)
def test_a_recipe_works_on_a_copy(diff: str, most: int, expected: str, tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path, dirs_exist_ok=True)
    assert len(applied(diff, tmp_path)) <= most
    own = {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=os.environ | own, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "|".join(done.stdout.splitlines()).removeprefix("decisions ") == expected


@each("name, code", SHOWN)
def test_the_page_shows_the_code_of_the_files(name: str, code: str) -> None:
    folder = PACKAGE if name == "pyproject.toml" else PACKAGE / "dogfight"
    assert code in (folder / name).read_text(encoding="utf-8")


def test_the_page_has_code_of_every_file() -> None:
    names = {file.name for file in PACKAGE.glob("dogfight/*.py")} | {"pyproject.toml"}
    assert {name for name, _ in SHOWN} == names
