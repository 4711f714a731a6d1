"""ONNX: a shipped policy without PyTorch.

Nothing is trained here. `distilled-mission`, which is `agents/models/stuka/distilled-mission.safetensors` in a clone,
is exported once. Then ONNX Runtime flies it where neither PyTorch nor Stable-Baselines3 is installed. The graph takes
flat observations, float32 `(N, 626)`, any N. It returns the log-probabilities of all 135 actions, legal or not: the
mask is applied afterwards. The most probable legal action is played, as `distilled-mission` does. Any agent of
`stuka_env.networks` is exported in the same way.
"""

# --- recipe ---
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch
from torch import nn

from stuka_env.networks import load_model


class LogProbs(nn.Module):
    """The part of a policy that is exported."""

    def __init__(self, policy: Any) -> None:
        super().__init__()
        self.policy = policy

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return the log-probabilities of all actions."""
        answer: torch.Tensor = self.policy.all_log_probs(observations)
        return answer


def shipped(file: Path) -> Any:
    """Return the network of a saved agent; no code of the file is executed."""
    return load_model(file, device="cpu").policy.eval()


def export(policy: Any, file: Path) -> None:
    """Write the policy as an ONNX graph, for any number of observations at a time."""
    torch.onnx.export(
        LogProbs(policy),
        (torch.zeros(2, 626),),
        file,
        input_names=["observations"],
        output_names=["log_probs"],
        dynamic_shapes={"observations": {0: torch.export.Dim("missions")}},
        dynamo=True,
        external_data=False,
        verbose=False,
    )


def agent_of(file: Path) -> Any:
    """Return an agent that runs the graph on observations and masks of N missions."""
    session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])

    def agent(seen: Any, masks: Any) -> Any:
        (log_probs,) = session.run(None, {"observations": seen})
        return np.where(masks, log_probs, -np.inf).argmax(axis=1)

    return agent


# --- end ---


def checked(decisions: int) -> Any:
    """Export the agent, and check that the graph chooses as PyTorch does; the number of decisions is not used."""
    models = Path(__file__).resolve().parents[2] / "agents" / "models"
    saved = next(models.rglob("distilled-mission.safetensors"))
    policy = shipped(saved)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "distilled-mission.onnx"
        export(policy, file)
        agent = agent_of(file)
    seen = np.random.default_rng(0).random((500, 626), np.float32)
    with torch.no_grad():
        expected = policy.all_log_probs(torch.as_tensor(seen)).numpy()
    for rows in (1, 7, 500):
        assert (agent(seen[:rows], np.ones((rows, 135))) == expected[:rows].argmax(axis=1)).all()
    return agent


if __name__ == "__main__":
    import sys
    import tempfile

    from flying import Trained, main

    sys.exit(main("onnx", [Trained("distilled-mission as it ships, exported, ONNX Runtime", checked)]))
