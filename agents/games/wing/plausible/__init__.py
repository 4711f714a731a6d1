"""The plausible charts of the third game: the ranges of its cells, and the figures that stay near ours."""
