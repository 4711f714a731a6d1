"""The machine under the rules: compilation, dice, tape, state, observation."""
