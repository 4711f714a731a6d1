"""The ruleset: one module per chapter, compiled by Numba, reading charts and writing the mat."""
