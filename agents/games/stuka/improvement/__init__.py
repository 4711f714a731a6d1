"""Improvement on a script: paired clones measure the gain of every choice, and a network learns it from many positions.

:mod:`agents.games.stuka.improvement.value_fit` fits the value of the Staffel after a mission.
:mod:`agents.games.stuka.planner.gains` flies the clones. :mod:`agents.games.stuka.improvement.recipe` contains all
steps from a script to a better policy.
"""
