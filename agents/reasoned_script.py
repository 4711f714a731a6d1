"""Scripts that explain each choice by their own rule, for every game.

A script is written once, as a function that returns a :class:`Reasoned`. The function that plays takes the action out
of it (:func:`choice_of`), and the compiler removes the rest. So an action and its reason always agree, and the reason
costs nothing unless it is requested. The reasons of a game are a code (:class:`stuka_env.declared.codes.Code`), whose
words explain the choice.

A function of a decision that computes a value for each option may name an argument ``values``, and states them there
while it chooses (:func:`state_value`). In play the argument is None, and the compiler removes the statements.
:func:`weigher_of` makes the function that fills a row.

Scripts that differ only in settings share a player: a compiled function ``play(mat, charts, mask, style)``. It returns
a :class:`Reasoned`. A game has it from :func:`player_of`, which takes functions by decision. Given a style,
:func:`scripts_of` makes the functions of a script of it. A :class:`StyledPolicy` plays by settings that are only known
at run time.
"""

from __future__ import annotations  # the copies of functions state the types of their game

import functools
import inspect
import sys
from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple, TypeAlias, get_type_hints

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import READ_ONLY, compiled, compiled_copy
from stuka_env.declared.codes import Code
from stuka_env.declared.reasons import best_rivals
from stuka_env.declared.records import Rows
from stuka_env.engine.binding import by_code
from stuka_env.engine.game_parts import OVER
from stuka_env.policy import PolicyInput, PolicyOutput, ScriptedPolicy, game_of_script, import_object


class Reasoned(NamedTuple):
    """An action, the code of the reason for it, and two numbers that the reason refers to."""

    action: int
    reason: int
    about: float
    more: float = 0.0


@compiled
def because(action: int, reason: int, about: float) -> Reasoned:
    """Return an action with its reason."""
    return Reasoned(action, reason, about, 0.0)


@compiled
def because_of(action: int, reason: int, about: float, more: float) -> Reasoned:
    """Return an action with a reason that refers to two numbers."""
    return Reasoned(action, reason, about, more)


Values: TypeAlias = NDArray[np.float64] | None
"""A row of values, ``(ACTIONS,)``, or None in play."""
VALUES_OF_SCRIPT = "in the unit of its reason, by the script's own rule for this decision alone"
"""Meaning of the values of a script."""


@compiled
def state_value(values: Values, action: int, value: float) -> None:
    """State the value of an option by the script's own rule, if values are requested.

    Its unit is that of the reason; a cost is negative. A function that states any also states that of its choice, which
    no other one exceeds.
    """
    if values is not None:
        values[action] = value


# --- the functions of a script ---

Mat: TypeAlias = Any
Charts: TypeAlias = Any
Mask: TypeAlias = Any
Style: TypeAlias = Any
"""The types of a game, which its player states."""
STYLE = None
"""Settings of a script; copies have their own."""
Play = Callable[[Any, Any, Any, Any], Reasoned]
Choice = Callable[[Any, Any, Any, int], int]


def play_by_code(code: int, mat: Mat, charts: Charts, mask: Mask, style: Style, values: Values) -> Reasoned:
    """Return the action for a decision, and the reason."""
    raise NotImplementedError


def play(mat: Mat, charts: Charts, mask: Mask, style: Style) -> Reasoned:
    """Return the action of a player with this style, and the reason."""
    return play_by_code(int(mat.cursor.decision), mat, charts, mask, style, None)


def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return the action of the script, and the reason."""
    return play(mat, charts, mask, STYLE)


def choose(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Return the action of the script."""
    return reasoned(mat, charts, mask, noise).action


def weigh(mat: Mat, charts: Charts, mask: Mask, values: NDArray[np.float64]) -> Reasoned:
    """Return the action of the script, and write the values that it states."""
    return play_by_code(int(mat.cursor.decision), mat, charts, mask, STYLE, values)


class Scripts(NamedTuple):
    """The compiled functions of a script."""

    reasoned: Callable[[Any, Any, Any, int], Reasoned]
    choose: Choice


def types_of(function: Any) -> dict[str, Any]:
    """Return the types of the four arguments of a compiled function, by the names that they have here."""
    hints = get_type_hints(function.py_func, include_extras=True)
    return dict(zip(("Mat", "Charts", "Mask", "Style"), hints.values(), strict=False))


def player_of(module: str, cases: Mapping[Any, Any]) -> Play:
    """Return the player of a game.

    Args:
        module: name of the player's module. Its file keys the compiled code.
        cases: for each decision that can be open, the compiled function that chooses. Each gets those of ``mat``,
            ``charts``, ``mask``, ``style`` and ``values`` that it names. Together they name the first three.

    Raises:
        ValueError: a decision has no function.
    """
    missing = [code.name for code in type(next(iter(cases))) if code != OVER and code not in cases]
    if missing:
        raise ValueError(f"{module}: got no function for {', '.join(missing)}")
    hints: dict[str, Any] = {"style": int}
    for case in cases.values():
        hints |= get_type_hints(case.py_func, include_extras=True)
    arguments = {name: hints[name] for name in inspect.signature(play).parameters}
    return player_by(module, by_code("play_by_code", module, cases, result=Reasoned, **arguments, values=Values))


def player_by(module: str, cases: Any) -> Play:
    """Return the player whose function of all decisions has the arguments of :func:`play_by_code`."""
    hints = get_type_hints(cases.py_func, include_extras=True)
    names = globals() | {name.capitalize(): hints[name] for name in inspect.signature(play).parameters}
    player: Play = compiled_copy(play, names | {"play_by_code": cases}, module, "play")
    return player


def cases_of(player: Play) -> Any:
    """Return the compiled function of all decisions of a player, :func:`play_by_code` of its game."""
    return player.py_func.__globals__["play_by_code"]  # type: ignore[attr-defined] # as every compiled function has it


def choice_of(reasons: Callable[[Any, Any, Any, int], Reasoned]) -> Choice:
    """Return the function that plays, for the function of a script that gives reasons; a copy for its module."""
    names = globals() | types_of(reasons) | {"reasoned": reasons}
    name = f"choose{reasons.__name__.removeprefix('reasoned')}"
    chosen: Choice = compiled_copy(choose, names, reasons.__module__, name)
    return chosen


def scripts_of(module: str, player: Play, style: Any = 0) -> Scripts:
    """Return the functions of a script: its player with a style.

    Args:
        module: name of the script's module. Its file keys the compiled code.
        player: the player.
        style: the settings, of the type that the player states; 0 for a player without. The compiled code freezes them.
    """
    names = globals() | types_of(player) | {"play": player, "STYLE": style}
    own = compiled_copy(reasoned, names, module, "reasoned")
    return Scripts(own, choice_of(own))


def weigher_of(module: str, player: Play, style: Any = 0) -> Callable[..., Reasoned]:
    """Return the function that fills a row with the values of a script whose player :func:`player_of` made.

    Args:
        module: name of the script's module. Its file keys the compiled code.
        player: the player.
        style: the settings, as in :func:`scripts_of`.
    """
    names = globals() | types_of(player) | {"play_by_code": cases_of(player), "STYLE": style}
    weigher: Callable[..., Reasoned] = compiled_copy(weigh, names, module, "weigh")
    return weigher


# --- settings that are only known at run time ---


def play_all(
    mats: Annotated[Rows[Mat], READ_ONLY],
    charts: Annotated[Rows[Charts], READ_ONLY],
    masks: Annotated[NDArray[np.int8], 2],
    style: Style,
    actions: NDArray[np.int64],
) -> None:
    """Let a player with a style choose in every war that is not over."""
    for war in range(len(mats)):
        if mats[war].cursor.decision != OVER:
            own = charts[war if len(charts) > 1 else 0]
            actions[war] = play(mats[war], own, masks[war], style).action


@functools.cache
def style_kernel(player: Play) -> Any:
    """Return :func:`play_all` for a player."""
    over = int(game_of_script(player).envs.kinds.decisions["OVER"])
    names = globals() | types_of(player) | {"play": player, "OVER": over}
    return compiled_copy(play_all, names, player.__module__, "play_all")


class StyledPolicy:
    """A policy of a player with settings that are only known at run time, for tuners, training wars and measurements.

    Args:
        name: its name.
        player: the player.
        style: the settings, of the type that the player states.
    """

    def __init__(self, name: str, player: Play, style: Any) -> None:
        self.name = name
        self._style = style
        self._kernel = style_kernel(player)

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war into ``actions``."""
        self._kernel(inputs.mats, inputs.charts, inputs.masks, self._style, actions)


# --- policies with reasons ---

ReasonWords = Callable[[Reasoned, Any, Any], str]
"""Return the reason of a choice in one line: the choice, the mat before it, the charts in force."""


def words_of(reasons: type[Code]) -> ReasonWords:
    """Return the words of a game whose reasons have ``about`` and ``more`` alone in braces.

    A reason of a rule that compares options can have further words, about one rival: its ``option``, or its ``label``
    with a capital letter, and its ``value`` or its ``cost``.
    """
    return lambda given, mat, charts: reasons(given.reason).word.format(about=given.about, more=given.more)


def rivals_of(given: Reasoned, reasons: type[Code], values: NDArray[np.float64], label_of: Callable[[int], str]) -> str:
    """Return the best rivals of a choice with their values, if its reason has words about them; '' otherwise.

    Args:
        given: the choice.
        reasons: the reasons of the game.
        values: the values of the options, NaN for none.
        label_of: returns an option in words.
    """
    own = reasons(given.reason)
    known = dict(enumerate(values.tolist())) if own.short != own.word else {}
    others = best_rivals({option: value for option, value in known.items() if np.isfinite(value)}, given.action)
    return ", ".join(_rival_words(own.short, label_of(option), known[option]) for option in others)


def _rival_words(words: str, label: str, value: float) -> str:
    return words.format(label=label, option=label[:1].lower() + label[1:], value=value, cost=-value)


def place_of_reasons(place: str) -> str | None:
    """Return the place of the function that gives reasons, ``module:reasoned``, for that of a script.

    A script with reasons is called ``choose`` or has a name that begins so; return None for any other.
    """
    module, _, name = place.partition(":")
    return f"{module}:reasoned{name.removeprefix('choose')}" if name.startswith("choose") else None


class ReasonedScript(ScriptedPolicy):
    """A policy that is one compiled function and explains each choice by the script's own rule.

    Args:
        name: its name.
        choose: the function that plays.
        reasons: the place of the function that gives the reasons for its choices; it is imported at the first one.
            If its module has a function ``weigh`` (:func:`weigher_of`), that one gives the values of the options.
        words: the words of the game's reasons.
        codes: these reasons, which can have words about rivals. Options have their names in our charts.
    """

    def __init__(
        self,
        name: str,
        choose: Callable[..., Any],
        reasons: str,
        words: ReasonWords,
        codes: type[Code],
    ) -> None:
        super().__init__(name, choose)
        self._reasons = reasons
        self._words = words
        self._codes = codes

    def explain(self, inputs: PolicyInput) -> PolicyOutput:
        """Return the reasons of the choices, and the values that the script states for options, by its own rule.

        Probabilities are 0, and expectations of the score NaN: a script computes none.
        """
        nothing, values = np.zeros(inputs.masks.shape, np.float32), np.full(inputs.masks.shape, np.nan)
        unknown = np.full(len(values), np.nan, np.float32)
        mats = inputs.mats
        reasons = tuple(self._reason_of(mats[war], inputs, war, values[war]) for war in range(len(mats)))
        return PolicyOutput(nothing, unknown, values.astype(np.float32), reasons=reasons, values_are=VALUES_OF_SCRIPT)

    def _reason_of(self, mat: Any, inputs: PolicyInput, war: int, values: NDArray[np.float64]) -> str:
        """Return the reason in one war, and write the values of the options."""
        charts = inputs.charts[war if len(inputs.charts) > 1 else 0]
        if mat[self.game.standing_block]["over"]:
            return ""
        reasoned = import_object(self._reasons)
        module, _, name = self._reasons.partition(":")
        weigher = getattr(sys.modules[module], name.replace("reasoned", "weigh"), None)
        if weigher is None:
            own = reasoned(mat, charts, inputs.masks[war], int(inputs.noise[war]))
        else:
            own = weigher(mat, charts, inputs.masks[war], values)
        rivals = rivals_of(own, self._codes, values, self._label_of)
        return "; ".join(filter(None, [self._words(own, mat, charts), rivals]))

    @functools.cached_property
    def _charts(self) -> Any:
        """Our charts, with their names."""
        return self.game.envs.charts_at(None)

    def _label_of(self, action: int) -> str:
        return self.game.envs.label(action, None, self._charts)
