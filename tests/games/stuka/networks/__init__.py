"""Networks and the files of models."""
