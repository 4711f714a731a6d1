"""Scripts that are asked for their reasons."""

from typing import Any

import numpy as np

from agents.reasoned_script import place_of_reasons
from agents.registry import make_policy, players_of
from stuka_env.game import game_named
from stuka_env.policy import ExplainingPolicy, PolicyInput, import_object


class Asked:
    """A script that is asked why, at every decision.

    Args:
        name: its name.
        game: its game.

    Attributes:
        said: the decisions with the reasons that were given, as codes.
        valued: the decisions for which it stated values, as codes.
    """

    def __init__(self, name: str, game: str) -> None:
        players = players_of(game)
        self.name = name
        self.policy = make_policy(name, game)
        self.said: set[tuple[int, int]] = set()
        self.valued: set[int] = set()
        self._block = game_named(game).standing_block
        self._why: Any = import_object(place_of_reasons(players.scripts[name]) or "")
        self._words: Any = players.reason_words

    def act(self, inputs: PolicyInput, actions: Any) -> None:
        """Choose, and check that the reason is for this choice, and that no option has a greater value."""
        self.policy.act(inputs, actions)
        assert isinstance(self.policy, ExplainingPolicy)
        values = self.policy.explain(inputs).action_values
        mats: Any = inputs.mats
        for war in np.flatnonzero(mats[self._block]["over"] == 0).tolist():
            given = self._why(mats[war], inputs.charts[0], inputs.masks[war], int(inputs.noise[war]))
            assert given.action == actions[war] and inputs.masks[war][given.action]
            assert "{" not in self._words(given, mats[war], inputs.charts[0])
            self.said.add((int(mats[war]["cursor"]["decision"]), int(given.reason)))
            stated = np.isfinite(values[war])
            if stated.any():
                assert inputs.masks[war][stated].all() and values[war][given.action] == values[war][stated].max()
                self.valued.add(int(mats[war]["cursor"]["decision"]))
