"""Generated pages and generated parts of pages: write them, or report stale ones with ``--check``."""

import argparse
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from stuka_env.files import write_whole
from tools import ROOT

LEFT, RIGHT = "---", "---:"
"""Alignment of a column, as Markdown writes it."""


def table(head: Sequence[str], rows: Iterable[Sequence[object]], sides: Sequence[str] | None = None) -> list[str]:
    """Return the lines of a Markdown table and an empty line. Bars inside cells are escaped.

    Args:
        head: names of the columns.
        rows: as many cells as ``head`` in each row.
        sides: :data:`LEFT` or :data:`RIGHT` for each column, or None for all left.
    """
    lines = [head, sides or [LEFT] * len(head), *rows]
    return ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines] + [""]


def paragraph(text: str) -> list[str]:
    """Return a paragraph, wrapped at 120 characters, and the empty line after it."""
    return [textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False), ""]


def write_page(tool: str, path: Path, content: Callable[[], str], words: Sequence[str] | None = None) -> int:
    """Run the command of a tool that generates a page: write the page, or check it with ``--check``.

    Args:
        tool: name of the tool's module.
        path: the page.
        content: returns the text that the page should hold.
        words: the command line, or None for that of the process.

    Returns:
        The exit status: 1 if ``--check`` finds a stale page.
    """
    name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    parser = argparse.ArgumentParser(prog=f"python -m tools.{tool}", description=f"Write {name}.")
    parser.add_argument("--check", action="store_true", help=f"write nothing; exit with 1 if {name} is stale")
    check, text = parser.parse_args(words).check, content()
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return 0
    if check:
        print(f"{name} is stale, run python -m tools.{tool}", file=sys.stderr)
        return 1
    write_whole(path, text)
    return 0


def filled(text: str, name: str, content: str) -> str:
    """Return ``text`` with new content between the two comments of ``name``."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    before, rest = text.split(begin)
    return f"{before}{begin}\n{content}\n{end}{rest.split(end)[1]}"


def write_part(tool: str, path: Path, name: str, content: Callable[[], str]) -> int:
    """Run the command of a tool that generates one part of a page, between the two comments of ``name``."""
    return write_page(tool, path, lambda: filled(path.read_text(encoding="utf-8"), name, content()))
