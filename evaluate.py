"""Fly policies through the same wars and compare them, as ``stuka evaluate`` does. ``--help`` says how."""

import sys

from agents.doors import through

if __name__ == "__main__":
    sys.exit(through("evaluate"))
