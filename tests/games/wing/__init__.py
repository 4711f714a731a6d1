"""Tests of the third game."""
