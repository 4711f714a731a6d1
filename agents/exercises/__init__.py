"""The making of exercises of any game: positions whose best choice is clearly better than every other one."""
