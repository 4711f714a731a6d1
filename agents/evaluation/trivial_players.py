"""Players that read the questions of a model and know nothing of the game: ``bot:place-1``, ``bot:longest``, and so on.

They play whole wars as any policy. A track on which one of them comes far shows little about a model. With
``@no-odds`` behind the name they read the form without odds.
"""

import random
import re
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.replayed_wars import PlayedActions
from agents.evaluation.trivial_answers import place_of_largest
from stuka_env.game import AnyWarSpec, game_named
from stuka_env.io.arguments import argument_error
from stuka_env.policy import PolicyInput, split_option
from stuka_env.text.kept_war import new_record
from stuka_env.text.playing import Option
from stuka_env.text.war_form import WarForm, war_address

BOT_PREFIX = "bot:"
"""Beginning of the names of these players."""
NO_ODDS = "no-odds"
"""Option of a name: the questions have no odds."""
CONSTANT_PLACE = re.compile(r"place-([1-9]\d?)")
"""Name of a player that always takes the same place, or the last one if there are fewer options."""
BOT_WORDS = "bot:place-N, bot:last, bot:longest, bot:largest or bot:any, each also with @no-odds"
Place = Callable[[Sequence[Option], random.Random], int]
"""A function that returns the place of the chosen option, from 0."""
BOT_CHOICES: dict[str, Place] = {
    "last": lambda options, chance: len(options) - 1,
    "longest": lambda options, chance: int(np.argmax([len(option.words) for option in options])),
    "largest": lambda options, chance: place_of_largest(options),
    "any": lambda options, chance: chance.randrange(len(options)),
}
"""The choices of the players by name: the last option, the longest words, the largest number, and any option."""


OPTION = re.compile(r"^\d+\. (.*)$", re.MULTILINE)
"""An option of a question in words."""


def place_named(stem: str) -> Place | None:
    """Return the choice of a player by its name without the beginning, such as ``longest``; None if there is none."""
    place = CONSTANT_PLACE.fullmatch(stem)
    return BOT_CHOICES.get(stem) if place is None else _constant(int(place[1]))


def reply_of(place: Place, question: str) -> str:
    """Return the reply of a player to a question in words."""
    options = [Option(words, ()) for words in OPTION.findall(question.rpartition("\nTo decide: ")[2])]
    return f"Answer: {place(options, random.Random(question)) + 1}"


class TrivialPlayer:
    """A player of questions by its name, as a policy: :meth:`in_wars` returns its play in given wars.

    Raises:
        ValueError: there is no such player.
    """

    def __init__(self, name: str) -> None:
        stem, option = split_option(name.removeprefix(BOT_PREFIX))
        place = place_named(stem)
        if option not in (None, NO_ODDS) or place is None:
            raise argument_error("policies", name, BOT_WORDS)
        self.name = name
        self.form = WarForm(odds=option is None)
        self._place = place

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the first legal actions, for the warm-up before the wars."""
        actions[:] = inputs.masks.argmax(axis=1)

    def in_wars(self, spec: AnyWarSpec, seeds: NDArray[np.uint64]) -> PlayedActions:
        """Play the wars of seeds and return the actions as a policy.

        Raises:
            ValueError: the wars have random charts.
        """
        if spec.random is not None:
            raise ValueError(f"policy {self.name!r}: players of questions play no wars with random charts")
        return PlayedActions(self.name, [self._played(spec, seed) for seed in seeds.tolist()])

    def _played(self, spec: AnyWarSpec, seed: int) -> Sequence[int]:
        game = game_named(spec.game)
        env, arguments = game.ids[spec.scale], game.replays.arguments_of(spec)
        record = new_record(env, seed, arguments, player="", form=self.form)
        war, chance = self.form.game(record), random.Random(war_address(record))
        while not war.over:
            options = war.question.options
            war.take(options[self._place(options, chance)].actions)
        record.close()
        return record.actions


def _constant(place: int) -> Place:
    return lambda options, chance: min(place, len(options)) - 1
