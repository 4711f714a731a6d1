"""Fly policies through the same wars and compare them, as ``stuka evaluate`` does; ``--help`` lists the options."""

import sys

from agents.programs import run_program

if __name__ == "__main__":
    sys.exit(run_program("evaluate"))
