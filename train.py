"""Train an agent with MaskablePPO, as ``stuka train`` does. ``python train.py --help`` says how."""

import sys

from agents.doors import through

if __name__ == "__main__":
    sys.exit(through("train"))
