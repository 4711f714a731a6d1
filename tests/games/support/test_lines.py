"""The turns of a battle as lines of the log sheet: a replay and its page know the turn of each decision."""

from stuka_env.replay import fly
from stuka_env.watch.parts import watch_parts
from tests.support.replays import recorded


def test_each_decision_is_in_its_turn() -> None:
    flight = fly(recorded("Support/Battle-v0", scenario="village"))
    *moments, end = flight.moments
    turns = [int(moment.mat["battle"]["turn"]) for moment in moments]
    assert len(set(turns)) > 2 and [moment.line + 1 for moment in moments] == turns
    settled = watch_parts("support").settled
    assert [settled(moment.mat) + 1 for moment in moments] == turns and settled(end.mat) == 12
