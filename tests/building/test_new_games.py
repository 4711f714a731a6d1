"""Games of one module outside the package: the example with a deck and a chart, and what ``stuka new-game`` writes."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from stuka_env.building.new_game import write_game
from tests.support.places import ROOT
from tests.support.slow import slow

RECON = ROOT / "examples/recon"
SMALL_DECK = {
    "LEGS = 6": "LEGS = 8",
    "(5, 4, 3)": "(3, 2, 1)",
    'printed="", text="The sky': 'printed="", is_reshuffled=True, text="The sky',
}
"""Changes that make an example with a deck of six cards, which is shuffled anew when it is empty."""


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


@pytest.mark.parametrize(("old", "new", "words"), [
    ("def next_step", "def next_stp", "rules: got no next_step, allowed are lay_out, next_step, decide"),
    ("over", "ended", "records: got 0 blocks of Mat with a field over, allowed is one, the score"),
    ('{"level"', '{"stage"', "arguments: got ['stage'], allowed is a default of each field of Plan: level"),
])  # fmt: skip
def test_what_a_game_lacks_is_named(old: str, new: str, words: str, tmp_path: Path) -> None:
    module, _ = write_game("climb", tmp_path)
    module.write_text(module.read_text().replace(old, new))
    done = run(module.parent, tmp_path, "-m", "stuka_env.building.check_game", "climb", plain=True)
    assert done.returncode == 1 and words in done.stderr.splitlines()[-1]


@pytest.mark.slow
def test_the_check_shows_the_line_of_a_game_that_cannot_be_imported(tmp_path: Path) -> None:
    module, _ = write_game("climb", tmp_path)
    module.write_text(module.read_text().replace('"press on", Decision.TURN', '"press on", Decision.TURM'))
    done = run(module.parent, tmp_path, "-m", "stuka_env", "check-game", "climb", plain=False)
    (line,) = done.stdout.splitlines()
    assert line.startswith("fails  rules as plain Python: ValueError: game: climb cannot be imported (AttributeError: ")
    assert 'climb.py", line 32' in line


@pytest.mark.parametrize("plain", [True, slow(False)])
@pytest.mark.parametrize("deck", ["full", "small"])
def test_outcomes_table_replays_and_pages_know_a_deck(deck: str, plain: bool, tmp_path: Path) -> None:
    """The small deck of a changed example is shuffled anew when it is empty."""
    home, source = RECON, (RECON / "recon.py").read_text(encoding="utf-8")
    if deck == "small":
        home = tmp_path / deck
        shutil.copytree(RECON, home)
        for old, new in SMALL_DECK.items():
            assert old in source
            source = source.replace(old, new)
        (home / "recon.py").write_text(source, encoding="utf-8")
    done = run(home, tmp_path, "-m", "tests.support.recon", deck, plain=plain)
    assert done.returncode == 0, done.stderr


def test_the_example_has_a_case_of_each_row_of_its_rules(tmp_path: Path) -> None:
    """Only the faults of a copy are found."""
    cases = tmp_path / "cases/recon.toml"
    cases.parent.mkdir()
    text = (RECON / "cases/recon.toml").read_text(encoding="utf-8")
    cases.write_text(text.replace('rules = "FLAK"', 'rules = "FLAX"').replace("shot_down 1, points 0", "shot_down 0"))
    done = run(RECON, tmp_path, "-m", "tests.support.cases", str(RECON), str(tmp_path), plain=True)
    assert done.returncode == 1 and done.stdout.splitlines() == [
        "recon.toml: FLAK: no case shows this row",
        "recon.toml: FLAX: unknown",
        "recon.toml: Flak: 3: sortie.shot_down: got [1], expected is [0]",
    ]


def test_the_example_has_at_most_200_lines() -> None:
    assert len((RECON / "recon.py").read_text(encoding="utf-8").splitlines()) <= 200


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("Climb", "small letters"),
        ("stuka", "no installed game"),
        ("9", ""),
        ("class", "neither a word nor a module of Python"),
        ("random", "neither a word nor a module of Python"),
    ],
)
def test_other_names_are_refused(name: str, allowed: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"NAME: got '{name}', allowed is .*{allowed}"):
        write_game(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_folder_of_a_game_does_not_hide_its_module(tmp_path: Path) -> None:
    module, _ = write_game("climb", tmp_path)
    assert not module.parent.name.isidentifier()


def test_a_game_is_not_written_over(tmp_path: Path) -> None:
    module, _ = write_game("climb", tmp_path)
    module.write_text("mine")
    with pytest.raises(ValueError, match="a name whose folder climb-game does not exist"):
        write_game("climb", tmp_path)
    assert module.read_text() == "mine"
