"""Scripts that stand in for language models: they answer the questions that an endpoint gets."""

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.philox import draw_noise
from stuka_env.envs.single import StukaEnv
from stuka_env.flights.episodes import war_seeds
from stuka_env.game import game_named
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import Policy
from stuka_env.text import Refusal, TextGame
from stuka_env.text.kept_war import new_record
from stuka_env.text.war_form import USUAL_FORM, WarForm
from tests.support.text_players import answer_for, choice

SEATING = ("LEADER", "PILOT", "GUNNER")
"""Decisions that one answer can take together."""


class StandIn:
    """A script that answers the questions of wars, one war after the other.

    It plays each war itself beside the questions, because a script reads a mat and not a text. A question that is not
    that of its own war is an error.

    Args:
        policy: the script.
        spec: the kind of war.
        seeds: seeds of the wars, in the order of the questions.
        seed: seed of the script's random numbers in an evaluation.
        share: share of the answers that are a random option.
        form: the form of the wars.
    """

    def __init__(
        self,
        policy: Policy,
        spec: WarSpec,
        seeds: NDArray[np.uint64],
        seed: int,
        share: float = 0.0,
        form: WarForm = USUAL_FORM,
    ) -> None:
        self.policy, self.seed, self.share, self.form = policy, seed, share, form
        self.env = game_named(spec.game).ids[spec.scale]
        self.arguments = game_named(spec.game).replays.arguments_of(spec)
        self.waiting = seeds.tolist()
        self.rng = np.random.default_rng(seed)
        self.game = self._next_game()

    def answer(self, question: str) -> str:
        """Return the reply to a question, and play the same in the script's own war."""
        self._begin_if_over()
        assert question == self.game.observe()
        reply, _ = self._play()
        return f"As I believe.\nAnswer: {reply}"

    def play_war(self) -> list[int]:
        """Play the next war without an endpoint and return its actions."""
        self._begin_if_over()
        actions: list[int] = []
        while not self.game.over:
            actions += self._play()[1]
        return actions

    def _begin_if_over(self) -> None:
        if self.game.over:
            self.game = self._next_game()

    def _play(self) -> tuple[str, tuple[int, ...]]:
        """Answer the open question. Return the answer and its actions."""
        reply = self._reply()
        taken = self.game.answer(reply)
        assert not isinstance(taken, Refusal), str(taken)
        return reply, taken.actions

    def _next_game(self) -> TextGame:
        self.record = new_record(self.env, self.waiting.pop(0), self.arguments, player="", form=self.form)
        return self.form.game(self.record)

    @property
    def turn(self) -> int:
        """Decisions that have been taken in the war."""
        return len(self.record.actions)

    def _reply(self) -> str:
        if self.rng.random() < self.share:
            return str(self.rng.integers(len(self.game.question.options)) + 1)
        return answer_for(self.game, self._actions(), in_words=self.game.questions % 2 == 0)

    def _actions(self) -> list[int]:
        """Return the script's next action, or those of all seats if a list is asked for."""
        twin, actions = self.game.war.clone("same"), [self._choice(self.game.war, self.turn)]
        while self.game.question.list_question is not None:
            twin.step(actions[-1])
            if twin.decision not in SEATING:
                break
            actions.append(self._choice(twin, self.turn + len(actions)))
        return actions

    def _choice(self, war: StukaEnv, turn: int) -> int:
        """Return the script's action with the random number that an evaluation draws for this turn."""
        noise = np.zeros(1, np.int64)
        draw_noise(war_seeds(war.engine), self.seed, turn, noise)
        return choice(war, self.policy, int(noise[0]))
