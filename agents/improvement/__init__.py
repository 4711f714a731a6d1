"""Improving on a script: paired clones say what every choice is worth, and a network learns it from many positions.

:mod:`agents.improvement.value_fit` teaches what the Staffel that a mission leaves behind is worth, clones are flown by
:mod:`agents.planner.gains`, :mod:`agents.improvement.recipe` is the way from a script to a policy that is better.
"""
