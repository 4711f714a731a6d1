"""Tests of the second game."""
