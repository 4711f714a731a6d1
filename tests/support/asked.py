"""Scripts that are asked for their reasons."""

import re
from typing import Any

import numpy as np
import pytest

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
        named: the reasons that named rivals, as codes.
    """

    def __init__(self, name: str, game: str) -> None:
        players = players_of(game)
        self.name = name
        self.policy = make_policy(name, game)
        self.said: set[tuple[int, int]] = set()
        self.valued: set[int] = set()
        self.named: set[int] = set()
        self._block = game_named(game).standing_block
        self._why: Any = import_object(place_of_reasons(players.scripts[name]) or "")
        self._reasons: Any = players.reasons

    def act(self, inputs: PolicyInput, actions: Any) -> None:
        """Choose, and check that the reason is for this choice, and that no option has a greater value."""
        self.policy.act(inputs, actions)
        assert isinstance(self.policy, ExplainingPolicy)
        output = self.policy.explain(inputs)
        values, reasons = output.action_values, output.reasons
        assert reasons is not None
        mats: Any = inputs.mats
        for war in np.flatnonzero(mats[self._block]["over"] == 0).tolist():
            given = self._why(mats[war], inputs.charts[0], inputs.masks[war], int(inputs.noise[war]))
            assert given.action == actions[war] and inputs.masks[war][given.action]
            assert reasons[war] and "{" not in reasons[war]
            self.said.add((int(mats[war]["cursor"]["decision"]), int(given.reason)))
            stated = np.isfinite(values[war])
            if stated.any():
                assert inputs.masks[war][stated].all() and values[war][given.action] == values[war][stated].max()
                self.valued.add(int(mats[war]["cursor"]["decision"]))
                self._check_rivals(given, values[war], reasons[war])

    def _check_rivals(self, given: Any, values: Any, reason: str) -> None:
        """Check that a reason that names rivals has up to three, with the highest values, the best first."""
        code = self._reasons(given.reason)
        if code.short == code.word:
            return
        own = np.delete(values, given.action)
        best = np.sort(own[np.isfinite(own)])[::-1][:3]
        rivals = reason.rpartition("; ")[2].split(", ") if len(best) else []
        named = [float(re.findall(r"-?\d+(?:\.\d+)?", rival.removesuffix(" in 36"))[-1]) for rival in rivals]
        assert np.abs(named) == pytest.approx(np.abs(best), abs=0.051)
        self.named.update([int(given.reason)] if rivals else [])
