"""Train an agent with MaskablePPO. ``python train.py --help`` says how."""

import sys


def start() -> int:
    """Load what is needed, which may compile it first, and train; Ctrl-C stops either."""
    try:
        from agents.training.command import main

        return main()
    except KeyboardInterrupt:
        print("train.py: stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(start())
