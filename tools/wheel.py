"""Try the wheel of ``make dist`` as a stranger would: ``python -m tools.wheel``, which ``make wheel`` runs.

An empty environment in a temporary folder outside the checkout; the loop that the wheel's own page shows, with
warnings as errors; then ``stuka charts``, a war kept, ``stuka watch``. Needs Python alone.
"""

import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from tools import ROOT

KEEP = """import gymnasium, numpy as np, stuka_env, sys
from stuka_env.replay import RecordReplay
assert not stuka_env.__file__.startswith(sys.argv[1]), stuka_env.__file__
env = RecordReplay(gymnasium.make("Stuka/Mission-v0"), "replays", policy="last")
_, info = env.reset(seed=1)
over = False
while not over:
    *_, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
"""
"""Flies a mission and keeps it as replays/NAME-0001.json; refuses to fly out of the checkout."""


def commands(folder: Path, wheel: Path) -> list[list[str]]:
    """What is run, in ``folder``, one after the other."""
    binaries = folder / "venv" / "bin"
    python, stuka = str(binaries / "python"), str(binaries / "stuka")
    install = ["-m", "pip", "install", "-qq", "--disable-pip-version-check", "-c", str(ROOT / "constraints.txt")]
    page = (ROOT / "docs" / "package.md").read_text(encoding="utf-8")
    loops = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    return [
        [python, *install, str(wheel)],
        *([python, "-W", "error", "-c", loop] for loop in loops),
        [stuka, "charts"],
        [python, "-c", KEEP, str(ROOT)],
        [stuka, "watch", "replays/last-0001.json", "--output", "watch.html", "--no-open"],
    ]


def main() -> int:
    """Install, run, say what failed; the exit status."""
    wheels = sorted((ROOT / "dist").glob("stuka_env-*.whl"))
    if len(wheels) != 1:
        print(f"wheel: dist/ holds {len(wheels)} wheels, wanted is one: make dist", file=sys.stderr)
        return 1
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder / "venv", with_pip=True)
        for command in commands(folder, wheels[0]):
            words = " ".join([Path(command[0]).name, *command[1:]]).strip()
            print("$", words.partition("\n")[0], flush=True)
            done = subprocess.run(command, cwd=folder, env=environment, check=False)
            if done.returncode:
                print(f"wheel: exit status {done.returncode}", file=sys.stderr)
                return 1
        page = folder / "watch.html"
        print(f"{wheels[0].name}: flies, prints its charts, wrote a page of {page.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
