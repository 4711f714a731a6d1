"""Parts of the pages on agents: the scores to cite, and the parameters of the champion."""

from agents.games.stuka.scripts.beliefs import BELIEFS, Beliefs
from agents.games.stuka.scripts.champion import CHANGES
from tools import DOCS, ROOT
from tools.cited_scores import cited_part
from tools.generated import LEFT, RIGHT, pages_with, table


def parameters() -> str:
    """Return the table of all parameters of ``old_hand`` and the champion."""
    rows = []
    for field in Beliefs.FIELDS:
        belief, change = BELIEFS[field.name], CHANGES.get(field.name)
        rows.append((
            f"`{field.name}`",
            f"{field.meaning}; {field.low} to {field.high}",
            f"{belief.value:g}",
            f"{belief.value if change is None else change.value:g}",
            belief.words,
        ))  # fmt: skip
    head = ("parameter", "unit, meaning and range", "`old_hand`", "`champion`", "belief of `old_hand`")
    return "\n".join(["", *table(head, rows, (LEFT, LEFT, RIGHT, RIGHT, LEFT))])


PAGES = pages_with(
    {
        ROOT / "README.md": {"scores": cited_part},
        DOCS / "agents.md": {"scores": cited_part},
        DOCS / "champion.md": {"parameters": parameters},
    }
)
