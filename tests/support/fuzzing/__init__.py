"""Fuzzing the charts: random chart folders that the loader accepts, and random play under them (``tools/fuzz.py``)."""
