"""The glossaries of ``docs``, from those of the games. The watch page and the terminal show the same terms."""

from functools import partial

from stuka_env.game import DEFAULT_GAME, game_named, room_of
from tools.generated import code_rows, games_with, page_of, paragraph, table


def document(game: str) -> str:
    """Return the text of a page: the terms in alphabetical order, regardless of case, and the decisions."""
    words = room_of(game, "words.glossary")
    primer, environments = (page_of(game, subject).name for subject in ("primer", "environment"))
    terms = [(f"**{term}**", words.GLOSSARY[term]) for term in sorted(words.GLOSSARY, key=str.casefold)]
    questions = code_rows((each.name, each.meaning) for each in words.EXPLAINED.decisions if each.meaning)
    lines = [
        f"# Glossary{'' if game == DEFAULT_GAME else f' of {game_named(game).envs.title}'}",
        "",
        *paragraph(
            f"Written by `make docs` from `stuka_env/games/{game}/words/glossary.py`; do not edit. Numbers in "
            f"brackets are sections of the rulebook. The [primer]({primer}) explains the words in the order in "
            "which a war uses them."
        ),
        *table(("word", "what it means"), terms),
        "## What a decision asks",
        "",
        *paragraph(f"The names are those of `decision_name` in an [info]({environments}#info)."),
        *table(("decision", "what is asked"), questions),
    ]
    return "\n".join(lines).rstrip() + "\n"


GLOSSARIES = {page_of(game, "glossary"): game for game in games_with("primer")}
"""Games by the pages of their words."""
PAGES = {path: partial(document, game) for path, game in GLOSSARIES.items()}
