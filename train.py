"""Train an agent with MaskablePPO, as ``stuka train`` does; ``python train.py --help`` lists the options."""

import sys

from agents.programs import run_program

if __name__ == "__main__":
    sys.exit(run_program("train"))
