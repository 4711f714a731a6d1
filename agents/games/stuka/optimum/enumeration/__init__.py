"""The compiled part: what one step of play can lead to. Apart from the rest, so that only its changes recompile it."""
