"""Compiled functions: the decorator, the cache, the dice, the writing of observations, and rules as plain Python."""
