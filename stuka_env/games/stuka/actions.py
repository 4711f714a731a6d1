"""The action catalogue: index <-> (verb, argument).

An action is a verb of :class:`stuka_env.games.stuka.codes.Act`. Most verbs have an argument, which counts as at the
table: slots 1 to 10, places in the roster 1 to 11, formations of 2 to 10 aircraft. The labels are in
:mod:`stuka_env.games.stuka.words.labels`.
"""

from dataclasses import dataclass

from stuka_env.games.stuka.codes import ACTIONS, Act, Decision


@dataclass(frozen=True)
class Action:
    """One action: its index, verb and argument (0 for a verb without one), and the decisions it can answer."""

    index: int
    verb: str
    argument: int
    decisions: tuple[Decision, ...]


CATALOGUE = tuple(
    Action(act + step, act.name, act.argument.first + step, act.decisions)
    for act in Act
    for step in range(act.argument.size)
)
"""Every action; ``CATALOGUE[i].index == i``."""


def verb_of(index: int) -> Act:
    """Return the verb of an action.

    Raises:
        IndexError: no action has this index.
    """
    if not 0 <= index < ACTIONS:
        raise IndexError(f"action: got {index}, allowed are 0 to {ACTIONS - 1}")
    return Act[CATALOGUE[index].verb]


def index_of(verb: str | Act, argument: int = 0) -> int:
    """Return the index of a verb with an argument, which counts as at the table: ``index_of("SEND_HOME", 4)``: slot 4.

    Raises:
        ValueError: no such verb, or the argument is out of its range.
    """
    name = verb.name if isinstance(verb, Act) else verb
    if name not in Act.__members__:
        raise ValueError(f"verb: got {name!r}, allowed are {', '.join(Act.__members__)}")
    act = Act[name]
    step = argument - act.argument.first
    if not 0 <= step < act.argument.size:
        allowed = f"{act.argument.first} to {act.argument.last}"
        raise ValueError(f"argument of {name}: got {argument}, allowed are {allowed}")
    return int(act) + step
