"""Choices in words, with the adviser's opinion."""

from collections.abc import Mapping, Sequence

from stuka_env.declared.codes import sentence
from stuka_env.declared.reasons import reason_of_numbers
from stuka_env.io.quoting import printable
from stuka_env.play.advice import Opinion
from stuka_env.play.parts import Choice
from stuka_env.play.war import War

SHARES_ARE = "percent beside an option: how likely it takes that"
"""Meaning of the probabilities."""


def choices(war: War) -> list[Choice]:
    """Return the choices at the open decision, or of a draw; none while dice are asked for and at the end."""
    return war.parts.choices(war)


def gives_up(war: War, choice: Choice) -> bool:
    """Whether a choice is not highlighted first, so that one key press too many does not give something up."""
    return war.need is None and war.parts.gives_up(choice.answer)


def heading(war: War) -> str:
    """Return the heading of the panel: a decision, a roll, or the end of the war."""
    if war.need is not None:
        return war.need.title
    return f"The {war.noun} is over" if war.over else f"To decide: {war.question}"


def question_meaning(war: War) -> str:
    """Return the meaning of the open decision; '' if there is none."""
    return war.parts.watch.glossary.asks(int(war.mat["cursor"]["decision"]))


def roll_words(war: War) -> str:
    """Return the subject of the roll that is asked for, and the modifiers that the program adds."""
    need = war.need
    words = [] if need is None else [war.crews.named(need.about)]
    if need is not None and need.modifier_words:
        words.append(f"the program adds {need.modifier_words}")
    subject = "; ".join(filter(None, words))
    return sentence(subject) if subject else ""


def opinion_words(action: int, opinion: Opinion) -> list[str]:
    """Return the opinion about an action in words: its probability, its points beside the choice, the star."""
    words = []
    if opinion.probabilities:
        words.append(f"{opinion.probabilities.get(action, 0.0):4.0%}")
    if opinion.worth:
        more, error, digits = opinion.compared(action), opinion.errors.get(action), opinion.digits
        is_shown = action != opinion.choice and more is not None
        words.append(f"{more:+.{digits}f}{'' if error is None else f' ±{error:.{digits}f}'}" if is_shown else "")
    return [*words, "★" if action == opinion.choice else ""]


def worth_words(opinion: Opinion) -> str:
    """Return the meaning of the numbers beside the options: probabilities, and values that are no expected scores."""
    values = f"{opinion.unit or 'numbers'} beside its choice: {printable(opinion.values_are)}"
    shown = [SHARES_ARE if opinion.probabilities else "", values if opinion.worth and opinion.values_are else ""]
    return " ".join(sentence(words) for words in shown if words)


def reason_words(opinion: Opinion, listed: Sequence[Choice]) -> str:
    """Return the reason of the adviser's choice: its own, or else what its numbers say; '' without either."""
    if opinion.reason:
        return printable(opinion.reason)
    return reason_of_numbers(
        opinion.choice,
        chances=opinion.probabilities,
        values={} if opinion.values_are or opinion.value is None else opinion.worth,
        labels={choice.answer: choice.label for choice in listed},
        unit=opinion.unit,
    )


def doubt_words(opinion: Opinion, listed: Sequence[Choice]) -> str:
    """Return a sentence with the adviser's limits and the better option, if another looks better; may be empty."""
    doubts = "; ".join(filter(None, [printable(opinion.limits), unsure_words(opinion, _short_labels(listed))]))
    return sentence(doubts) if doubts else ""


def _short_labels(listed: Sequence[Choice]) -> dict[int, str]:
    """Return labels by answer, without the part in brackets."""
    return {choice.answer: choice.label.partition(" (")[0] for choice in listed}


def unsure_words(opinion: Opinion, labels: Mapping[int, str]) -> str:
    """Return a note if another option has a higher mean than the choice; empty if none has."""
    better = {action: opinion.compared(action) or 0.0 for action in opinion.worth}
    best = max(better, key=lambda action: better[action], default=opinion.choice)
    if better.get(best, 0.0) <= 0.0 or best not in labels:
        return ""
    error, digits = opinion.errors.get(best), opinion.digits
    if error is None:
        return f"{labels[best]}: {better[best]:+.{digits}f} {opinion.unit}"
    return f"{labels[best]}: {better[best]:+.{digits}f} ± {error:.{digits}f} {opinion.unit}, not enough to be sure"


def advice_words(name: str, opinion: Opinion, listed: Sequence[Choice]) -> str:
    """Return the adviser's choice and the final score that it expects."""
    expects = "" if opinion.value is None else f" expects a final score of {opinion.value:.1f}"
    choice = _short_labels(listed).get(opinion.choice, "something that is not legal")
    return f"{name}{expects}: {choice}"
