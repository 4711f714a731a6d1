"""Playing by hand: ``python -m stuka_env play``, with the program's dice or, at the table, with one's own."""
