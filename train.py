"""Train an agent with MaskablePPO, as ``stuka train`` does. ``python train.py --help`` says how."""

import sys

from agents.commands import train

if __name__ == "__main__":
    sys.exit(train())
