"""The exact optimum of small situations: expectimax over the real rules, every roll enumerated, nothing sampled."""
