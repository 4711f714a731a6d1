"""Scripts that are asked for their reasons."""

from typing import Any

import numpy as np

from agents.reasoned_script import place_of_reasons
from agents.registry import make_policy, players_of
from stuka_env.game import game_named
from stuka_env.policy import PolicyInput, import_object


class Asked:
    """A script that is asked why, at every decision.

    Args:
        name: its name.
        game: its game.

    Attributes:
        said: the decisions with the reasons that were given, as codes.
    """

    def __init__(self, name: str, game: str) -> None:
        players = players_of(game)
        self.name = name
        self.policy = make_policy(name, game)
        self.said: set[tuple[int, int]] = set()
        self._block = game_named(game).standing_block
        self._why: Any = import_object(place_of_reasons(players.scripts[name]) or "")
        self._words: Any = players.reason_words

    def act(self, inputs: PolicyInput, actions: Any) -> None:
        """Choose, and check that the reason is for this choice."""
        self.policy.act(inputs, actions)
        mats: Any = inputs.mats
        for war in np.flatnonzero(mats[self._block]["over"] == 0).tolist():
            given = self._why(mats[war], inputs.charts[0], inputs.masks[war], int(inputs.noise[war]))
            assert given.action == actions[war] and inputs.masks[war][given.action]
            assert "{" not in self._words(given, mats[war], inputs.charts[0])
            self.said.add((int(mats[war]["cursor"]["decision"]), int(given.reason)))
