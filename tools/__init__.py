"""Short commands that run from the root of the repository, such as ``python -m tools.audit``."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""Root of the repository."""
DOCS = ROOT / "docs"
"""Folder of the pages."""
