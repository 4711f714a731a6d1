"""Code that tests share: games with planned dice, positions laid out by hand, wars to play, worked examples."""
