"""The generated parts of pages that are otherwise written by hand: what stands between two comments with a name."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from stuka_env.files import write_whole


def filled(text: str, name: str, content: str) -> str:
    """``text`` with what stands between the markers of ``name`` replaced."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    before, rest = text.split(begin)
    return f"{before}{begin}\n{content}\n{end}{rest.split(end)[1]}"


def write_part(tool: str, about: str, path: Path, name: str, content: Callable[[], str]) -> int:
    """The command of a tool that fills one part of a page: write it, or with ``--check`` say whether it is stale."""
    parser = argparse.ArgumentParser(prog=f"python -m tools.{tool}", description=about)
    parser.add_argument("--check", action="store_true", help=f"write nothing; exit with 1 if {path.name} is stale")
    check = parser.parse_args().check
    text = path.read_text(encoding="utf-8")
    wanted = filled(text, name, content())
    if wanted == text:
        return 0
    if check:
        print(f"{path.name} is stale, run python -m tools.{tool}", file=sys.stderr)
        return 1
    write_whole(path, wanted)
    return 0
