"""The scripted policies."""
