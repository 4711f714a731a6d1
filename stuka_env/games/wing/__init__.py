"""A Wing and a Prayer: a bomber squadron of the 8th Air Force over up to 25 missions, 1942 to 1944.

The package is not registered yet: its rules are complete before its environments are.
"""
