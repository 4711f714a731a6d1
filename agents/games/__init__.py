"""The laboratories of the games, a package each."""
