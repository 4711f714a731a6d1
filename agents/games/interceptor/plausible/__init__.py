"""The plausible charts of the second game: the ranges of its cells, and the shares and figures that bound them."""
