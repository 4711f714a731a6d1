"""Charts: their data, schema and loader, and the record that the rules read."""
