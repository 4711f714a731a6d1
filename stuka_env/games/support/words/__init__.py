"""The words of the game: labels, questions, and the log sheet."""
