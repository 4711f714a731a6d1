"""Train an agent with MaskablePPO, as ``stuka train`` does. ``python train.py --help`` says how."""

import sys

from agents.programs import run_program

if __name__ == "__main__":
    sys.exit(run_program("train"))
