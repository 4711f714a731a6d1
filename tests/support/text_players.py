"""Scripts that play a war twice: natively, and by answers in words or numbers."""

from typing import Any

import gymnasium
import numpy as np

from stuka_env.envs.single import StukaEnv
from stuka_env.policy import Policy, PolicyInput
from stuka_env.replay.run import ending_of
from stuka_env.text import Refusal, TextGame


def begun(env: str, seed: int, **arguments: Any) -> StukaEnv:
    """Return an environment with a journal after its reset."""
    war = gymnasium.make(env, journal=True, **arguments).unwrapped
    assert isinstance(war, StukaEnv)
    war.reset(seed=seed)
    return war


def choice(war: StukaEnv, policy: Policy, noise: int) -> int:
    """Return the action of a policy with this random number."""
    actions = np.zeros(1, np.int64)
    observations = np.zeros((1, war.observation_space.shape[0]), np.float32)
    masks = war.action_masks()[None].astype(np.int8)
    mats, charts = war.engine.wars.mats.copy(), war.engine.charts_in_force()
    inputs = PolicyInput(observations, masks, mats, charts, np.array([noise]))
    policy.act(inputs, actions)
    return int(actions[0])


def native_actions(war: StukaEnv, policy: Policy) -> list[int]:
    """Play a war to its end and return the actions. The policy's random number depends on the turn alone."""
    actions: list[int] = []
    over = False
    while not over:
        actions.append(choice(war, policy, 1_000_003 * (len(actions) + 1)))
        _, _, terminated, truncated, _ = war.step(actions[-1])
        over = terminated or truncated
    return actions


def answer_for(game: TextGame, remaining: list[int], in_words: bool) -> str:
    """Return the answer that takes the next actions: one, or all seats of a formation."""
    if game.question.list_question is not None:
        return crews_after(game.war, remaining)
    places = [place for place, option in enumerate(game.question.options) if option.actions == (remaining[0],)]
    return game.question.options[places[0]].words if in_words else str(places[0] + 1)


def crews_after(war: StukaEnv, remaining: list[int]) -> str:
    """Return the crews that the next actions seat, as pairs."""
    twin = war.clone("same")
    for action in remaining:
        if twin.decision not in ("LEADER", "PILOT", "GUNNER"):
            break
        twin.step(action)
    cards = twin.mat["aircraft"][: int(twin.mat["mission"]["sent"])]
    return str([[int(card["pilot"]), int(card["gunner"])] for card in cards])


def played_in_words(war: StukaEnv, actions: list[int], merged: bool = True) -> TextGame:
    """Play the actions by answers, in turn as words and as numbers, with a refused answer before each."""
    game, remaining = TextGame(war, merged), list(actions)
    while not game.over:
        assert isinstance(game.answer("no such option"), Refusal)
        taken = game.answer(answer_for(game, remaining, in_words=game.questions % 2 == 0))
        assert not isinstance(taken, Refusal), str(taken)
        assert list(taken.actions) == remaining[: len(taken.actions)]
        remaining = remaining[len(taken.actions) :]
    assert remaining == []
    return game


def same_end(first: StukaEnv, second: StukaEnv) -> bool:
    """Whether two wars have ended with the same mat and score."""
    return ending_of(first.engine) == ending_of(second.engine)
