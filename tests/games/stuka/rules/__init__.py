"""The rules, a chapter each."""
