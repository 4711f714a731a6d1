"""Run every client's script, each in an environment of its own: ``python -m tools.clients [NAME...]``.

``make clients`` runs this tool. ``examples/clients/`` holds the requirements of a client, ``NAME.txt``, and its script,
``train_NAME.py``. Its environment is ``.venv-clients/NAME``. The results go into ``docs/results/clients.json`` and from
there into ``docs/clients.md``. If a client fails, the others still run, and the command fails at the end.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stuka_env.files import write_whole
from tools import ROOT, clients_doc
from tools.clients_doc import CLIENT_FOLDER, CLIENT_RESULTS, CLIENTS

VENV_FOLDER = ROOT / ".venv-clients"
READY_MARK = ".ready"
"""File of an environment with the requirements that are installed there."""
Result = dict[str, Any]


def python_of(client: str) -> Path:
    """Return the interpreter of a client's environment."""
    return VENV_FOLDER / client / "bin" / "python"


def prepare(client: str) -> None:
    """Create the environment of a client unless it exists with the same requirements.

    Raises:
        subprocess.CalledProcessError: a requirement cannot be installed.
    """
    folder, requirements_file = VENV_FOLDER / client, CLIENT_FOLDER / f"{client}.txt"
    ready = folder / READY_MARK
    if ready.exists() and ready.read_bytes() == requirements_file.read_bytes():
        return
    if not python_of(client).exists():
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    install = [str(python_of(client)), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-cache-dir"]
    subprocess.run([*install, *clients_doc.requirements(client), "-e", str(ROOT)], check=True)
    alone = clients_doc.requirements(client, alone=True)
    if alone:
        subprocess.run([*install, clients_doc.NO_DEPS, *alone], check=True)
    write_whole(ready, requirements_file.read_bytes())


def run(client: str, words: Sequence[str]) -> Result | None:
    """Run a client's script. Return its result, passed or not, or None if the script wrote none.

    The script has one thread: the split of sums between threads changes their last digits, and so the training.
    """
    with tempfile.TemporaryDirectory() as name:
        output = Path(name) / "result.json"
        script = [str(python_of(client)), str(CLIENT_FOLDER / f"train_{client}.py"), "--output", str(output), *words]
        subprocess.run(script, cwd=name, check=False, env=os.environ | {"OMP_NUM_THREADS": "1"})
        return json.loads(output.read_text(encoding="utf-8")) if output.exists() else None


def try_client(client: str, words: Sequence[str] = ()) -> Result | None:
    """Prepare and run a client. Return its result, or None after a line that says why there is none."""
    print(f"--- {client}", flush=True)
    try:
        prepare(client)
        result = run(client, words)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"{client}: cannot be installed: {error}", file=sys.stderr)
        return None
    if result is None:
        print(f"{client}: the script ended without a result", file=sys.stderr)
    return result


def passed(result: Result | None) -> bool:
    """Whether all trainings of a script passed."""
    return result is not None and all(row["passed"] for row in result["rows"])


def keep(result: Result, place: Path) -> None:
    """Write a client's result into the file of results, in place of its last one."""
    results = json.loads(place.read_text(encoding="utf-8")) if place.exists() else {}
    results[result["client"]] = result
    ordered = {client: results[client] for client in CLIENTS if client in results}
    write_whole(place, json.dumps(ordered, indent=1) + "\n")


def table(results: dict[str, Result | None]) -> list[str]:
    """Return the lines of a report on all clients."""
    lines = []
    for client, result in results.items():
        if result is None:
            lines.append(f"{client}: FAILED, no result")
            continue
        lines.append(f"{client}: " + ", ".join(f"{name} {number}" for name, number in result["versions"].items()))
        for row in result["rows"]:
            lines.append(
                f"  {row['seconds']:5.0f} s  score {row['score']:4.1f}, random {row['random']:4.1f}  "
                f"{row['illegal']:6,} illegal{'' if row['masks'] else ' (replaced)'}  {row['what']}"
                f"{'' if row['passed'] else '  FAILED'}"
            )
    return lines


def main(words: Sequence[str] | None = None) -> int:
    """Run the named clients, or all of them. Return the exit status."""
    parser = argparse.ArgumentParser(description="Train with every client, and compare with random.")
    parser.add_argument("clients", nargs="*", metavar="NAME", help=f"of {', '.join(CLIENTS)} (default: all)")
    parser.add_argument(
        "--decisions", help="decisions to train on, in place of the scripts' own number; the results are not kept then"
    )
    options = parser.parse_args(words)
    for name in options.clients:
        if name not in CLIENTS:
            parser.error(f"got {name!r}, allowed is {', '.join(CLIENTS)}")
    results: dict[str, Result | None] = {}
    try:
        for client in options.clients or CLIENTS:
            results[client] = try_client(client, ["--decisions", options.decisions] if options.decisions else ())
            if results[client] is not None and options.decisions is None:
                keep(results[client] or {}, CLIENT_RESULTS)
    except KeyboardInterrupt:
        print("stopped; the results so far are kept", file=sys.stderr)
        return 130
    finally:
        print("\n".join(table(results)), flush=True)
    clients_doc.main([])
    return 0 if all(passed(result) for result in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
