"""The first game as learners see it: figures, gains and earned points."""
