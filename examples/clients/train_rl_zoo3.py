"""rl-baselines3-zoo: PPO by command line and settings file, without masks.

It does not mask: none of the zoo's algorithms uses masks, and MaskablePPO is not among them. Name `LegalActions`
([below](#learners-without-masks)) by its module under `env_wrapper`, with the module's folder on `PYTHONPATH`.
`--gym-packages stuka_env` registers the environments. The result is a file of Stable-Baselines3.
"""

# --- recipe ---
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from stable_baselines3 import PPO

SETTINGS = """
Stuka/Mission-v0:
  env_wrapper: legal_actions.LegalActions
  policy: MlpPolicy
  n_timesteps: 20000
  n_envs: 8
  n_steps: 256
  batch_size: 256
  n_epochs: 4
  gamma: 1.0
  learning_rate: 0.001
"""
HERE = Path(__file__).resolve().parent  # where legal_actions.py is


def train(decisions: int = 20_000, seed: int = 0) -> Any:
    """Train PPO without masks; its actions need the replacement by ``legal``, as in the training."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "ppo.yml"
        settings.write_text(SETTINGS, encoding="utf-8")
        command = f"-m rl_zoo3.train --algo ppo --env Stuka/Mission-v0 --gym-packages stuka_env --seed {seed}".split()
        command += f"-n {decisions} --eval-freq -1 --device cpu --verbose 0 -f {folder} -conf {settings}".split()
        subprocess.run([sys.executable, *command], check=True, env=os.environ | {"PYTHONPATH": str(HERE)})
        model = PPO.load(next(Path(folder).rglob("Stuka-Mission-v0.zip")), device="cpu")
    return lambda seen, masks: model.predict(seen)[0]


# --- end ---

if __name__ == "__main__":
    import sys

    from flying import Trained, main

    sys.exit(main("rl_zoo3", [Trained("PPO, LegalActions", train, masks=False)]))
