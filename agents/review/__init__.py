"""The review of a war: the cost of each decision, luck, and the scores of other policies in the same war."""
