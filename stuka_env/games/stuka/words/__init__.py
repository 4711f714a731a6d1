"""The words of the game: entries of the journal, labels, debriefs, log sheet, names, and the glossary."""
