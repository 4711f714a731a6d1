"""Check that the tree matches a tag: ``python -m tools.release v0.1.0``. ``make release`` runs it before it builds.

The tag must name the version of both distributions and of the citation. The newest section of the changelog must be
this version's, with the date of the citation and nothing above it. The tool needs Python alone.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools import ROOT

VERSIONS = {
    "stuka_env/version.py": r'^__version__ = "([^"]+)"',
    "agents/pyproject.toml": r'^version = "([^"]+)"',
    "CITATION.cff": r"^version: \"?([^\"\n]+)\"?$",
    "CHANGELOG.md": r"^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$",
}
"""Files that name the version, each with the pattern that finds it."""
DATES = {
    "CITATION.cff": r"^date-released: \"?(\d{4}-\d\d-\d\d)\"?$",
    "CHANGELOG.md": r"^## \[\d[^\]]*\] - (\d{4}-\d\d-\d\d)$",
}
"""Files that name the day of the release, each with the pattern that finds it."""
UNRELEASED = r"^## \[Unreleased\]\n(.*?)(?=^## |\Z)"


def first_matches(root: Path, patterns: dict[str, str]) -> dict[str, str | None]:
    """Return the first match of each file's pattern, None if there is none."""
    matches = {}
    for file, pattern in patterns.items():
        match = re.search(pattern, (root / file).read_text(encoding="utf-8"), re.MULTILINE)
        matches[file] = match[1] if match else None
    return matches


def faults(tag: str, root: Path = ROOT) -> Iterator[str]:
    """Yield a line for each reason not to release this tree as ``tag``."""
    if not re.fullmatch(r"v\d+\.\d+\.\d+", tag):
        yield f"tag: got {tag!r}, allowed is v and three numbers, such as v0.1.0"
        return
    for file, version in first_matches(root, VERSIONS).items():
        if version is None:
            yield f"{file}: names no released version, wanted is {tag[1:]}"
        elif version != tag[1:]:
            yield f"{file}: says {version}, the tag says {tag[1:]}"
    dates = first_matches(root, DATES)
    if len(set(dates.values())) > 1:
        yield "the day: " + ", ".join(f"{file} says {date or 'nothing'}" for file, date in dates.items())
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased = re.search(UNRELEASED, changelog, re.MULTILINE | re.DOTALL)
    if unreleased is not None and unreleased[1].strip():
        yield 'CHANGELOG.md: entries are left under "Unreleased", they belong to the release'


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the faults. Return the exit status."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if len(words) != 1:
        print("usage: python -m tools.release TAG", file=sys.stderr)
        return 2
    lines = list(faults(words[0]))
    for line in lines:
        print(f"release: {line}", file=sys.stderr)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
