"""Is the tree what a tag says? ``python -m tools.release v0.1.0``, which ``make release`` runs before it builds.

The tag names the version of the package, the citation names it too, and the changelog has a section for it. Needs
Python alone.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools import ROOT


def versions(root: Path) -> dict[str, str | None]:
    """The version by the file that names it; None where it names none."""
    patterns = {
        "stuka_env/__init__.py": r'^__version__ = "([^"]+)"',
        "CITATION.cff": r"^version: \"?([^\"\n]+)\"?$",
        "CHANGELOG.md": r"^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$",
    }
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
    for file, version in versions(root).items():
        if version is None:
            yield f"{file}: names no released version, wanted is {tag[1:]}"
        elif version != tag[1:]:
            yield f"{file}: says {version}, the tag says {tag[1:]}"


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
