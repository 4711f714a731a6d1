"""Tables of the pages on environments, for every game: its actions, its decisions, and its observation."""

from functools import partial

from stuka_env.declared.codes import in_general
from stuka_env.game import DEFAULT_GAME, game_named, room_of
from tools import DOCS
from tools.generated import Text, code_rows, games_with, page_of, pages_with, table


def actions(game: str) -> str:
    """Return the table of the actions of a game, with a row for each verb."""
    own = getattr(room_of(game, "words.labels"), "table_of_actions", None)
    rows = own() if own else room_of(game, "codes").ACTS.table()
    has_arguments = any(row.argument for row in rows)
    cells = [
        (
            str(row.first) if row.first == row.last else f"{row.first} to {row.last}",
            f"`{row.verb}`",
            *([row.argument] if has_arguments else []),
            row.decisions,
            row.meaning,
        )
        for row in rows
    ]
    heads = ("verb", "argument") if has_arguments else ("action",)
    return "\n".join(["", *table(("index", *heads, "decision", "what it does"), cells)])


def decisions(game: str) -> str:
    """Return the table of the decisions of a game. Code 0 asks nothing."""
    asked = [each for each in room_of(game, "codes").Decision if each]
    rows = code_rows((each.name, in_general(each.word)) for each in asked)
    return "\n".join(["", *table(("decision", "what is being decided"), rows)])


def observation(game: str, details: str | None = None) -> str:
    """Return the table of the observation of a game, for its own setting of it."""
    rows = [
        (
            row.name,
            row.places,
            " x ".join(map(str, row.shape)) if row.shape else "1",
            f"{row.low:g} to {row.high:g}",
            str(row.largest),
            row.meaning,
        )
        for row in game_named(game).envs.layout(details).describe()
    ]
    return "\n".join(["", *table(("name", "index", "shape", "range", "1 is", "meaning"), code_rows(rows))])


def chart_numbers(game: str) -> str:
    """Return the table of the charts in the observation of a game, with a row for each field."""
    bank = game_named(game).engine.bank
    assert bank is not None
    rows = [(part.name, str(part.length), str(part.low), str(part.high), part.meaning) for part in bank.layout.parts]
    return "\n".join(["", *table(("field", "numbers", "0 is", "1 is", "meaning"), code_rows(rows))])


FIRST_PAGES = {"actions.md": ("actions", "decisions"), "observation.md": ("observation", "charts")}
"""Pages of the first game, with the names of their generated parts."""
SHOWN_DETAILS = {"interceptor": "counted"}
"""The setting of the observation that a page shows, by game; other games have one."""


def environment_parts(game: str) -> dict[str, Text]:
    """Return the generated parts of the page on the environments of a game."""
    parts: dict[str, Text] = {
        "actions": partial(actions, game),
        "decisions": partial(decisions, game),
        "observation": partial(observation, game, SHOWN_DETAILS.get(game)),
    }
    return parts if game_named(game).engine.bank is None else parts | {"charts": partial(chart_numbers, game)}


FIRST_PARTS = environment_parts(DEFAULT_GAME)
PAGES = pages_with(
    {DOCS / name: {part: FIRST_PARTS[part] for part in parts} for name, parts in FIRST_PAGES.items()}
    | {
        page_of(game, "environment"): environment_parts(game)
        for game in games_with("environment")
        if game != DEFAULT_GAME
    }
)
