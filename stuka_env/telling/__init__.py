"""How the entries of the journal read: one sentence each."""
