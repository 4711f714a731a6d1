"""Odds that a player works out from mat and charts."""
