"""Compiled functions: the decorator, the cache, dice, writing of observations, rules as plain Python."""
