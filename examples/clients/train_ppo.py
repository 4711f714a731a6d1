"""A loop of your own: one file, as in CleanRL.

It masks: `make_vec` gives the masks in `infos["action_mask"]`, and they go over the logits twice, where the policy
chooses and where it learns. A loop that is made for Gymnasium's default, `NEXT_STEP`, must not learn from the step
after a mission's last, which is a reset; `autoreset_mode="same_step"` has no such step.

`examples/ppo.py` is such a loop. This flies it from `examples/clients/`; anywhere else, put `ppo.py` beside it.
"""

# --- recipe ---
import sys
from pathlib import Path
from typing import Any

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import ppo  # examples/ppo.py


def train(decisions: int = 20_000, seed: int = 0) -> Any:
    """PPO; what it does in N missions, given their observations and masks."""
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
