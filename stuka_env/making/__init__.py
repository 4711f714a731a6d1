"""Games whose rooms follow from their declarations: a game gives its records, rules and sheet, the house the rest."""
