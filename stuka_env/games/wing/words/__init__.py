"""The words of the game: journal, labels, questions, log sheet, results, and the glossary."""
