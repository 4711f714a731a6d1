"""Policies apart: the policies of other people play in a process of their own, which sees only what a player sees."""
