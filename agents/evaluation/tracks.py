"""Tracks of the leaderboard: fixed wars, so that all entries of a track fly the same ones."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.game_rooms import has_room, laboratory_of
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import Game, game_names, game_of
from stuka_env.text.war_form import USUAL_FORM, WarForm

CHARTS_ARGUMENT = "charts"
"""The argument of environments that is no part of an entry's file: the file has the digest of the charts."""

SEALED = "sealed "
"""Beginning of the text that stands in an entry's file for a seed that is kept secret; a digest follows."""


QUICK = "-quick"
"""End of the name of a track that flies the first wars of another one."""


class TrackScenario(NamedTuple):
    """Wars of one kind on a track."""

    name: str
    """Name in result files."""
    title: str
    env: str
    """Id of the environment."""
    wars: int
    arguments: Mapping[str, Any]
    """Arguments of the environment, as result files have them."""
    charts: str | None = None
    """The argument ``charts`` of the environment; None for the project's own charts."""

    @property
    def game(self) -> Game:
        """The game of the environment."""
        game = game_of(self.env)
        assert game is not None
        return game

    def score_range(self) -> tuple[int, int]:
        """Return the least and the largest score that a war can have. An unfinished war has the least."""
        least, most = self.game.flights.score_range(self.spec())
        return least, most

    def spec(self) -> Any:
        """Return the war that is played, a :class:`stuka_env.game.AnyWarSpec`."""
        arguments = {**self.arguments, CHARTS_ARGUMENT: self.charts}
        given = {name: value for name, value in arguments.items() if value is not None}
        spec, _ = self.game.envs.read_arguments(self.game.ids.index(self.env), **given)
        return spec


class EvaluationTrack(NamedTuple):
    """The wars that an entry flies."""

    name: str
    scenarios: tuple[TrackScenario, ...]
    """The scenarios; the first is the headline, which ranks the entries."""
    seed: int
    """Evaluation seed of the wars and of the policies' random numbers."""
    version: int = 1
    """Version of the texts that a language model reads and of the reading of its answers, on the tracks for them."""
    ranks: bool = True
    """Whether a higher score shows better play; a track on which a trivial player comes far is a warm-up."""
    form: WarForm = USUAL_FORM
    """The form of the wars: the affordable one asks few decisions, and a script takes the others."""
    best: str = ""
    """Name of the best script, on the tracks for language models: scores are shares of the way to it too."""
    secret_sha256: str | None = None
    """SHA-256 of the secret that the wars follow from (:mod:`agents.evaluation.secret_wars`); None for public wars."""
    sealed_seed: int | None = None
    """Seed of the wars that follow from a secret."""

    @property
    def seed_in_words(self) -> int | str:
        """The seed of the wars as an entry's file has it: the digest of the secret if they are sealed."""
        return self.seed if self.secret_sha256 is None else f"{SEALED}{self.secret_sha256}"

    def war_seeds(self, wars: int) -> NDArray[np.uint64]:
        """Return the base seeds of the first wars, ``(wars,)``."""
        return evaluation_seeds(self.seed if self.sealed_seed is None else self.sealed_seed, wars)

    @property
    def headline(self) -> TrackScenario:
        """The scenario that ranks the entries."""
        return self.scenarios[0]

    def quick(self, wars: int) -> "EvaluationTrack":
        """Return the track ``NAME-quick``, which flies the first wars of the headline."""
        return self._replace(name=f"{self.name}{QUICK}", scenarios=(self.headline._replace(wars=wars),))

    def charts_digest(self) -> str:
        """Return the digest of the charts in force, or of all sets that they are drawn from."""
        digest: str = self.headline.spec().charts_digest()
        return digest

    @property
    def _kind(self) -> list[Any]:
        """The version and the form, as far as they are not the usual ones."""
        return [*([self.version] if self.version > 1 else []), *([self.form.described] if self.form.described else [])]

    def digest(self) -> str:
        """Return the SHA-256 of all that determines the wars, with their base seeds and the version; not the charts."""
        wars = [
            [each.name, each.env, *each.arguments.values(), each.wars, *([each.charts] if each.charts else [])]
            for each in self.scenarios
        ]
        seeds = self.war_seeds(max(each.wars for each in self.scenarios))
        text = json.dumps([self.name, self.seed, wars, *self._kind])
        return hashlib.sha256(text.encode() + seeds.astype("<u8").tobytes()).hexdigest()


def tracks_by_name(*tracks: EvaluationTrack) -> dict[str, EvaluationTrack]:
    """Return tracks by their names."""
    return {track.name: track for track in tracks}


def all_tracks() -> dict[str, EvaluationTrack]:
    """Return the tracks of all games by name."""
    tracks: dict[str, EvaluationTrack] = {}
    for game in game_names():
        if has_room(game, "evaluation.tracks"):
            tracks |= laboratory_of(game, "evaluation.tracks").TRACKS
    return tracks
