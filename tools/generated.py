"""Generated pages, whole or in one part: written, or with ``--check`` told apart from stale ones; their tables."""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from stuka_env.files import write_whole
from tools import ROOT

LEFT, RIGHT = "---", "---:"
"""On which side the cells of a column stand."""


def table(head: Sequence[str], rows: Iterable[Sequence[object]], sides: Sequence[str] | None = None) -> list[str]:
    """The lines of a Markdown table, and an empty one; bars inside cells are escaped.

    Args:
        head: the columns' names.
        rows: as many cells each.
        sides: :data:`LEFT` or :data:`RIGHT` for each column; all left if None.
    """
    lines = [head, sides or [LEFT] * len(head), *rows]
    return ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines] + [""]


def write_page(tool: str, path: Path, content: Callable[[], str], words: Sequence[str] | None = None) -> int:
    """The command of a tool that generates a page: write it, or with ``--check`` say whether it is stale.

    Args:
        tool: the name of its module.
        path: the page.
        content: makes what the page should hold.
        words: the command line; the process's own if None.

    Returns:
        The exit status, 1 if the page was to be checked and is stale.
    """
    name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    parser = argparse.ArgumentParser(prog=f"python -m tools.{tool}", description=f"Write {name}.")
    parser.add_argument("--check", action="store_true", help=f"write nothing; exit with 1 if {name} is stale")
    check, wanted = parser.parse_args(words).check, content()
    if path.exists() and path.read_text(encoding="utf-8") == wanted:
        return 0
    if check:
        print(f"{name} is stale, run python -m tools.{tool}", file=sys.stderr)
        return 1
    write_whole(path, wanted)
    return 0


def filled(text: str, name: str, content: str) -> str:
    """``text`` with what stands between the two comments of ``name`` replaced."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    before, rest = text.split(begin)
    return f"{before}{begin}\n{content}\n{end}{rest.split(end)[1]}"


def write_part(tool: str, path: Path, name: str, content: Callable[[], str]) -> int:
    """The same for a page that is written by hand but for one part, between two comments."""
    return write_page(tool, path, lambda: filled(path.read_text(encoding="utf-8"), name, content()))
