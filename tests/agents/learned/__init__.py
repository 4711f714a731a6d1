"""Networks and saved agents."""
