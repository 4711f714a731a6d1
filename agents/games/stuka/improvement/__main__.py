"""Improve on a script: ``python -m agents.games.stuka.improvement --help``."""

import sys

from agents.commands import improve

if __name__ == "__main__":
    sys.exit(improve())
