"""The builder of games: what it derives, and games that other people make with it."""
