"""The head of a chart file: its keys for people."""

HEAD_MEANINGS = {
    "title": "Name of the chart",
    "section": "Sections of the rulebook that use it",
    "dice": "Dice it is read with",
    "about": "What the tables below are",
    "read_by": "Parts of the game that read it",
}
"""The keys at the head of every chart file, with their meanings."""
HEAD_KEYS = tuple(HEAD_MEANINGS)
ANY_TEXT = "any text"
