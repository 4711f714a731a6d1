"""The builder, which makes every game from its rules and declarations, and the check of games of other people."""
