"""Tracks of the leaderboard: fixed wars, so that all entries of a track fly the same ones."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from agents.game_rooms import has_laboratory, laboratory_of
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import Game, game_names, game_of

CHARTS_ARGUMENT = "charts"
"""The argument of environments that is no part of an entry's file: the file has the digest of the charts."""


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

    @property
    def headline(self) -> TrackScenario:
        """The scenario that ranks the entries."""
        return self.scenarios[0]

    def charts_digest(self) -> str:
        """Return the digest of the charts in force, or of all sets that they are drawn from."""
        digest: str = self.headline.spec().charts_digest()
        return digest

    def digest(self) -> str:
        """Return the SHA-256 of all that determines the wars, with their base seeds and the version; not the charts."""
        wars = [
            [each.name, each.env, *each.arguments.values(), each.wars, *([each.charts] if each.charts else [])]
            for each in self.scenarios
        ]
        seeds = evaluation_seeds(self.seed, max(each.wars for each in self.scenarios))
        text = json.dumps([self.name, self.seed, wars, *([self.version] if self.version > 1 else [])])
        return hashlib.sha256(text.encode() + seeds.astype("<u8").tobytes()).hexdigest()


def all_tracks() -> dict[str, EvaluationTrack]:
    """Return the tracks of all games by name."""
    tracks: dict[str, EvaluationTrack] = {}
    for game in filter(has_laboratory, game_names()):
        tracks |= laboratory_of(game, "evaluation.tracks").TRACKS
    return tracks
