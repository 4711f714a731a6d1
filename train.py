"""Train an agent with MaskablePPO. ``python train.py --help`` says how."""

import sys

from agents.starting import start

LIBRARIES = ("optuna", "pydantic", "rich", "sb3_contrib", "stable_baselines3", "tensorboard", "torch", "tqdm", "yaml")
"""What the extra ``train`` brings."""

if __name__ == "__main__":
    sys.exit(start("train.py", "agents.training.command", "train", LIBRARIES))
