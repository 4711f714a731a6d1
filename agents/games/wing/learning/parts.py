"""The third game, for learners."""

from agents.learner_parts import LearnerParts, SelectionFigure

A_GOOD_MISSION = 1 / 0.05
"""Factor of rewards under which a mission of five points pays 1."""
LEARNERS = LearnerParts(
    spreading_script="by_the_book",
    yardsticks=("best", "by_the_book", "cautious"),
    line_decisions=26,
    reward_factor=lambda spec: A_GOOD_MISSION,
    selection={
        "destroyed": SelectionFigure("targets", "destroyed"),
        "lost": SelectionFigure("lost", "lost"),
        "missions": SelectionFigure("missions", "missions"),
    },
    experts="agents.games.wing.learning.gains:EXPERT",
)
"""The game, as :func:`agents.learner_parts.learner_parts` finds it."""
