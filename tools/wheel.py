"""Test the wheel of ``make dist`` as a new user would: ``python -m tools.wheel``. ``make wheel`` runs it.

The wheel is installed into an empty environment in a temporary folder outside the checkout. There the loops of
README.md, of the wheel's own page and of the quickstart run, and Gymnasium's check, all with warnings as errors. Then
the commands run, including those that must refuse because they need an extra. The tool needs Python alone.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools import ROOT

LINKED_PAGES = (ROOT / "README.md", ROOT / "docs" / "package.md", ROOT / "docs" / "quickstart.md")
EXERCISES_FILE = ROOT / "stuka_env" / "games" / "stuka" / "exercises" / "exercises.json"
KEPT = "replays/last-0001.json"
KEEP = """import gymnasium, numpy as np, stuka_env, sys
from gymnasium.utils.env_checker import check_env
from stuka_env.replay import RecordReplay
assert not stuka_env.__file__.startswith(sys.argv[1]), stuka_env.__file__
for name in stuka_env.ENVIRONMENTS:
    check_env(gymnasium.make(name).unwrapped)
env = RecordReplay(gymnasium.make("Stuka/Mission-v0"), "replays", policy="last")
_, info = env.reset(seed=1)
over = False
while not over:
    *_, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
"""
"""Program that checks every id, flies a mission and keeps its replay as :data:`KEPT`. It refuses the checkout."""
BRINGS = "is not installed in {python}, the extra {extra!r} of stuka-env brings it"
"""Message about a missing extra."""


class Trial(NamedTuple):
    """Command, its exit status and a text that it must print."""

    words: list[str]
    status: int = 0
    says: str = ""


def loops() -> list[str]:
    """Return the Python programs of the pages, each once."""
    pages = (page.read_text(encoding="utf-8") for page in LINKED_PAGES)
    return list(
        dict.fromkeys(loop for page in pages for loop in re.findall(r"^```python\n(.*?)^```$", page, re.S | re.M))
    )


def a_position() -> str:
    """Return the position of the first exercise."""
    exercises = json.loads(EXERCISES_FILE.read_text(encoding="utf-8"))
    position: str = exercises["exercises"][0]["position"]
    return position


def trials(folder: Path, wheel: Path) -> Iterator[Trial]:
    """Yield the commands that run in ``folder``, one after the other."""
    binaries = folder / "venv" / "bin"
    python, stuka = str(binaries / "python"), str(binaries / "stuka")
    install = ["-m", "pip", "install", "-qq", "--disable-pip-version-check", "-c", str(ROOT / "constraints.txt")]
    yield Trial([python, *install, str(wheel)])
    for loop in loops():
        yield Trial([python, "-W", "error", "-c", loop])
    yield Trial([python, "-W", "error", "-c", KEEP, str(ROOT)])
    yield Trial([stuka, "--version"], says=wheel.name.split("-")[1])
    yield Trial([stuka, "charts"], says="A2 Bombing")
    yield Trial([stuka, "charts", "--all"], says="Event Deck")
    yield Trial([stuka, "charts", "--game", "interceptor"], says="A1 Raids by month")
    yield Trial([stuka, "replay", KEPT], says="verified")
    yield Trial([stuka, "watch", KEPT, "--output", "watch.html", "--no-open"], says="written: watch.html")
    yield Trial([stuka, "log", KEPT, "--output", "log.html", "--no-open"], says="written: log.html")
    yield Trial([stuka, "log", KEPT, "--csv"], says="mission score")
    yield Trial([stuka, "show", a_position()], says="To decide:")
    shown = ("play", "exercises", "show", "replay", "watch", "desk", "log", "video", "mcp", "charts")
    for command in (*shown, "new-game", "check-game"):
        yield Trial([stuka, command, "--help"], says=f"usage: stuka {command}")
    yield Trial([stuka, "video", KEPT], 2, BRINGS.format(python=python, extra="render"))
    yield Trial([stuka, "play"], 2, BRINGS.format(python=python, extra="play"))
    yield Trial([stuka, "exercises"], 2, BRINGS.format(python=python, extra="play"))
    yield Trial([stuka, "mcp"], 2, BRINGS.format(python=python, extra="mcp"))
    yield Trial([stuka, "play", "--text"], says="continue with: ")
    yield Trial([stuka, "exercises", "--text"], says="Kept in stuka-exercises.json")
    yield Trial([stuka, "train"], 2, "a clone of the repository adds this command")


def packing_faults(wheel: Path, package: Path) -> list[str]:
    """Return a line for each file that the wheel lacks, and for each that is not part of the package."""
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    files = (file.relative_to(package.parent) for file in package.rglob("*") if file.is_file())
    expected = {file.as_posix() for file in files if file.suffix != ".pyc"}
    return [f"missing: {name}" for name in sorted(expected - packed)] + [
        f"not of the package: {name}" for name in sorted(packed - expected)
    ]


def fault(trial: Trial, folder: Path) -> str | None:
    """Run a command and print it with its time. Return its fault, None if there is none."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    words = " ".join([Path(trial.words[0]).name, *trial.words[1:]]).strip()
    begun = time.monotonic()
    process = subprocess.run(
        trial.words, cwd=folder, env=environment, check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    print(f"{time.monotonic() - begun:5.0f} s  $ {words.partition(chr(10))[0]}", flush=True)
    output = process.stdout + process.stderr
    if process.returncode != trial.status:
        return f"exit status: got {process.returncode}, allowed is {trial.status}\n{output}"
    if trial.says not in output:
        return f"{trial.says!r} is not in\n{output}"
    if trial.status and process.stderr.count("\n") != 1:
        return f"more than one line on standard error:\n{output}"
    return None


def main() -> int:
    """Install the wheel, run the commands and print the faults. Return the exit status."""
    wheels = sorted((ROOT / "dist").glob("stuka_env-*.whl"))
    if len(wheels) != 1:
        print(f"wheel: got {len(wheels)} wheels in dist/, allowed is one: make dist", file=sys.stderr)
        return 1
    (wheel,) = wheels
    faults = packing_faults(wheel, ROOT / "stuka_env")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        venv.create(folder / "venv", with_pip=True)
        for trial in [] if faults else trials(folder, wheel):
            if (line := fault(trial, folder)) is not None:
                faults.append(line)
                break
    for line in faults:
        print(f"wheel: {line}", file=sys.stderr)
    if not faults:
        print(f"{wheel.name}: flies, and its commands print what they should")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
