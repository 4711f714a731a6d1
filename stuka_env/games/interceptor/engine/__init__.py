"""N wars of one specification: their arrays, the compiled step and their states."""
