"""Games of one module outside the package: the example with a deck and a chart, and what ``stuka new-game`` writes."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from stuka_env.building.new_game import write_game
from tests.support.places import ROOT
from tests.support.slow import slow

RECON = ROOT / "examples/recon"


def run(home: Path, folder: Path, *words: str, plain: bool) -> "subprocess.CompletedProcess[str]":
    """Run Python with the game of a folder, which is not installed."""
    project = tomllib.loads((home / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-1.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1\n")
    groups = [f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in entries.items())
              for group, entries in project["entry-points"].items()]  # fmt: skip
    (info / "entry_points.txt").write_text("\n".join(groups))
    places = {"PYTHONPATH": os.pathsep.join(map(str, (folder, home, ROOT))), "STUKA_ENV_CACHE": str(folder / "cache")}
    own = os.environ | places | {"NUMBA_DISABLE_JIT": str(int(plain))}
    return subprocess.run([sys.executable, *words], env=own, capture_output=True, text=True, timeout=500)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["recon", "climb"])
def test_every_door_of_a_game_of_one_module_works(name: str, tmp_path: Path) -> None:
    home = RECON if name == "recon" else write_game(name, tmp_path)[0].parent
    done = run(home, tmp_path, "-m", "stuka_env", "check-game", name, plain=False)
    lines = done.stdout.splitlines()
    assert [line for line in lines if not line.startswith("works")] == [] and len(lines) >= 11, done.stderr
    assert done.returncode == 0


@pytest.mark.slow
def test_a_mistake_in_the_rules_shows_its_line(tmp_path: Path) -> None:
    module, _ = write_game("climb", tmp_path)
    module.write_text(module.read_text().replace("mat.score.points += 1", "mat.score.pints += 1"))
    done = run(module.parent, tmp_path, "-m", "stuka_env", "check-game", "climb", plain=False)
    (line,) = done.stdout.splitlines()
    assert done.returncode == 1 and line.startswith("fails  rules as plain Python: ") and "climb.py" in line


OUTCOMES = """
import gymnasium, stuka_env
env = gymnasium.make("Recon/Sortie-v0", disable_env_checker=True).unwrapped
planned = {"SKY": [1, 6, 10], "FLAK": [6], "PHOTO": [[6, 6]]}
env.reset(seed=1, options={"dice": planned, "strict_dice": True})
env.step(2)
found = env.outcomes(1)
skies = {int(mat["sortie"]["sky"]): 0.0 for mat in found.mats}
for probability, mat in zip(found.probabilities, found.mats):
    skies[int(mat["sortie"]["sky"])] += float(probability)
print(sorted((sky, round(11 * share)) for sky, share in skies.items()))
try:
    env.reset(seed=1, options={"dice": planned | {"SKY": [5, 5]}, "strict_dice": True})
    env.step(2)
except Exception as error:
    print(error)
"""


@pytest.mark.parametrize("plain", [True, slow(False)])
def test_a_drawn_card_is_gone_and_the_others_are_equally_likely(plain: bool, tmp_path: Path) -> None:
    """A clear and a cloudy sky are drawn: of eleven cards, four are clear; a card of those that are gone is refused."""
    done = run(RECON, tmp_path, "-c", OUTCOMES, plain=plain)
    assert done.returncode == 0, done.stderr
    shares, refusal = done.stdout.splitlines()
    assert shares == "[(0, 4), (1, 3), (2, 3)]"
    assert refusal == "dice: SKY plans a card that is not in the deck now"


def test_the_example_has_at_most_200_lines() -> None:
    assert len((RECON / "recon.py").read_text(encoding="utf-8").splitlines()) <= 200


@pytest.mark.parametrize(("name", "allowed"), [("Climb", "small letters"), ("stuka", "no installed game"), ("9", "")])
def test_other_names_are_refused(name: str, allowed: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"NAME: got '{name}', allowed is .*{allowed}"):
        write_game(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_game_is_not_written_over(tmp_path: Path) -> None:
    module, _ = write_game("climb", tmp_path)
    module.write_text("mine")
    with pytest.raises(ValueError, match="a name of which no folder exists"):
        write_game("climb", tmp_path)
    assert module.read_text() == "mine"
