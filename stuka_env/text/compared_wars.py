"""Wars of a language model beside those of other policies: the same wars, plain and luck-adjusted scores."""

import threading
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import entry_points
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.philox import draw_noise
from stuka_env.engine.engine import Engine
from stuka_env.envs.arguments import read_game
from stuka_env.envs.single import StukaEnv
from stuka_env.flights.episodes import fly_wars, public_records, war_seeds
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import AnyWarSpec, Game, game_named
from stuka_env.io.arguments import argument_error
from stuka_env.policy import NEUTRAL, POLICY_SEED_LIMIT, Policy, PolicyInput, installed_policies, load_policy
from stuka_env.replay.file import PolicyRecord, Replay
from stuka_env.replay.recording import take
from stuka_env.text.kept_war import new_record
from stuka_env.text.parts import NeutralPolicy, text_parts
from stuka_env.text.war_form import USUAL_FORM, WarForm

LUCK_GROUP = "stuka_env.luck"
"""Group of entry points with the luck-adjusted scores of replays, by the name of a game."""
ADJUSTED = "adjusted_"
"""Beginning of the names of luck-adjusted scores."""
AdjustedScores = Callable[[Sequence[Replay]], NDArray[np.float64]]
"""A function that returns the luck-adjusted official scores of finished wars, ``(N,)``."""


def frozen_seeds(seed: int, wars: int) -> list[int]:
    """Return the seeds of the wars that ``evaluate.py`` flies with this seed.

    Raises:
        ValueError: the seed is not allowed.
    """
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < POLICY_SEED_LIMIT:
        raise argument_error("seed", seed, f"a whole number from 0 to {POLICY_SEED_LIMIT - 1}")
    seeds: list[int] = evaluation_seeds(seed, wars).tolist()
    return seeds


def spec_of(game: Game, env: str, arguments: Mapping[str, Any]) -> AnyWarSpec:
    """Return the wars of an environment for a language model.

    Args:
        game: the game.
        env: id of the environment.
        arguments: the game's own arguments.

    Raises:
        ValueError: an argument is not allowed, or each war would have its own charts.
        TypeError: the game has no argument of this name.
    """
    read_game(game.name, arguments, ())
    spec, _ = game.envs.read_arguments(game.ids.index(env), **arguments)
    if spec.random is not None:
        raise argument_error("charts", arguments["charts"], "charts that are the same in all wars")
    return spec


def adjusted_scores_of(game: str) -> AdjustedScores | None:
    """Return the function for the luck-adjusted scores of a game; None if no installed distribution has one."""
    entry = next(iter(entry_points(group=LUCK_GROUP, name=game)), None)
    return None if entry is None else entry.load()


def rival_names(game: str, names: Sequence[str] | None) -> tuple[str, ...]:
    """Return the names of the policies to compare with.

    Args:
        game: name of the game.
        names: the names, or a text with commas between them; None for those of the game that are installed.

    Raises:
        ValueError: they are something else.
    """
    if names is None:
        return tuple(name for name in text_parts(game).rivals if name in installed_policies(game))
    listed = names.split(",") if isinstance(names, str) else names
    if not isinstance(listed, list | tuple) or not all(isinstance(name, str) for name in listed):
        raise argument_error("policies", names, "names of policies, or a text with commas between them")
    return tuple(name for name in listed if name)


class WarComparison:
    """Scores of wars beside those of other policies, and of the neutral policy, in the same wars.

    Args:
        game: the game.
        spec: the kind of war.
        names: names of the policies.
        seed: seed of their random numbers.
        form: the form that they play too.

    Attributes:
        is_adjusted: whether there are luck-adjusted scores.

    Raises:
        ValueError: a policy cannot be used.
    """

    def __init__(
        self, game: Game, spec: AnyWarSpec, names: Sequence[str], seed: int, *, form: WarForm = USUAL_FORM
    ) -> None:
        self._spec, self._seed, self._form = spec, seed, form
        others = {name: load_policy(name, game.name) for name in names}
        self._policies: dict[str, Policy] = {NEUTRAL: NeutralPolicy(game.name), **others}
        self._adjusted_scores = adjusted_scores_of(game.name)
        self._lock = threading.Lock()
        self.is_adjusted = self._adjusted_scores is not None

    def scores(self, replay: Replay) -> dict[str, float]:
        """Return the scores of a war by name, with the differences to the other policies.

        A war that was not played to its end has the score 0. Threads can call it; one policy plays at a time.
        """
        with self._lock:
            own = self._scores_of(replay)
            scores = {f"{kind}score": score for kind, score in own.items()}
            for name, policy in self._policies.items():
                theirs = self._scores_of(played_by(policy, self._spec, replay.seed, self._seed, form=self._form))
                scores |= {f"{kind}{name}": score for kind, score in theirs.items()}
                scores |= {f"{kind}above_{name}": own[kind] - score for kind, score in theirs.items()}
        return scores

    def _scores_of(self, replay: Replay) -> dict[str, float]:
        """Return the plain and the luck-adjusted score of a war, by the beginning of their names."""
        scores = {"": float(replay.score or 0)}
        if self._adjusted_scores is not None:
            scores[ADJUSTED] = float(self._adjusted_scores([replay])[0]) if replay.finished else 0.0
        return scores


class _WithActions:
    """A policy in one war, with the actions that it has taken."""

    def __init__(self, policy: Policy) -> None:
        self.name = policy.name
        self.actions: list[int] = []
        self._policy = policy

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Let the policy act, and keep its action."""
        self._policy.act(inputs, actions)
        self.actions.append(int(actions[0]))


def played_by(policy: Policy, spec: AnyWarSpec, war_seed: int, seed: int, *, form: WarForm = USUAL_FORM) -> Replay:
    """Return a war that a policy plays, as ``evaluate.py`` flies it.

    Args:
        policy: the policy.
        spec: the kind of war.
        war_seed: seed of the war.
        seed: seed of the policy's random numbers.
        form: the form of the war: the policy takes the decisions that are asked, and a script takes the others.

    Raises:
        FlightError: the policy fails.
    """
    if form.asked:
        return _played_asked(policy, spec, war_seed, seed, form)
    player = _WithActions(policy)
    fly_wars(player, spec, np.array([war_seed], np.uint64), seed=seed)
    return take(Engine(1, spec), war_seed, player.actions, policy_record=PolicyRecord(policy.name))


def _played_asked(policy: Policy, spec: AnyWarSpec, war_seed: int, seed: int, form: WarForm) -> Replay:
    game = game_named(spec.game)
    record = new_record(game.ids[spec.scale], war_seed, game.replays.arguments_of(spec), player="", form=form)
    seen, _ = record.reset(seed=war_seed)
    war = record.unwrapped
    assert isinstance(war, StukaEnv)
    noise, actions = np.zeros(1, np.int64), np.zeros(1, np.int64)
    while not war.engine.wars.reports["over"][0]:
        draw_noise(war_seeds(war.engine), seed, len(record.actions), noise)
        policy.act(PolicyInput(seen[None], war.engine.masks, *public_records(war.engine), noise), actions)
        seen = record.step(actions[0])[0]
    replay = record.replay()
    record.close()
    return replay
