"""A training loop of your own in one file, as in CleanRL.

It masks: `make_vec` returns the masks in `infos["action_mask"]`. They are applied to the logits when the policy chooses
and when it learns. With Gymnasium's default, `NEXT_STEP`, the step after the last one of a mission is a reset, and a
loop must not learn from it. `autoreset_mode="same_step"` has no such step.

`examples/ppo.py` is such a loop. This script imports it from `examples/`; in another folder, put `ppo.py` beside it.
"""

# --- recipe ---
import sys
from pathlib import Path
from typing import Any

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import ppo  # examples/ppo.py


def train(decisions: int = 20_000, seed: int = 0) -> Any:
    """Train PPO; return an agent of observations and masks of N missions."""
    torch.manual_seed(seed)
    network = ppo.Agent()
    ppo.train(network, decisions, seed)

    @torch.no_grad()
    def agent(seen: Any, masks: Any) -> Any:
        logits = network.choices(torch.as_tensor(seen), torch.as_tensor(masks))
        chances: Any = torch.distributions.Categorical(logits=logits)
        return chances.sample().numpy()

    return agent


# --- end ---

if __name__ == "__main__":
    from flying import Trained, main

    sys.exit(main("ppo", [Trained("examples/ppo.py", train)]))
