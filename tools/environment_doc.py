"""Tables of the pages on environments, for every game: its actions, its decisions, and its observation."""

from functools import partial

from stuka_env.game import game_named, room_of
from tools import DOCS
from tools.generated import Text, code_rows, pages_with, table


def actions(game: str) -> str:
    """Return the table of the actions of a game, with a row for each verb."""
    rows = room_of(game, "words.labels").table_of_actions()
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
    rows = code_rows((each.name, each.word.format(slot="n", person="a person")) for each in asked)
    return "\n".join(["", *table(("decision", "what is being decided"), rows)])


def observation(game: str, details: str | None = None) -> str:
    """Return the table of the observation of a game, for its own setting of it."""
    rows = [
        (
            row.name,
            " x ".join(map(str, row.shape)) if row.shape else "1",
            f"{row.low:g} to {row.high:g}",
            str(row.largest),
            row.meaning,
        )
        for row in game_named(game).envs.layout(details).describe()
    ]
    return "\n".join(["", *table(("name", "shape", "range", "1 is", "meaning"), code_rows(rows))])


def chart_numbers(game: str) -> str:
    """Return the table of the charts in the observation of a game, with a row for each field."""
    bank = game_named(game).engine.bank
    assert bank is not None
    rows = [(part.name, str(part.length), str(part.low), str(part.high), part.meaning) for part in bank.layout.parts]
    return "\n".join(["", *table(("field", "numbers", "0 is", "1 is", "meaning"), code_rows(rows))])


ENVIRONMENT_PARTS: dict[str, dict[str, Text]] = {
    "actions.md": {"actions": partial(actions, "stuka"), "decisions": partial(decisions, "stuka")},
    "observation.md": {"observation": partial(observation, "stuka"), "charts": partial(chart_numbers, "stuka")},
    "interceptor_environment.md": {
        "actions": partial(actions, "interceptor"),
        "decisions": partial(decisions, "interceptor"),
        "observation": partial(observation, "interceptor", "counted"),
        "charts": partial(chart_numbers, "interceptor"),
    },
    "wing_environment.md": {
        "actions": partial(actions, "wing"),
        "decisions": partial(decisions, "wing"),
        "observation": partial(observation, "wing"),
        "charts": partial(chart_numbers, "wing"),
    },
}
"""Generated parts of each page."""
PAGES = pages_with({DOCS / name: parts for name, parts in ENVIRONMENT_PARTS.items()})
