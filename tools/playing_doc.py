"""The tables of keys of ``docs/playing.md``, from their declarations."""

from collections.abc import Iterable
from functools import partial

from stuka_env.play.keys import EXERCISE_KEYS, KEYS, Key
from tools import DOCS
from tools.generated import pages_with, table


def table_of_keys(keys: Iterable[Key]) -> str:
    """Return the table of the keys of a game, on the page and at lines of text."""
    rows = [(key.shown, key.meaning, "yes" * key.in_browser, "yes" * bool(key.command)) for key in keys]
    return "\n".join(table(("key", "does", "page", "`--text`"), rows)).rstrip()


PAGES = pages_with(
    {
        DOCS / "playing.md": {
            "keys": partial(table_of_keys, KEYS),
            "exercise-keys": partial(table_of_keys, EXERCISE_KEYS),
        }
    }
)
"""The page with the generated tables."""
