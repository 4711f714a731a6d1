"""The score an agent expects. ``python -m agents.learned --help`` says how."""

import sys

from agents.commands import score_head

if __name__ == "__main__":
    sys.exit(score_head())
