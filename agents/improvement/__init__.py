"""Improving on a script: paired clones say what every choice is worth, and a network learns it from many positions.

:mod:`agents.planner.staffel_value` judges the Staffel that a mission leaves behind, :mod:`agents.planner.gains`
flies the clones, :mod:`agents.improvement.recipe` is the way from a script to an agent that is better than it.
"""
