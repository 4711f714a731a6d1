"""The turns of a battle as lines of the log sheet, and its map in the lines of a text."""

import re

import numpy as np
import pytest

from stuka_env.games.support.codes import HEXES, NOBODY, ROWS, hex_words
from stuka_env.games.support.scenario.plan import SCENARIOS
from stuka_env.replay import fly
from stuka_env.views.map_text import MAP_WIDTH
from stuka_env.watch.parts import watch_parts
from tests.support.face_down import battle
from tests.support.replays import recorded


def test_each_decision_is_in_its_turn() -> None:
    flight = fly(recorded("Support/Battle-v0", scenario="village"))
    *moments, end = flight.moments
    turns = [int(moment.mat["battle"]["turn"]) for moment in moments]
    assert len(set(turns)) > 2 and [moment.line + 1 for moment in moments] == turns
    settled = watch_parts("support").settled
    assert [settled(moment.mat) + 1 for moment in moments] == turns and settled(end.mat) == 12


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_map_of_a_battle_is_in_letters(scenario: str) -> None:
    """Every hex, each unit that is on the map, and of those that lie face down no more than that."""
    env, rng = battle(scenario=scenario), np.random.default_rng(2)
    _, info = env.reset(seed=4)
    while info["result"] is None:
        lines = [line.rstrip() for line in env.render().splitlines()]
        first = next(number for number, line in enumerate(lines) if line.startswith(" ______  "))
        drawn = lines[first : first + 2 * ROWS + 2]
        assert max(map(len, drawn)) <= MAP_WIDTH and drawn[-1].endswith("\\______/")
        text = "\n".join(drawn)
        assert all(text.count(hex_words(place)) == 1 for place in range(HEXES))
        units = [unit for unit in env.mat["units"] if not unit["gone"] and unit["place"] != NOBODY]
        assert text.count("?") == sum(unit["kind"] == NOBODY for unit in units)
        marks = re.findall(r"\\_*([a-zA-Z?\u2190-\u21ff]+)_*/", text)
        assert sum(letter.isascii() for letter in "".join(marks)) == len(units)
        assert any(line.startswith("== road") and "## building" in line for line in lines)
        *_, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
