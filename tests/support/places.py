"""Paths of the repository."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TESTS = ROOT / "tests"
GOLDEN = TESTS / "golden"
"""The golden renders, and files that earlier versions wrote."""
