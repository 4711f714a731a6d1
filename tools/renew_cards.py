"""Write saved agents anew, as this package writes them: the digest of the observation, a zip without pickled entries.

``python -m tools.renew_cards`` does it for the agents that ship with the package; ``FILE.zip ...`` for others. A card
whose observation is another one is refused; weights are not touched. Nothing is unpickled: what was pickled is known
from the card.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from agents.learned.card import AgentError, current_digest, read_card
from agents.learned.saving import has_pickles, rewrite_agent
from agents.registry import trained_agents
from stuka_env.cli import REFUSED


def renew(agent: Path) -> bool:
    """Renew an agent's card, and its zip where that has pickled entries; whether anything had to be.

    Raises:
        AgentError: it cannot be used.
    """
    card = read_card(agent)
    renewed = card.model_copy(update={"layout_sha256": current_digest(card)})
    if not has_pickles(agent) and renewed == card:
        return False
    rewrite_agent(agent, renewed)
    return True


def main(words: Sequence[str] | None = None) -> int:
    """Renew the agents; the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("agents", nargs="*", type=Path, metavar="FILE.zip", help="saved agents (default: ours)")
    given = parser.parse_args(words)
    try:
        for agent in given.agents or trained_agents().values():
            print(f"{agent}: {'renewed' if renew(agent) else 'is as it should be'}")
    except (AgentError, OSError) as error:
        print(f"renew_cards.py: {error}", file=sys.stderr)
        return REFUSED
    return 0


if __name__ == "__main__":
    sys.exit(main())
