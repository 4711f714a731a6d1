"""The parts of a copy of a chart file that every game has: its texts for people, TOML, and the writing of a folder."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from textwrap import wrap
from typing import Any

from stuka_env.charts.errors import ChartError
from stuka_env.charts.provenance import CITED, DEFAULT, PROVENANCE_KINDS
from stuka_env.files import write_whole

HEAD_MEANINGS = {
    "title": "Name of the chart",
    "section": "Sections of the rulebook that use it",
    "dice": "Dice it is read with",
    "about": "What the tables below are",
    "read_by": "Parts of the game that read it",
}
"""The keys at the head of every chart file, with their meanings."""
HEAD_KEYS = tuple(HEAD_MEANINGS)
PROVENANCE_MEANINGS = {
    "printed": "printed in the rulebook's text, or on a chart you own",
    "example": "fixed by one of the rulebook's worked examples",
    "derived": "follows from cells and rules that are known",
    "reconstructed": "our own choice, made to be plausible",
}
COMMENT_WIDTH = 110
"""Longest comment line."""
BARE_KEY = re.compile(r"-?\d+|[A-Za-z]\w*", re.ASCII)
"""Keys that we write without quotes; TOML would also allow a range of totals (2-4)."""
LISTED = re.compile(r"(?<=one of ).*|(?<=all of ).*|(?<=any of ).*")
"""Lists of names in a text, separated by commas."""
NO_BREAK = "\N{NO-BREAK SPACE}"
ANY_TEXT = "any text"
Address = tuple[str, ...]


# --- texts ---


def opening(name: str, raw: Mapping[str, Any], *, has_dice: bool) -> list[str]:
    """Return the first lines of the comment at the top: the chart, and how to fill it in."""
    lines = [
        *comment(f"{raw['title']}: a copy of {name}.toml of stuka_env."),
        "#",
        *comment(
            "Write your values over ours and keep the file's name. Words stand in quotes, numbers do not. Every table "
            "must stay complete; comments like this one may go."
        ),
    ]
    if has_dice:
        lines += comment('A key for a roll may name several totals: "2-4", "<=0" (0 and less), ">=11" (11 and more).')
    return lines


def head(raw: Mapping[str, Any]) -> str:
    """Return the keys at the head of a file with their meanings."""
    lines: list[str] = []
    for key in HEAD_KEYS:
        lines += [*comment(f"{HEAD_MEANINGS[key]}: {ANY_TEXT}."), toml_line(key, raw[key])]
    return "\n".join(lines)


def provenance(raw: Mapping[str, Any]) -> str:
    """Return our provenance section, after an explanation of its words."""
    words = {kind: f'"{kind}: SECTION"' if kind in CITED else f'"{kind}"' for kind in PROVENANCE_KINDS}
    longest = max(map(len, words.values()))
    lines = [
        *comment("Where each cell comes from. It changes nothing in play and is no part of the SHA-256."),
        *(f"#   {words[kind]:{longest}}  {PROVENANCE_MEANINGS[kind]}" for kind in PROVENANCE_KINDS),
        *comment(
            f"{DEFAULT} is for every cell that no other key covers. The other keys are addresses of a cell, of some "
            "totals of a column or of a whole column; the closest one counts. One that covers no cell is refused."
        ),
        *comment("If you typed in the whole printed chart, put this line in place of all those below:"),
        f"#   {DEFAULT} = {toml_value('printed: ' + raw['section'])}",
        "[provenance]",
    ]
    return "\n".join(lines + [toml_line(key, value) for key, value in raw["provenance"].items()])


def comment(text: str, indent: str = "") -> list[str]:
    """Return a text as comment lines. Names in a list are not broken; further lines may be indented."""
    whole = LISTED.sub(lambda names: re.sub(r"(?<!,) ", NO_BREAK, names[0]), text)
    further = f"# {indent}  " if indent else "# "
    lines = wrap(whole, COMMENT_WIDTH, initial_indent=f"# {indent}", subsequent_indent=further, break_on_hyphens=False)
    return [line.replace(NO_BREAK, " ") for line in lines]


# --- TOML ---


def dotted(path: Address) -> str:
    """Return the name of a TOML table."""
    return ".".join(_key(part) for part in path)


def toml_line(key: str, value: object) -> str:
    """Return a line of a TOML table."""
    return f"{_key(key)} = {toml_value(value)}"


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def toml_value(value: object) -> str:
    """Return a value as TOML writes it. Texts, whole numbers and booleans look as in JSON."""
    if isinstance(value, dict):
        return "{ " + ", ".join(toml_line(key, deeper) for key, deeper in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml_value(entry) for entry in value) + "]"
    return json.dumps(value, ensure_ascii=False)


# --- the folder ---


def write_texts(folder: Path, texts: Mapping[str, str]) -> None:
    """Write files into a new or empty folder; all of them, or none if one cannot be written.

    Raises:
        ChartError: the folder is not empty or cannot be written.
    """
    try:
        _check_free(folder)
        _write_all(folder, texts)
    except OSError as error:
        raise ChartError(f"{folder}: expected a folder that can be written, got: {error.strerror}") from None


def _check_free(folder: Path) -> None:
    """Raise ChartError unless the folder is new or empty."""
    if folder.exists() and not folder.is_dir():
        raise ChartError(f"{folder}: expected a new or empty folder, got a file")
    inside = len(list(folder.iterdir())) if folder.exists() else 0
    if inside:
        raise ChartError(f"{folder}: expected a new or empty folder, got one with {inside} entries")


def _write_all(folder: Path, texts: Mapping[str, str]) -> None:
    """Write the files, and delete those written if one fails."""
    was_there, written = folder.exists(), list[Path]()
    folder.mkdir(exist_ok=True)
    try:
        for name, text in texts.items():
            written.append(write_whole(folder / name, text))
    except BaseException:
        for path in written:
            path.unlink(missing_ok=True)
        if not was_there:
            folder.rmdir()
        raise
