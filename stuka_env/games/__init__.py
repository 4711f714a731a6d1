"""Games beside the first one, a package each."""
