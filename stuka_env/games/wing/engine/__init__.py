"""The third game at the engine: its arrays, the rules of a step, and tapes."""
