"""The game as learners see it: figures, equal actions, gains and earned points."""
