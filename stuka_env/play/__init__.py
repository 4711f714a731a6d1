"""Playing by hand: ``stuka play``, with the program's dice or, at the table, with one's own."""
