"""The dice of a battle: the same seed gives the same rolls, in every reset."""

from typing import Any

from tests.support.face_down import battle

FIRST_ROLLS = 30


def first_rolls(env: Any) -> list[str]:
    """Return the first rolls of a battle in which nothing is attacked."""
    env.reset(seed=1)
    texts = [entry.text for entry in env.journal]
    while len(texts) < FIRST_ROLLS and env.decision != "OVER":
        hold = next(action for action, label in env.legal_actions() if label.startswith(("Hold", "Stay out", "Keep")))
        env.step(hold)
        texts = [entry.text for entry in env.journal]
    return texts[:FIRST_ROLLS]


def test_the_rolls_of_a_seed_are_the_same_in_every_reset() -> None:
    env = battle(scenario="strongpoint")
    rolls = first_rolls(env)
    assert rolls[1] == "Arrival of you (7.2): 3, they do not come."
    assert rolls[3:5] == [
        "Fire of own unit 1 at counter 5: 3 and 6 = 9.",
        "Fire of own unit 2 at counter 2: 6 and 1 = 7.",
    ]
    assert rolls == first_rolls(env) == first_rolls(battle(scenario="strongpoint"))
