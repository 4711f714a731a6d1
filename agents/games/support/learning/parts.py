"""The fourth game, for learners."""

from agents.learner_parts import LearnerParts, SelectionFigure

A_GOOD_BATTLE = 1 / 0.1
"""Factor of rewards under which a battle of ten points pays 1."""
LEARNERS = LearnerParts(
    spreading_script="by_the_book",
    yardsticks=("best", "by_the_book"),
    line_decisions=3,
    reward_factor=lambda spec: A_GOOD_BATTLE,
    selection={
        "air": SelectionFigure("air", "air"),
        "lost": SelectionFigure("lost", "lost"),
        "mistaken": SelectionFigure("mistaken", "mistaken"),
    },
    experts="agents.games.support.learning.gains:EXPERT",
)
"""The game, as :func:`agents.learner_parts.learner_parts` finds it."""
