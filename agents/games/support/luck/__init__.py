"""The luck of battles."""
