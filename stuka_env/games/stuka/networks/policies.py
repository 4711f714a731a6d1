"""The policy for sb3-contrib's MaskablePPO whose network follows the structure of the mat.

The card of a saved agent names its class, and its weights have the names of the attributes here. Neither may change.
"""

from typing import Any

from stuka_env.games.stuka.networks.structured import ActionHead, MatEncoder, Sizes
from stuka_env.networks.policies import EncodedPolicy


class StructuredPolicy(EncodedPolicy):
    """MaskablePPO's policy with a network that follows the structure of the mat."""

    def __init__(
        self, *arguments: Any, card: int, trunk: int, roster: bool = False, odds: bool = False, **keywords: Any
    ) -> None:
        inputs = {"card": card, "roster": roster, "odds": odds}
        sizes = Sizes(card, trunk, roster, odds)
        super().__init__(*arguments, sizes=sizes, encoder=MatEncoder, encoder_arguments=inputs, **keywords)

    def new_action_head(self, pooled: int) -> ActionHead:
        """Return the head of the game's actions."""
        return ActionHead(pooled, self.sizes)

    @property
    def reads_odds(self) -> bool:
        """Whether its inputs are flat observations with the odds behind them."""
        odds: bool = self.sizes.odds
        return odds
