"""Tests of the second game's charts."""
