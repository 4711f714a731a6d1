"""N wars of one specification: their arrays, the compiled step, what is kept of them. It knows nothing of the game."""
