"""What people believe about the game, compiled; and the helpers that such scripts share."""
