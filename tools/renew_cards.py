"""Write the cards of saved agents anew: the digest of the observation as this package writes it.

``python -m tools.renew_cards`` does it for the agents that ship with the package; ``FILE.zip ...`` for others. A card
whose observation is another one is refused; weights are not touched.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from agents.learned.card import AgentError, current_digest, read_card, write_card
from agents.registry import trained_agents
from stuka_env.cli import REFUSED


def renew(agent: Path) -> bool:
    """Renew the card of an agent; whether it had to be.

    Raises:
        AgentError: its card cannot be used.
    """
    card = read_card(agent)
    renewed = card.model_copy(update={"layout_sha256": current_digest(card)})
    if renewed == card:
        return False
    write_card(renewed, agent)
    return True


def main(words: Sequence[str] | None = None) -> int:
    """Renew the cards; the exit status."""
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
