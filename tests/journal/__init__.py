"""The journal in sentences."""
