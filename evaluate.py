"""Fly policies through the same wars and compare them. ``python evaluate.py --help`` says how."""

import sys


def start() -> int:
    """Load what is needed, which may compile it first, and evaluate; Ctrl-C stops either."""
    try:
        from agents.evaluation.command import main

        return main()
    except KeyboardInterrupt:
        print("evaluate.py: stopped; nothing written", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(start())
