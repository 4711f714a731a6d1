"""Run every client's script, each in an environment of its own: ``python -m tools.clients [NAME...]``.

``make clients`` runs this tool. ``examples/clients/`` holds the requirements of a client, ``NAME.txt``, and its script,
``train_NAME.py``, or ``play_NAME.py`` of a client for language models. Its environment is ``.venv-clients/NAME``. The
results go into ``docs/results/clients.json`` and from there into ``docs/clients.md``. If a client fails, the others
still run, and the command fails at the end.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stuka_env.io.files import write_whole
from tools import ROOT, clients_doc
from tools.clients_doc import CLIENT_FOLDER, CLIENT_RESULTS, CLIENTS, MODEL_CLIENTS

ALL_CLIENTS = (*CLIENTS, *MODEL_CLIENTS)
"""Names of all clients, in the order of the page."""
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
    ours = [ROOT, *([ROOT / "agents"] if client in MODEL_CLIENTS else [])]
    editable = [word for folder in ours for word in ("-e", str(folder))]
    subprocess.run([*install, *clients_doc.requirements(client), *editable], check=True)
    alone = clients_doc.requirements(client, alone=True)
    if alone:
        subprocess.run([*install, clients_doc.NO_DEPS, *alone], check=True)
    write_whole(ready, requirements_file.read_bytes())


def run(client: str, words: Sequence[str]) -> Result | None:
    """Run a client's script. Return its result, passed or not, or None if the script wrote none.

    The script has one thread: the split of sums between threads changes their last digits, and so the training.
    """
    with tempfile.TemporaryDirectory() as name:
        output, place = Path(name) / "result.json", CLIENT_FOLDER / f"{clients_doc.script_name(client)}.py"
        script = [str(python_of(client)), str(place), "--output", str(output), *words]
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
    ordered = {client: results[client] for client in ALL_CLIENTS if client in results}
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
            figures = played_words(row) if client in MODEL_CLIENTS else trained_words(row)
            lines.append(f"  {row['seconds']:5.0f} s  {figures}  {row['what']}{'' if row['passed'] else '  FAILED'}")
    return lines


def trained_words(row: Mapping[str, Any]) -> str:
    """Return the figures of a training."""
    illegal = f"{row['illegal']:6,} illegal{'' if row['masks'] else ' (replaced)'}"
    return f"score {row['score']:4.1f}, random {row['random']:4.1f}  {illegal}"


def played_words(row: Mapping[str, Any]) -> str:
    """Return the figures of missions that a stand-in for a language model has played."""
    return f"score {row['score']:4.1f}, native {row['native']:4.1f}  {row['replies']:6,} replies"


def main(words: Sequence[str] | None = None) -> int:
    """Run the named clients, or all of them. Return the exit status."""
    parser = argparse.ArgumentParser(description="Run every client: train it, or play through it.")
    parser.add_argument("clients", nargs="*", metavar="NAME", help=f"of {', '.join(ALL_CLIENTS)} (default: all)")
    parser.add_argument(
        "--decisions", help="decisions to train on, in place of the scripts' own number; the results are not kept then"
    )
    options = parser.parse_args(words)
    for name in options.clients:
        if name not in ALL_CLIENTS:
            parser.error(f"got {name!r}, allowed is {', '.join(ALL_CLIENTS)}")
    results: dict[str, Result | None] = {}
    try:
        for client in options.clients or ALL_CLIENTS:
            is_short = options.decisions is not None and client in CLIENTS
            results[client] = try_client(client, ["--decisions", options.decisions] if is_short else ())
            if results[client] is not None and options.decisions is None:
                keep(results[client] or {}, CLIENT_RESULTS)
    except KeyboardInterrupt:
        print("stopped; the results so far are kept", file=sys.stderr)
        return 130
    finally:
        print("\n".join(table(results)), flush=True)
    from tools import docs  # with the writers of all pages, which nothing before needs

    docs.main(["docs/clients.md"])
    return 0 if all(passed(result) for result in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
