"""Policies whose play of given wars is known, such as replays: ``replays:FOLDER``, for wars that were played elsewhere.

Every war of the evaluation needs a replay. The evaluation flies its actions, so a score is never that of a file.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from stuka_env.envs.single import StukaEnv
from stuka_env.game import AnyWarSpec, game_named
from stuka_env.io.arguments import argument_error
from stuka_env.policy import Policy, PolicyInput
from stuka_env.replay import Replay, ReplayError, load, verify
from stuka_env.replay.file import check_comparable
from stuka_env.text.kept_war import new_record
from stuka_env.text.war_form import USUAL_FORM

NO_ACTION = -1
"""An action that is never legal."""


class PlayedActions:
    """A policy that repeats actions: a list for each war, in the order of the wars.

    A war whose list ends before it is given up: illegal actions leave it unfinished.
    """

    def __init__(self, name: str, actions: Sequence[Sequence[int]]) -> None:
        self.name = name
        self._actions = actions
        self._turn = 0

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the next action of every war."""
        for war, listed in enumerate(self._actions):
            actions[war] = listed[self._turn] if self._turn < len(listed) else NO_ACTION
        self._turn += 1


@runtime_checkable
class WarByWarPolicy(Policy, Protocol):
    """A policy that must know the wars before it plays them."""

    def in_wars(self, spec: AnyWarSpec, seeds: NDArray[np.uint64]) -> PlayedActions:
        """Return its play in the wars of seeds, for these wars alone.

        Raises:
            ValueError: it cannot play them.
        """


def in_wars(policy: Any, spec: AnyWarSpec, seeds: NDArray[np.uint64]) -> Policy:
    """Return a policy for these wars alone: the play of one that must know the wars, or any other policy itself."""
    played: Policy = policy.in_wars(spec, seeds) if isinstance(policy, WarByWarPolicy) else policy
    return played


REPLAYS_PREFIX = "replays:"
"""Beginning of the names of folders of replays."""


FIGURES = ".usage.json"
"""End of the names of files of figures, which earlier versions wrote beside the replays of language models."""


class ReplayedWars:
    """The replays of a folder as a policy: :meth:`in_wars` returns the play in given wars.

    Attributes:
        form: the form of the wars. In the affordable one a replay must have the decisions of the script.

    Args:
        name: ``replays:FOLDER``.

    Raises:
        ValueError: there is no such folder.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.form = USUAL_FORM
        folder = name.removeprefix(REPLAYS_PREFIX)
        self.folder = Path(folder)
        if not folder or not self.folder.is_dir():
            raise argument_error("policies", name, "replays:FOLDER with an existing folder")

    def files(self) -> list[Path]:
        """Return the files of the folder that may be replays."""
        return [path for path in sorted(self.folder.glob("*.json")) if not path.name.endswith(FIGURES)]

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the first legal actions, for the warm-up before the wars."""
        actions[:] = inputs.masks.argmax(axis=1)

    def in_wars(self, spec: AnyWarSpec, seeds: NDArray[np.uint64]) -> PlayedActions:
        """Return the actions of the replays in the wars of seeds; a war without a finished replay was given up.

        Raises:
            ValueError: a war has no replay or two, or its replay is broken.
        """
        wanted, found = set(seeds.tolist()), dict[int, Replay]()
        for path in self.files():
            replay = self._read(path, spec)
            if replay is None or replay.seed not in wanted:
                continue
            self._check_script(path, replay, spec)
            if not replay.finished:
                found.setdefault(replay.seed, replay)
                continue
            if replay.seed in found and found[replay.seed].finished:
                raise ValueError(f"policy {self.name!r}: two replays of the war of seed {replay.seed}; {path} is one")
            found[replay.seed] = replay
        missing = [seed for seed in seeds.tolist() if seed not in found]
        if missing:
            raise ValueError(
                f"policy {self.name!r}: {len(missing)} of {len(seeds)} wars have no replay, the first is that "
                f"of seed {missing[0]}"
            )
        return PlayedActions(self.name, [found[seed].actions for seed in seeds.tolist()])

    def _read(self, path: Path, spec: AnyWarSpec) -> Replay | None:
        """Return a verified replay of such a war from its beginning; None for another file."""
        game = game_named(spec.game)
        try:
            replay = load(path)
        except ReplayError as error:  # it names the file
            raise ValueError(f"policy {self.name!r}: {error}") from None
        try:
            is_such_a_war = (
                replay.env == game.ids[spec.scale]
                and replay.charts_sha256 == spec.charts.sha256
                and game.envs.read_arguments(spec.scale, **replay.arguments)[0].codes() == spec.codes()
            )
            if not is_such_a_war or replay.episode or replay.options:
                return None
            check_comparable(replay)
            verify(replay)
        except ValueError as error:
            raise ValueError(f"policy {self.name!r}: {str(path)!r}: {error}") from None
        return replay

    def _check_script(self, path: Path, replay: Replay, spec: AnyWarSpec) -> None:
        """Refuse a replay in which somebody else has taken a decision of the script of the form.

        The decisions that are asked are taken again, and the script takes the others: it must lead to the same actions.
        """
        if not self.form.asked:
            return
        arguments = game_named(spec.game).replays.arguments_of(spec)
        record = new_record(replay.env, replay.seed, arguments, player="", form=self.form)
        war = record.unwrapped
        assert isinstance(war, StukaEnv)
        while len(record.actions) < len(replay.actions) and not war.engine.wars.reports["over"][0]:
            record.step(replay.actions[len(record.actions)])
        played = tuple(record.actions)
        record.close()
        if played != replay.actions:
            raise ValueError(
                f"policy {self.name!r}: {str(path)!r}: has other decisions than those of {self.form.answered_by!r}, "
                f"which takes all but {', '.join(self.form.asked)} on this track"
            )
