"""Fit or calibrate the score head of an agent; ``python -m agents.learned --help`` lists the options."""

import sys

from agents.commands import score_head

if __name__ == "__main__":
    sys.exit(score_head())
