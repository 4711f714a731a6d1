"""Comparison of policies of Interceptor Ace over the same careers, for ``evaluate.py``."""
