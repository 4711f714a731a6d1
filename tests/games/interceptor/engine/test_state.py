"""Wars of the second game as JSON: what comes back, and what is refused."""

from typing import Any

import numpy as np
import pytest

from stuka_env.engine.engine import StateError
from tests.support.contract import changed_state, walk
from tests.support.each import each
from tests.support.interceptor.playing import CAREER
from tests.support.playing import make


def test_every_state_of_a_career_is_accepted() -> None:
    for seed in range(3):
        env, other = (
            make(CAREER, advanced_maneuvers=True, fatigue=True),
            make(CAREER, advanced_maneuvers=True, fatigue=True),
        )
        env.reset(seed=seed)
        for _, _, terminated, _, _ in walk(env, 400, seed):
            if terminated:
                break
            other.set_state(env.get_state())


@each(
    "path, value, message",
    [
        ("mats.sortie.box", 99, "mats.sortie.box: got 99, expected a whole number from 0 to"),
        ("mats.sortie.box", 1.5, "mats.sortie.box: got 1.5"),
        ("mats.deck.drawn", [1], "mats.deck.drawn: expected numbers of shape"),
        ("mats.settings.scale", 0, "mats.settings.scale: got 0, allowed is 2"),
        ("mats.cursor.decision", 0, "mats.cursor.phase: got"),
        ("mats.career.lines_used", 92, "mats.career.lines_used: got 92, allowed is 0 to"),
        ("mats.career.start", 11, "mats.career.start: got 11, allowed is 0 to"),
        ("mats.career.over", 1, "mats.career.over: got 1"),
        ("mats.bomber.present", 1, "mats.bomber.type: got 0"),
        ("masks.legal.0", 7, "masks.legal: got 7, expected a whole number from 0 to 1"),
        ("masks.legal.31", 1, "masks.legal[31]: got 1, allowed is 0"),
        ("dice.counts.0", -1, "dice.counts: got"),
        ("dice.strict", 1, "dice.strict: got 1, allowed is 0 without a tape"),
        ("tapes.start.3", 9, "tapes.start: got"),
        ("reports.decision", 3, "reports.decision: got 3"),
        ("reports.sortie_index", 9, "reports.sortie_index: got 9"),
        ("reports.ledger.destroyed", 3, "reports.destroyed: got 3, allowed is 0"),
        ("reports.ledger.reward", float("nan"), "reports.ledger.reward: got nan"),
        ("reports.ledger.reward", 1.0, "reports.reward: got 1.0"),
        ("reports.streak", -1, "reports.streak: got -1"),
        ("reports.war_seed", 5, "reports.war_seed: got 5"),
    ],
)
def test_a_changed_value_is_named(path: str, value: Any, message: str) -> None:
    env = make(CAREER, track="officer")
    env.reset(seed=3)
    while env.decision != "SCRAMBLE":
        env.step(int(np.flatnonzero(env.action_masks())[-1]))
    with pytest.raises(StateError) as caught:
        env.set_state(changed_state(env, path, value))
    assert message in str(caught.value) and "\n" not in str(caught.value)
