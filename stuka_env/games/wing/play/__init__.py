"""The third game played by hand: choices, typed rolls, results, and the lessons of the tutorial."""
