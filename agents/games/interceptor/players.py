"""The scripted players by name, and a policy of any style."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from agents.games.interceptor.scripts import by_the_book, careful, random_flyer, rash, veteran
from agents.games.interceptor.scripts.player import play
from agents.games.interceptor.scripts.reasons import Reasoned, reason_words
from agents.games.interceptor.scripts.style import Style
from agents.reasoned_script import ReasonedScript, ReasonOf
from agents.registry import Players, make_policy
from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Mask
from stuka_env.games.interceptor.script import Choose
from stuka_env.policy import Policy, PolicyInput
from stuka_env.records import Rows

SECOND_GAME = "interceptor"
"""Name of the game."""
Reasons = Callable[[Mat, Charts, Mask, int], Reasoned]
"""A script that gives a reason with each action."""

SCRIPTS: Mapping[str, Choose] = {
    "by_the_book": by_the_book.choose,
    "careful": careful.choose,
    "rash": rash.choose,
    "random_flyer": random_flyer.choose,
    "random": random_flyer.choose_any,
    "veteran": veteran.choose,
}
"""The functions that choose, by name."""
STYLES: Mapping[str, Style] = {
    "by_the_book": by_the_book.STYLE,
    "careful": careful.STYLE,
    "rash": rash.STYLE,
    "veteran": veteran.STYLE,
}
"""The styles of the players that have one."""


def reasoned_in(style: Style) -> Reasons:
    """Return a player of a style that gives reasons. The players of all styles share one compiled function."""

    def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
        return play(mat, charts, mask, style)

    return reasoned


REASONED: Mapping[str, Reasons] = {
    **{name: reasoned_in(style) for name, style in STYLES.items()},
    "random_flyer": random_flyer.reasoned,
    "random": random_flyer.reasoned_any,
}
"""The functions that choose and give a reason, by name."""


def reason_of(reasoned: Reasons) -> ReasonOf:
    """Return the reasons of a script."""

    def reason(inputs: PolicyInput, war: int) -> str:
        mat: Any = inputs.mats[war]
        if mat["career"]["over"]:
            return ""
        return reason_words(reasoned(mat, inputs.charts[0], inputs.masks[war], int(inputs.noise[war])))

    return reason


def _scripted(name: str) -> Policy:
    return ReasonedScript(name, SCRIPTS[name], reason_of(REASONED[name]))


PLAYERS = Players(scripts=SCRIPTS, make_script=_scripted)
"""The policies, as :func:`agents.registry.players_of` finds them."""


def make_script(name: str) -> Policy:
    """Return the policy called ``name``, for the entry points (:func:`agents.registry.make_policy`)."""
    return make_policy(name, SECOND_GAME)


@compiled
def choose_all_in_style(
    style: Style,
    mats: Annotated[Rows[Mat], READ_ONLY],
    charts: Annotated[Rows[Charts], READ_ONLY],
    masks: Annotated[NDArray[np.int8], 2],
    actions: NDArray[np.int64],
) -> None:
    """Let a player of one style choose in every career that is not over."""
    for war in range(len(mats)):
        if not mats[war].career.over:
            actions[war] = play(mats[war], charts[0], masks[war], style).action


class StyledPolicy:
    """A policy of any style, for searches over settings."""

    def __init__(self, name: str, style: Style) -> None:
        self.name = name
        self.style = style

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every career into ``actions``."""
        choose_all_in_style(self.style, inputs.mats, inputs.charts, inputs.masks, actions)
