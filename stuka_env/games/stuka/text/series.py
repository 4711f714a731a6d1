"""Options that take several decisions in a row."""

from collections.abc import Mapping
from typing import Any

from stuka_env.games.stuka.codes import Act, Decision, Status
from stuka_env.text.parts import Chooser, Series

REPEATED = {
    (Decision.ATTACK, Act.DROP): "All the same: drop the bombs, with this and every following aircraft that can",
    (Decision.PROMOTE, Act.PROMOTE): "Promote him and everybody after him",
    (Decision.PROMOTE, Act.NO_PROMOTION): "Promote neither him nor anybody after him",
}
"""Answers that can be given until another decision is open, in words."""


def series_of(mat: Any, legal: Mapping[int, str]) -> list[Series]:
    """Return the options at an open decision that answer the following decisions of its kind too."""
    open_decision = int(mat["cursor"]["decision"])
    return [
        Series(words, _repeat(decision, action))
        for (decision, action), words in REPEATED.items()
        if decision == open_decision and action in legal and (decision != Decision.ATTACK or _attacks_left(mat) > 1)
    ]


def _attacks_left(mat: Any) -> int:
    """Return the number of aircraft in the attack run that have not attacked."""
    cards = mat["aircraft"]
    return int((cards["present"] * (1 - cards["attacked"]) * (cards["status"] == Status.FLYING)).sum())


def _repeat(decision: Decision, action: Act) -> Chooser:
    def choose(mat: Any, legal: list[int]) -> int | None:
        return int(action) if mat["cursor"]["decision"] == decision and action in legal else None

    return choose
