"""Dice to come, cards to come, and all else that a player cannot know, tell nothing in any game.

A card or number that has been drawn is on the part of the mat that a player sees, or in the journal. Everything else
is drawn anew by a clone with dice of its own.
"""

from collections import defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.envs.single import StukaEnv
from stuka_env.flights.episodes import fly_wars
from stuka_env.policy import PolicyInput
from stuka_env.position import position_of
from tests.support.contract import choose, comparable, each_id, make

CLONES, DECISIONS = 16, 40
OTHER_DICE = 0x123456789


def what_is_seen(env: StukaEnv) -> bytes:
    """Return the blocks of the mat that the observation has, and those beside it that are on the log sheet."""
    mat = env.engine.wars.mats[0]
    blocks = {part.block for part in env.game.envs.layout(None).parts.values()} | {"log"}
    return b"".join(mat[name].tobytes() for name in mat.dtype.names if name in blocks)


def decisions_of(env: StukaEnv, seed: int) -> Any:
    """Play at random, and yield an action of each decision before it is taken."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    for _ in range(DECISIONS):
        action = int(choose(env, env.action_masks(), rng))
        yield action
        *_, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            env.reset()


@each_id
def test_a_war_with_other_dice_looks_the_same_and_has_the_same_clones(env_id: str) -> None:
    env, rng = make(env_id), np.random.default_rng(5)
    for number, _ in enumerate(decisions_of(env, 1)):
        if number % 8 == 0:
            other = env.clone("same")
            other.engine.change_dice(OTHER_DICE)
            other.engine.show(other._buffers)
            assert comparable(other._seen()) == comparable(env._seen())
            assert other.mat.tobytes() == env.mat.tobytes() and other.legal_actions() == env.legal_actions()
            assert position_of(other) == position_of(env)
            clones = [one.clone(7) for one in (env, other)]
            assert clones[0].engine.wars.mats.tobytes() == clones[1].engine.wars.mats.tobytes()
            while not clones[0].engine.wars.reports["over"][0] and rng.random() < 0.97:
                action = int(choose(env, clones[0].action_masks(), rng))
                results = [comparable(one.step(action)) for one in clones]
                assert results[0] == results[1]


@each_id
def test_nothing_that_was_drawn_is_unseen(env_id: str) -> None:
    """After the same that is seen and told, a mat is the same: no other part of it has a number of its own."""
    env, again = make(env_id, journal=True, info="mask"), 0
    for action in decisions_of(env, 2):
        told, mats = len(env.journal), defaultdict[Any, set[bytes]](set)
        for number in range(CLONES):
            clone = env.clone(number)
            clone.step(action)
            key = what_is_seen(clone), repr(clone.journal[told:])
            again += key in mats
            mats[key].add(clone.mat.tobytes())
        assert {len(equal) for equal in mats.values()} == {1}
    assert again > CLONES


class Reader:
    """A player at random that reads the blocks of the mat with pending work."""

    name = "reader"

    def __init__(self, blocks: tuple[str, ...]) -> None:
        self.blocks, self.pending = blocks, 0

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write random legal actions; the blocks are zero on the mats, and complete on the snapshot."""
        mats, snapshot = inputs.mats, inputs.snapshot
        assert not mats.flags.writeable and not snapshot.flags.writeable
        for name in mats.dtype.names or ():
            if name in self.blocks:
                assert not mats[name].tobytes().strip(b"\0"), name
                self.pending += len(snapshot[name].tobytes().strip(b"\0"))
            else:
                assert mats[name].tobytes() == snapshot[name].tobytes(), name
        lots = np.random.default_rng(inputs.noise).random(inputs.masks.shape)
        actions[:] = (lots * inputs.masks).argmax(axis=1)


@each_id
def test_policies_see_no_pending_work(env_id: str) -> None:
    env = make(env_id)
    reader = Reader(env.game.pending_blocks)
    assert "work" in reader.blocks or "work" not in (env.mat.dtype.names or ())
    assert fly_wars(reader, env.engine.spec, np.arange(4, dtype=np.uint64)).finished.all()
    assert bool(reader.pending) == bool(reader.blocks), "there was something to hide"
