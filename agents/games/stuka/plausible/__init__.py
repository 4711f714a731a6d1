"""The plausible charts of the first game: the ranges of its cells, and the shares that charts decide."""
