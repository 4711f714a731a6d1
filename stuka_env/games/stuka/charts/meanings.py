"""Meanings of the keys of every chart file, and of the keys of the two lists, for people who fill them in.

The meanings of the tables are in :mod:`stuka_env.games.stuka.charts.schema`.
"""

HEAD_MEANINGS = {
    "title": "Name of the chart",
    "section": "Sections of the rulebook that use it",
    "dice": "Dice it is read with",
    "about": "What the tables below are",
    "read_by": "Parts of the game that read it",
}
CARD_MEANINGS = {
    "id": "how programs name the card",
    "name": "title of the card",
    "effect": "what it does",
    "amount": "how much of it",
}
LEVELS_MEANING = "Lowest score of each level of victory, the first 0 and every other one above the level before"
PROVENANCE_MEANINGS = {
    "printed": "printed in the rulebook's text, or on a chart you own",
    "example": "fixed by one of the rulebook's worked examples",
    "derived": "follows from cells and rules that are known",
    "reconstructed": "our own choice, made to be plausible",
}
