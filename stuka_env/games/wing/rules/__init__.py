"""The rules: one module for each chapter, compiled functions that name the rows of the rules they state."""
