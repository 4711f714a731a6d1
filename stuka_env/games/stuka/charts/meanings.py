"""Meanings of the keys of the two lists, for people who fill them in.

The meanings of the tables are in :mod:`stuka_env.games.stuka.charts.schema`.
"""

CARD_MEANINGS = {
    "id": "how programs name the card",
    "name": "title of the card",
    "effect": "what it does",
    "amount": "how much of it",
}
LEVELS_MEANING = "Lowest score of each level of victory, the first 0 and every other one above the level before"
