"""Is the tree what a tag says? ``python -m tools.release v0.1.0``, which ``make release`` runs before it builds.

The tag names the version of both distributions and of the citation; the changelog's newest section is this version's,
dated as the citation is, and nothing is left above it. Needs Python alone.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools import ROOT

VERSIONS = {
    "stuka_env/__init__.py": r'^__version__ = "([^"]+)"',
    "agents/pyproject.toml": r'^version = "([^"]+)"',
    "CITATION.cff": r"^version: \"?([^\"\n]+)\"?$",
    "CHANGELOG.md": r"^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$",
}
"""Files that name the version, and how."""
DATES = {
    "CITATION.cff": r"^date-released: \"?(\d{4}-\d\d-\d\d)\"?$",
    "CHANGELOG.md": r"^## \[\d[^\]]*\] - (\d{4}-\d\d-\d\d)$",
}
"""Files that name the day, and how."""
UNRELEASED = r"^## \[Unreleased\]\n(.*?)(?=^## |\Z)"


def named(root: Path, patterns: dict[str, str]) -> dict[str, str | None]:
    """What each file names first; None where it names nothing."""
    found = {}
    for file, pattern in patterns.items():
        match = re.search(pattern, (root / file).read_text(encoding="utf-8"), re.MULTILINE)
        found[file] = match[1] if match else None
    return found


def faults(tag: str, root: Path = ROOT) -> Iterator[str]:
    """What speaks against releasing this tree as ``tag``, one line each."""
    if not re.fullmatch(r"v\d+\.\d+\.\d+", tag):
        yield f"the tag is {tag!r}, wanted is v and three numbers, such as v0.1.0"
        return
    for file, version in named(root, VERSIONS).items():
        if version is None:
            yield f"{file}: names no released version, wanted is {tag[1:]}"
        elif version != tag[1:]:
            yield f"{file}: says {version}, the tag says {tag[1:]}"
    dates = named(root, DATES)
    if len(set(dates.values())) > 1:
        yield "the day: " + ", ".join(f"{file} says {date or 'nothing'}" for file, date in dates.items())
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased = re.search(UNRELEASED, changelog, re.MULTILINE | re.DOTALL)
    if unreleased is not None and unreleased[1].strip():
        yield 'CHANGELOG.md: entries are left under "Unreleased", they belong to the release'


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what is wrong; the exit status."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if len(words) != 1:
        print("usage: python -m tools.release TAG", file=sys.stderr)
        return 2
    found = list(faults(words[0]))
    for line in found:
        print(f"release: {line}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
