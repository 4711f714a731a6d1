"""Replays and films."""
