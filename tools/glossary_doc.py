"""Write ``docs/glossary.md`` from the glossary of the package. The watch page and the terminal show the same terms.

``python -m tools.glossary_doc`` writes the page. ``--check`` writes nothing and exits with 1 if the page is stale.
"""

import sys
from collections.abc import Sequence

from stuka_env.games.stuka.words.glossary import GLOSSARY, QUESTIONS
from tools import ROOT
from tools.environment_doc import prose
from tools.generated import table, write_page

PAGE = ROOT / "docs" / "glossary.md"


def terms() -> list[tuple[str, str]]:
    """Return terms and meanings in alphabetical order, regardless of case."""
    return [(f"**{term}**", GLOSSARY[term]) for term in sorted(GLOSSARY, key=str.casefold)]


def document() -> str:
    """Return the text of docs/glossary.md."""
    lines = [
        "# Glossary",
        "",
        *prose(
            """Written by `tools/glossary_doc.py` from `stuka_env/games/stuka/words/glossary.py`; do not edit. Numbers
            in brackets are sections of the rulebook. The [primer](primer.md) explains the words in the order in which a
            war uses them."""
        ),
        *table(("word", "what it means"), terms()),
        "## What a decision asks",
        "",
        *prose("The names are those of `decision_name` in an [info](environment.md#info)."),
        *table(("decision", "what is asked"), [(f"`{name.name}`", text) for name, text in QUESTIONS.items()]),
    ]
    return "\n".join(lines).rstrip() + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the page. Return the exit status."""
    return write_page("glossary_doc", PAGE, document, arguments)


if __name__ == "__main__":
    sys.exit(main())
