"""The glossaries of ``docs``, from those of the games. The watch page and the terminal show the same terms."""

from functools import partial
from typing import NamedTuple

from stuka_env.game import room_of
from tools import DOCS
from tools.generated import code_rows, paragraph, table


class GlossaryPage(NamedTuple):
    """A page with the words of a game."""

    game: str
    title: str
    primer: str
    environments: str
    """Page about the environments of the game."""


GLOSSARY_PAGES = {
    DOCS / "glossary.md": GlossaryPage("stuka", "Glossary", "primer.md", "environment.md"),
    DOCS / "interceptor_glossary.md": GlossaryPage(
        "interceptor", "Glossary of the second game", "interceptor_primer.md", "interceptor_environment.md"
    ),
    DOCS / "wing_glossary.md": GlossaryPage(
        "wing", "Glossary of the third game", "wing_primer.md", "wing_environment.md"
    ),
}


def document(page: GlossaryPage) -> str:
    """Return the text of a page: the terms in alphabetical order, regardless of case, and the decisions."""
    words = room_of(page.game, "words.glossary")
    terms = [(f"**{term}**", words.GLOSSARY[term]) for term in sorted(words.GLOSSARY, key=str.casefold)]
    questions = code_rows((each.name, each.meaning) for each in words.EXPLAINED.decisions if each.meaning)
    lines = [
        f"# {page.title}",
        "",
        *paragraph(
            f"Written by `make docs` from `stuka_env/games/{page.game}/words/glossary.py`; do not edit. Numbers in "
            f"brackets are sections of the rulebook. The [primer]({page.primer}) explains the words in the order in "
            "which a war uses them."
        ),
        *table(("word", "what it means"), terms),
        "## What a decision asks",
        "",
        *paragraph(f"The names are those of `decision_name` in an [info]({page.environments}#info)."),
        *table(("decision", "what is asked"), questions),
    ]
    return "\n".join(lines).rstrip() + "\n"


PAGES = {path: partial(document, page) for path, page in GLOSSARY_PAGES.items()}
