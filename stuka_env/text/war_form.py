"""The form in which a language model plays a war: its options, the decisions that it is asked, and its memory.

Every way to play for comparisons uses it: ``evaluate.py``, Inspect and a locked server. So the same war has the same
questions everywhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stuka_env.envs.single import StukaEnv
from stuka_env.io.arguments import one_of
from stuka_env.text.memory import MEMORIES, NO_MEMORY
from stuka_env.text.playing import Environment, TextGame
from stuka_env.wrappers import OnlyDecisions


@dataclass(frozen=True)
class WarForm:
    """A form of a war.

    Attributes:
        odds: whether the options have the odds that the charts give.
        asked: names of the decisions that the model is asked; none for all of them.
        answered_by: name of the script that takes the others.
        every: the model is asked in one of so many missions or sorties, the first one included.
        memory: what the model knows of earlier questions, one of ``MEMORIES``. A client of a server has its own.

    Raises:
        ValueError: there is no such memory.
    """

    odds: bool = True
    asked: tuple[str, ...] = ()
    answered_by: str = ""
    every: int = 1
    memory: str = NO_MEMORY

    def __post_init__(self) -> None:
        one_of("memory", self.memory, MEMORIES)

    @property
    def described(self) -> dict[str, Any]:
        """The entries that differ from those of the usual form, as JSON values."""
        asked = {"asked": [*self.asked], "answered_by": self.answered_by, "every": self.every} if self.asked else {}
        memory = {"memory": self.memory} if self.memory != NO_MEMORY else {}
        return {**({} if self.odds else {"odds": False}), **asked, **memory}

    def limited(self, env: Environment) -> Environment:
        """Return an environment that asks for the decisions of this form only.

        Raises:
            ValueError: there is no such decision or script.
        """
        if not self.asked:
            return env
        limited: Environment = OnlyDecisions(env, self.asked, self.answered_by, every=self.every)
        return limited

    def game(self, env: Environment) -> TextGame:
        """Return a war as a model reads it: the order of the options of each question follows from its address.

        Args:
            env: the environment after its reset, made with ``journal=True`` and limited to this form.
        """
        return TextGame(env, odds=self.odds, order=war_address(env))


USUAL_FORM = WarForm()
"""The form with all decisions and with odds."""


def war_address(env: Environment) -> str:
    """Return the public address of a war: the id of its environment, its seed, and the number of episodes since it.

    Args:
        env: a single environment of this package after its reset, wrapped or not.
    """
    war = env.unwrapped
    assert isinstance(war, StukaEnv)
    report: Mapping[str, Any] = war.engine.wars.reports[0]
    seed = int(report["base_low"]) | int(report["base_high"]) << 32
    return f"{war.game.ids[war.engine.spec.scale]} {seed} {int(report['episode'])}"
