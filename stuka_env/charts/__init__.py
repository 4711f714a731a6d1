"""Chart files of every game: their errors, the provenance of a cell, tables for people, and texts of files."""
