"""Write ``docs/glossary.md`` from the glossary of the package, which the watch page and the terminal show too.

``python -m tools.glossary_doc`` writes it; ``--check`` writes nothing and exits 1 when the file is stale.
"""

import sys
from collections.abc import Sequence

from stuka_env.journal.glossary import GLOSSARY, QUESTIONS
from tools import ROOT
from tools.environment_doc import prose
from tools.generated import table, write_page

TARGET = ROOT / "docs" / "glossary.md"


def terms() -> list[tuple[str, str]]:
    """Term and meaning, by the alphabet, whatever the capitals."""
    return [(f"**{term}**", GLOSSARY[term]) for term in sorted(GLOSSARY, key=str.casefold)]


def document() -> str:
    """The whole page."""
    lines = [
        "# Glossary",
        "",
        *prose(
            """Written by `tools/glossary_doc.py` from `stuka_env/journal/glossary.py`; do not edit. Numbers in brackets
            are sections of the rulebook. In the order in which a war meets them, the words are explained in the
            [primer](primer.md)."""
        ),
        *table(("word", "what it means"), terms()),
        "## What a decision asks",
        "",
        *prose("The names are those of `decision_name` in an [info](environment.md#info)."),
        *table(("decision", "what is asked"), [(f"`{name.name}`", text) for name, text in QUESTIONS.items()]),
    ]
    return "\n".join(lines).rstrip() + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the page; the exit status."""
    return write_page("glossary_doc", TARGET, document, arguments)


if __name__ == "__main__":
    sys.exit(main())
