"""The second game's part of the pages that show it."""
