"""Tests of the laboratory of the third game."""
