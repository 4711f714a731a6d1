"""Write the glossaries of ``docs`` from those of the games. The watch page and the terminal show the same terms.

``python -m tools.glossary_doc`` writes the pages. ``--check`` writes nothing and exits with 1 if one is stale.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from stuka_env.games.interceptor.words import glossary as second
from stuka_env.games.stuka.words import glossary as first
from tools import ROOT
from tools.environment_doc import prose
from tools.generated import table, write_page


class GlossaryPage(NamedTuple):
    """A page with the words of a game."""

    file: str
    title: str
    source: str
    """Module of the glossary, as a path of the repository."""
    primer: str
    environments: str
    """Page about the environments of the game."""
    terms: Mapping[str, str]
    questions: Mapping[Any, str]

    @property
    def path(self) -> Path:
        """Path of the page."""
        return ROOT / "docs" / self.file


GLOSSARY_PAGES = (
    GlossaryPage(
        "glossary.md",
        "Glossary",
        "stuka_env/games/stuka/words/glossary.py",
        "primer.md",
        "environment.md",
        first.GLOSSARY,
        first.QUESTIONS,
    ),
    GlossaryPage(
        "interceptor_glossary.md",
        "Glossary of the second game",
        "stuka_env/games/interceptor/words/glossary.py",
        "interceptor_primer.md",
        "interceptor_environment.md",
        second.GLOSSARY,
        second.QUESTIONS,
    ),
)


def terms(page: GlossaryPage) -> list[tuple[str, str]]:
    """Return terms and meanings in alphabetical order, regardless of case."""
    return [(f"**{term}**", page.terms[term]) for term in sorted(page.terms, key=str.casefold)]


def document(page: GlossaryPage) -> str:
    """Return the text of a page."""
    lines = [
        f"# {page.title}",
        "",
        *prose(
            f"""Written by `tools/glossary_doc.py` from `{page.source}`; do not edit. Numbers
            in brackets are sections of the rulebook. The [primer]({page.primer}) explains the words in the order in
            which a war uses them."""
        ),
        *table(("word", "what it means"), terms(page)),
        "## What a decision asks",
        "",
        *prose(f"The names are those of `decision_name` in an [info]({page.environments}#info)."),
        *table(("decision", "what is asked"), [(f"`{name.name}`", text) for name, text in page.questions.items()]),
    ]
    return "\n".join(lines).rstrip() + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the pages. Return the exit status."""
    writers: list[Callable[[], str]] = [partial(document, page) for page in GLOSSARY_PAGES]
    written = [
        write_page("glossary_doc", page.path, write, arguments)
        for page, write in zip(GLOSSARY_PAGES, writers, strict=True)
    ]
    return max(written)


if __name__ == "__main__":
    sys.exit(main())
