"""Reasons of choices in words: the number of a choice beside those of its best rivals."""

from collections.abc import Mapping

MOST_RIVALS = 3
"""Rivals that a reason names at most."""
LEAST_NAMED = 0.0005
"""Probability from which a rival is named: a smaller one would read 0.0 %."""


def best_rivals(numbers: Mapping[int, float], choice: int) -> list[int]:
    """Return the options with the highest numbers besides the choice, the best first."""
    return sorted((option for option in numbers if option != choice), key=lambda option: -numbers[option])[:MOST_RIVALS]


def share_words(share: float) -> str:
    """Return a probability in percent."""
    return f"{100 * share:.{1 if share < 0.1 else 0}f} %"


def reason_of_numbers(
    choice: int, *, chances: Mapping[int, float], values: Mapping[int, float], labels: Mapping[int, str], unit: str
) -> str:
    """Return what the numbers of a policy say about its choice, beside up to three rivals.

    Args:
        choice: the action that is taken.
        chances: the probability of each action; empty if the policy gives none.
        values: the expected final score after each action that was searched; empty if there is none.
        labels: the legal actions in words. A rival has its label without the part in brackets.
        unit: the unit of the values, in the plural.

    Returns:
        such as "takes this with 93 %; “Fly 3” with 6.0 %"; "" if there are no numbers about the choice.
    """

    def named(option: int) -> str:
        return f"\u201c{labels[option].partition(' (')[0]}\u201d"

    own, rivals = [], list[str]()
    if chances:
        own.append(f"takes this with {share_words(chances.get(choice, 0.0))}")
        likely = {option: share for option, share in chances.items() if option in labels and share >= LEAST_NAMED}
        rivals = [f"{named(option)} with {share_words(likely[option])}" for option in best_rivals(likely, choice)]
    valued = best_rivals({option: value for option, value in values.items() if option in labels}, choice)
    if choice in values and valued:
        own.append(f"expects {values[choice]:.2f} {unit} after it")
        rivals = [f"{values[option]:.2f} after {named(option)}" for option in valued]
    return "; ".join(filter(None, [" and ".join(own), ", ".join(rivals)]))
