"""The plausible charts of the fourth game: the ranges of its cells, and the figures that stay near ours."""
