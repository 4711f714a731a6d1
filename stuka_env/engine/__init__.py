"""N wars of one specification: arrays, compiled steps, states, tapes, outcomes. It knows no game."""
