"""The game at the engine: its arrays, the rules of a step, tapes, and checks of a saved war."""
