"""Train an agent with MaskablePPO. ``python train.py --help`` says how."""

import sys

EXTRA = ("optuna", "pydantic", "rich", "sb3_contrib", "stable_baselines3", "tensorboard", "torch", "tqdm", "yaml")
"""Libraries that come with the extra ``train``."""


def start() -> int:
    """Load what is needed, which may compile it first, and train; Ctrl-C stops either."""
    try:
        from agents.training.command import main

        return main()
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in EXTRA:
            raise
        print(f"train.py: {error.name} is not installed: pip install -e '.[train]'", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("train.py: stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(start())
