"""The player's view of a campaign as arrays: the layout, and compiled writing."""
