"""Positions of the second game: the cards that are out, the pay of a sortie, its charts, set-ups and discards."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.games.interceptor.codes import Line, Phase
from stuka_env.games.interceptor.observation import DISCARDS
from stuka_env.position import position_of, read_position
from tests.support.contract import comparable, walk
from tests.support.interceptor.playing import CAREER, MONTH, SORTIE, bold
from tests.support.interceptor.replays import write_charts
from tests.support.playing import make

JULY = {
    "career": {"month": "1943-07", "line": 2, "unit": "I/JG 27", "bombers": 8, "destroyed": 8, "by_type": {"b_17f": 8}},
    "aircraft": {"model": "Bf109G-6/R4", "port_wing": 1, "guns": [{"ammunition": 3}]},
}


def until(env: Any, wanted: Any, seed: int = 0) -> str:
    """Play at random from a seed on until the mat is as wanted, and return the position."""
    env.reset(seed=seed)
    for result in walk(env, 5000, seed):
        if not result[2] and wanted(env.mat):
            return position_of(env)
    raise AssertionError("no such mat")


def cards_of(env: Any, steps: int) -> list[int]:
    """Return the cards in the order in which they go out, for some steps in one shuffle."""
    cards: list[int] = []
    shuffles, drawn = int(env.mat.deck.shuffles), set(env.mat.deck.drawn.nonzero()[0].tolist())
    for result in walk(env, steps):
        if result[2] or env.mat.deck.shuffles != shuffles:
            break
        cards += sorted(set(env.mat.deck.drawn.nonzero()[0].tolist()) - drawn - set(cards))
    return cards


def test_only_cards_that_are_still_in_come_in_an_order_of_the_seed() -> None:
    env = make(CAREER)
    text = until(env, lambda mat: 20 < mat.deck.drawn.sum() < 40 and mat.sortie.box > 0)
    out = set(env.mat.deck.drawn.nonzero()[0].tolist())
    orders = []
    for seed in (1, 1, 2):
        env.reset(seed=seed, options={"position": text})
        orders.append(cards_of(env, 60))
        assert orders[-1] and not out & set(orders[-1])
    assert orders[0] == orders[1] != orders[2]


def test_bombers_of_a_single_sortie_are_paid_at_its_end() -> None:
    env = make(SORTIE)
    text = until(env, lambda mat: mat.career.bombers > 0)
    paid, chance = [], np.random.default_rng(0)
    for seed in range(12):
        _, info = env.reset(seed=seed, options={"position": text})
        assert env.get_state()["arrays"]["reports"]["ledger"]["destroyed"] == 0
        total, over = 0.0, False
        while not over:
            _, reward, over, _, info = env.step(int(bold(info["action_mask"], chance)))
            total += reward
        result = info["result"]
        assert round(total * 100) == (result["bombers"] if result["alive"] else 0)
        paid.append(result["alive"])
    assert any(paid)


def test_the_line_of_a_sortie_in_debriefing_is_on_the_log_sheet() -> None:
    env = make(CAREER)
    text = until(env, lambda mat: mat.cursor.phase == Phase.PURCHASES and mat.sortie.raid and mat.sortie.boxes)
    other = make(CAREER)
    other.reset(seed=1, options={"position": text})
    own, was = (one.engine.wars.logs["lines"][0, int(one.mat.career.lines_used) - 1] for one in (other, env))
    assert own["status"] == Line.FLOWN
    same = [name for name in was.dtype.names if name not in ("damaged", "awards")]
    assert [own[name] for name in same] == [was[name] for name in same]


@pytest.mark.parametrize("discards", DISCARDS)
def test_every_setting_of_the_discards(discards: str) -> None:
    env = make(MONTH, discards=discards)
    text = until(env, lambda mat: mat.deck.drawn.sum() > 9)
    for kind in ("flat", "mat", "compact"):
        other, same = (make(MONTH, discards=discards, observation=kind) for _ in range(2))
        seen, _ = other.reset(seed=1, options={"position": text})
        assert comparable(seen) == comparable(same.set_state(env.get_state())[0])


def test_a_war_of_a_setup_has_positions() -> None:
    env = make(CAREER, track="officer")
    env.reset(seed=1, options={"setup": JULY})
    list(walk(env, 6))
    text = position_of(env)
    assert read_position(text).arguments == {"start": "1943-07", "track": "officer"}
    other = make(CAREER, track="officer")
    other.reset(seed=2, options={"position": text})
    assert other.mat.tobytes() == env.mat.tobytes()


def test_charts_of_a_folder_are_named_by_their_digest(tmp_path: Path) -> None:
    folder = write_charts(tmp_path / "theirs", 3)
    env = make(CAREER, charts=folder)
    env.reset(seed=1)
    list(walk(env, 6))
    text = position_of(env)
    assert read_position(text).charts == env.charts.sha256[:8]
    env.reset(seed=2, options={"position": text})
    assert position_of(env) == text
    with pytest.raises(ValueError, match="allowed is one under the project's own charts"):
        make(CAREER).reset(options={"position": text})
