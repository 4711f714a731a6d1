"""The tables of docs/decisions_that_matter.md: what each kind of decision is worth, for each game.

``python -m tools.decision_kinds`` measures the figures.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from agents.exercises.making import making_of
from stuka_env.game import game_named
from stuka_env.io.reading import MIB, read_json
from tools import DOCS
from tools.decision_kinds import MEASURED, kinds_file
from tools.generated import LEFT, RIGHT, Text, page_with, table, wars_in_words

KINDS_PAGE = DOCS / "decisions_that_matter.md"
HEAD = (
    *("decision", "a war", "choices", "no sure cost, %", "worst choice", "random choice", "random, a war", "measured"),
)


def cost_of_a_war(one: Mapping[str, Any]) -> float:
    """Return the points of a war's score that choices at random cost in one kind of decision."""
    return float(one["random"] * one["a_war"] * one["worth"])


def kind_rows(kinds: Iterable[Mapping[str, Any]], digits: int) -> list[tuple[str, ...]]:
    """Return the rows of a table, those kinds first in which a choice at random costs a war most."""
    ordered = sorted(kinds, key=lambda one: -cost_of_a_war(one))
    return [
        (
            f"`{one['kind']}`",
            f"{one['a_war']:.2f}",
            f"{one['choices']:.1f}",
            f"{100 * one['no_sure_cost']:.0f}",
            f"{one['worst']:.{digits}f} ± {one['worst_error']:.{digits}f}",
            f"{one['random']:.{digits}f} ± {one['random_error']:.{digits}f}",
            f"{cost_of_a_war(one):.{digits}f}",
            str(one["measured"]),
        )
        for one in ordered
    ]


def share_without_cost(kinds: Iterable[Mapping[str, Any]]) -> float:
    """Return the share of all decisions of a war in which even the worst choice has no sure cost."""
    kinds = list(kinds)
    return sum(one["a_war"] * one["no_sure_cost"] for one in kinds) / sum(one["a_war"] for one in kinds)


def game_part(game: str) -> str:
    """Return the tables of a game."""
    digits = 1 if making_of(game).least_gap >= 1 else 2
    lines: list[str] = []
    for one in read_json(kinds_file(game), MIB)["measures"]:
        lines += [
            f"{wars_in_words(one)}: {one['wars']} wars of `{one['script']}`, and "
            f"2 x {one['rollouts']} rollouts of each choice. In {100 * share_without_cost(one['kinds']):.0f} % of the",
            f"decisions the worst choice has no sure cost. Losses are {making_of(game).unit}.",
            "",
            *table(HEAD, kind_rows(one["kinds"], digits), (LEFT, *[RIGHT] * (len(HEAD) - 1))),
        ]
    return "\n".join(lines).rstrip("\n")


def page() -> str:
    """Return the page with its generated parts."""
    parts: dict[str, Text] = {game: partial(game_part, game) for game in MEASURED if game_named(game)}
    return page_with(KINDS_PAGE, parts)


PAGES = {KINDS_PAGE: page}
