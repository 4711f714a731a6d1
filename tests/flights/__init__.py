"""Flying policies through frozen wars."""
