"""Write the table of beliefs in docs/agents.md, from the records of old_hand and of the champion.

``python -m tools.agents_doc`` writes the table. ``--check`` writes nothing and exits with 1 if the table is stale.
"""

import sys
from collections.abc import Iterator, Sequence

from agents.scripts.beliefs import BELIEFS, Beliefs
from agents.scripts.champion import CHANGES
from tools import ROOT
from tools.generated import LEFT, RIGHT, filled, table, write_page

PAGE = ROOT / "docs" / "agents.md"
BELIEF_TABLE = "beliefs"


def belief_lines() -> Iterator[tuple[str, ...]]:
    """Yield the row of each parameter."""
    for field in Beliefs.FIELDS:
        belief, change = BELIEFS[field.name], CHANGES.get(field.name)
        yield (
            f"`{field.name}`",
            f"{field.meaning}; {field.low} to {field.high}",
            f"{belief.value:g}",
            "" if change is None else f"{change.value:g}",
            belief.words if change is None else f"{belief.words}. **Champion**: {change.words}",
        )


def page() -> str:
    """Return the text of docs/agents.md with the table."""
    head = ("parameter", "unit, meaning and range", "`old_hand`", "`champion`", "belief")
    lines = table(head, belief_lines(), (LEFT, LEFT, RIGHT, RIGHT, LEFT))
    return filled(PAGE.read_text(encoding="utf-8"), BELIEF_TABLE, "\n".join(["", *lines]))


def main(words: Sequence[str] | None = None) -> int:
    """Write the table or check it. Return the exit status."""
    return write_page("agents_doc", PAGE, page, words)


if __name__ == "__main__":
    sys.exit(main())
