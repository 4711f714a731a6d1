"""Scripted players of Interceptor Ace: compiled functions with their beliefs in their docstrings."""
