"""Comparing policies: seeds, flying, figures, the table and the files of results."""
