"""Fly policies through the same wars and compare them. ``python evaluate.py --help`` says how."""

import sys

from agents.starting import start

LIBRARIES = ("jinja2", "markupsafe", "tqdm")
"""What the extra ``eval`` brings."""

if __name__ == "__main__":
    sys.exit(start("evaluate.py", "agents.evaluation.command", "eval", LIBRARIES))
