"""Write the generated pages of ``docs/``, and the generated parts of other pages: ``python -m tools.docs [PAGE ...]``.

``make docs`` runs this tool. ``--check`` writes nothing and exits with 1 if a page is stale. The tool flies no wars:
the pages show the code, and results that other commands have written. Each of :data:`WRITERS` has the pages of one
subject by their paths, with functions that return their texts. A comment in a page names each of its generated parts.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from stuka_env.io.files import write_whole
from tools import (
    ROOT,
    agents_doc,
    architecture_doc,
    charts_doc,
    clients_doc,
    environment_doc,
    exercises_doc,
    gallery_doc,
    glossary_doc,
    kinds_doc,
    leaderboard_doc,
    other_charts_doc,
    pictures_doc,
    playing_doc,
    results_doc,
    rules_doc,
    watching_doc,
)
from tools.generated import Text

WRITERS = (
    agents_doc,
    architecture_doc,
    charts_doc,
    clients_doc,
    environment_doc,
    exercises_doc,
    gallery_doc,
    glossary_doc,
    kinds_doc,
    leaderboard_doc,
    other_charts_doc,
    pictures_doc,
    playing_doc,
    results_doc,
    rules_doc,
    watching_doc,
)
GENERATED_PAGES: dict[Path, Text] = {path: text for writer in WRITERS for path, text in writer.PAGES.items()}
"""Functions that return the texts of all pages, by path."""


def stale_pages(pages: Mapping[Path, Text]) -> dict[Path, str]:
    """Return the texts of the pages that are missing or have another text."""
    texts = {path: text() for path, text in pages.items()}
    return {path: text for path, text in texts.items() if not path.exists() or path.read_text(encoding="utf-8") != text}


def main(words: Sequence[str] | None = None) -> int:
    """Write the pages or check them. Return the exit status."""
    names = {path.relative_to(ROOT).as_posix(): path for path in GENERATED_PAGES}
    parser = argparse.ArgumentParser(prog="python -m tools.docs", description="Write the generated pages of docs/.")
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="such as docs/rules.md (default: all)")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a page is stale")
    options = parser.parse_args(words)
    for name in options.pages:
        if name not in names:
            parser.error(f"got {name!r}, allowed is {', '.join(names)}")
    pages = {names[name]: GENERATED_PAGES[names[name]] for name in options.pages or names}
    try:
        stale = stale_pages(pages)
    except ValueError as error:  # an entry of the leaderboard that is not in order
        print(error, file=sys.stderr)
        return 1
    for path, text in stale.items():
        if options.check:
            print(f"{path.relative_to(ROOT)} is stale, run python -m tools.docs", file=sys.stderr)
        else:
            write_whole(path, text)
    return int(options.check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
