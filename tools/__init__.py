"""Short commands, each run from the root of the repository: ``python -m tools.audit`` and so on."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The root of the repository."""
