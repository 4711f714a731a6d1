"""Tests of the other games."""
