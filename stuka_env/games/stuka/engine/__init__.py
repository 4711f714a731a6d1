"""The first game at the engine: its arrays, the rules of a step, tapes, and checks."""
