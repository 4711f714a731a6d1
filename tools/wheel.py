"""Try the wheel of ``make dist`` as a stranger would: ``python -m tools.wheel``, which ``make wheel`` runs.

An empty environment in a temporary folder outside the checkout; the loops that README.md, the wheel's own page and the
quickstart show and Gymnasium's check, with warnings as errors; then the commands, those too that refuse because they
need an extra. Needs Python alone.
"""

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

PAGES = (ROOT / "README.md", ROOT / "docs" / "package.md", ROOT / "docs" / "quickstart.md")
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
"""Checks every id, flies a mission and keeps it as :data:`KEPT`; refuses to fly out of the checkout."""
BRINGS = "is not installed in {python}, the extra {extra!r} of stuka-env brings it"
"""What is said where an extra is missing."""


class Trial(NamedTuple):
    """A command, its exit status and what it must say."""

    words: list[str]
    status: int = 0
    says: str = ""


def loops() -> list[str]:
    """The Python that the pages show, each once."""
    pages = (page.read_text(encoding="utf-8") for page in PAGES)
    return list(
        dict.fromkeys(loop for page in pages for loop in re.findall(r"^```python\n(.*?)^```$", page, re.S | re.M))
    )


def trials(folder: Path, wheel: Path) -> Iterator[Trial]:
    """What is run, in ``folder``, one after the other."""
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
    yield Trial([stuka, "replay", KEPT], says="verified")
    yield Trial([stuka, "watch", KEPT, "--output", "watch.html", "--no-open"], says="written: watch.html")
    yield Trial([stuka, "log", KEPT, "--output", "log.html", "--no-open"], says="written: log.html")
    yield Trial([stuka, "log", KEPT, "--csv"], says="mission score")
    for command in ("play", "replay", "watch", "log", "video", "charts"):
        yield Trial([stuka, command, "--help"], says=f"usage: stuka {command}")
    yield Trial([stuka, "video", KEPT], 2, BRINGS.format(python=python, extra="render"))
    yield Trial([stuka, "play", "--web"], 2, BRINGS.format(python=python, extra="play"))
    yield Trial([stuka, "play"], 2, "must be a terminal")
    yield Trial([stuka, "train"], 2, "a clone of the repository adds this command")


def strange(wheel: Path, package: Path) -> list[str]:
    """Files of the package that the wheel has not, and files of the wheel that are not the package's."""
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    files = (file.relative_to(package.parent) for file in package.rglob("*") if file.is_file())
    wanted = {file.as_posix() for file in files if file.suffix != ".pyc"}
    return [f"missing: {name}" for name in sorted(wanted - packed)] + [
        f"strange: {name}" for name in sorted(packed - wanted)
    ]


def fault(trial: Trial, folder: Path) -> str | None:
    """What is wrong with how a command went; None if nothing is. Prints the command and how long it took."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    words = " ".join([Path(trial.words[0]).name, *trial.words[1:]]).strip()
    begun = time.monotonic()
    done = subprocess.run(
        trial.words, cwd=folder, env=environment, check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    print(f"{time.monotonic() - begun:5.0f} s  $ {words.partition(chr(10))[0]}", flush=True)
    said = done.stdout + done.stderr
    if done.returncode != trial.status:
        return f"exit status {done.returncode}, wanted is {trial.status}\n{said}"
    if trial.says not in said:
        return f"{trial.says!r} is not in\n{said}"
    if trial.status and done.stderr.count("\n") != 1:
        return f"more than a line on standard error:\n{said}"
    return None


def main() -> int:
    """Install, run, say what failed; the exit status."""
    wheels = sorted((ROOT / "dist").glob("stuka_env-*.whl"))
    if len(wheels) != 1:
        print(f"wheel: dist/ holds {len(wheels)} wheels, wanted is one: make dist", file=sys.stderr)
        return 1
    (wheel,) = wheels
    faults = strange(wheel, ROOT / "stuka_env")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        venv.create(folder / "venv", with_pip=True)
        for trial in [] if faults else trials(folder, wheel):
            found = fault(trial, folder)
            if found is not None:
                faults.append(found)
                break
    for line in faults:
        print(f"wheel: {line}", file=sys.stderr)
    if not faults:
        print(f"{wheel.name}: flies, and its commands say what they should")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
