"""d3rlpy: offline learning from recorded missions, with masks.

It learns from missions that another policy flew; here a rule of thumb (random, but never home). Set `action_size=135`,
because d3rlpy takes the largest action in the data for the last one. It knows no masks: `predict` returns the best of
all actions, legal or not. `predict_value` rates given actions, so the recipe rates the legal ones only and flies the
best.

d3rlpy 2.8.1 requires Gymnasium 1.0.0, which is older than stuka_env allows. The functions used here run with the
version below: install its other requirements first, then d3rlpy itself with `--no-deps`.
"""

# --- recipe ---
from typing import Any

import d3rlpy
import gymnasium
import numpy as np

from stuka_env.games.stuka.codes import Act

HOME = [Act.NO_FLY, Act.ABORT, *range(Act.SEND_HOME, Act.SEND_HOME + 10)]


def record(decisions: int, seed: int = 0) -> Any:
    """Record whole missions with at least so many decisions, drawn among the legal actions except HOME."""
    env: Any = gymnasium.make("stuka_env:Stuka/Mission-v0", info="mask")
    env.action_space.seed(seed)
    rows: list[tuple[Any, ...]] = []
    mission = 0
    while len(rows) < decisions:
        (seen, info), over = env.reset(seed=seed + mission), False
        while not over:
            mask = info["action_mask"].copy()
            mask[HOME] = 0
            action = env.action_space.sample(mask=mask if mask.any() else info["action_mask"])
            following, reward, over, _, info = env.step(action)
            rows.append((seen, action, reward, over))
            seen = following
        mission += 1
    observations, actions, rewards, terminals = map(np.array, zip(*rows, strict=True))
    return d3rlpy.dataset.MDPDataset(
        observations,
        actions,
        rewards.astype(np.float32),
        terminals.astype(np.float32),
        action_space=d3rlpy.ActionSpace.DISCRETE,
        action_size=int(env.action_space.n),
    )


def train(decisions: int = 20_000, seed: int = 0) -> Any:
    """Train conservative Q-learning; return an agent of observations and masks of N missions."""
    d3rlpy.seed(seed)
    learner = d3rlpy.algos.DiscreteCQLConfig(
        batch_size=128,
        gamma=1.0,
        learning_rate=1e-3,
        target_update_interval=200,
        alpha=0.1,
        encoder_factory=d3rlpy.models.VectorEncoderFactory([128, 128]),
    ).create(device="cpu")
    learner.fit(
        record(decisions, seed),
        n_steps=max(decisions // 5, 1),
        n_steps_per_epoch=max(decisions // 5, 1),
        show_progress=False,
        logger_adapter=d3rlpy.logging.NoopAdapterFactory(),
    )

    def agent(seen: Any, masks: Any) -> Any:
        missions, actions = np.nonzero(masks)
        values = np.full(masks.shape, -np.inf)
        values[missions, actions] = learner.predict_value(seen[missions], actions)
        return values.argmax(axis=1)

    return agent


# --- end ---

if __name__ == "__main__":
    import sys

    from flying import Trained, main

    sys.exit(main("d3rlpy", [Trained("DiscreteCQL from recorded missions", train)]))
