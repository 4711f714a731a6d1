"""Parts of the pages on agents: the scores to cite, and the parameters of the tuned scripts."""

from functools import partial

from agents.games.interceptor.scripts.champion import WORTHS
from agents.games.interceptor.scripts.worths import Choice
from agents.games.stuka.scripts.beliefs import BELIEFS, Beliefs, belief_values
from agents.games.stuka.scripts.champion import BELIEFS_OF_CHAMPION
from tools import DOCS, ROOT
from tools.cited_scores import CITED_TABLES, cited_part
from tools.generated import LEFT, RIGHT, pages_with, table

TRAITS_SHOWN = 8
"""Traits in the table of worths, those with the largest weights."""


def parameters() -> str:
    """Return the table of all parameters of ``old_hand`` and the champion."""
    tuned = belief_values(BELIEFS_OF_CHAMPION)
    rows = []
    for field in Beliefs.FIELDS:
        belief = BELIEFS[field.name]
        rows.append((
            f"`{field.name}`",
            f"{field.meaning}; {field.low} to {field.high}",
            f"{belief.value:g}",
            f"{tuned[field.name]:g}",
            belief.words,
        ))  # fmt: skip
    head = ("parameter", "unit, meaning and range", "`old_hand`", "`champion`", "belief of `old_hand`")
    return "\n".join(["", *table(head, rows, (LEFT, LEFT, RIGHT, RIGHT, LEFT))])


def worths() -> str:
    """Return the table of the worths of the second game's champion: the traits with the largest weights."""
    head = ("for", *(choice.word for choice in Choice))
    largest = sorted(WORTHS, key=lambda trait: -max(map(abs, WORTHS[trait])))[:TRAITS_SHOWN]
    rows = [(trait.word, *(f"{weight:+.3f}" for weight in WORTHS[trait])) for trait in WORTHS if trait in largest]
    return "\n".join(["", *table(head, rows, (LEFT, *[RIGHT] * len(Choice)))])


PAGES = pages_with(
    {
        ROOT / "README.md": {f"{game}-scores": partial(cited_part, game) for game in CITED_TABLES},
        DOCS / "agents.md": {"scores": cited_part},
        DOCS / "champion.md": {"parameters": parameters},
        DOCS / "interceptor_agents.md": {"worths": worths},
    }
)
