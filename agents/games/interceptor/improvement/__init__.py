"""Better players of the second game: the value of a career, futures of every action, and worths fitted to them."""
