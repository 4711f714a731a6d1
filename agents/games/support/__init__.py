"""The laboratory of Air Support."""
