"""Tracks of the leaderboard: the wars that are flown, and the training budget of learners.

A track is fixed, so that all entries fly the same wars. Its digest covers everything that determines the wars; the
budget is not part of it.
"""

import hashlib
import json
from typing import NamedTuple

from stuka_env import ENVIRONMENTS
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.scenario.arguments import read_war_spec
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.text.open_question import TEXT_VERSION

DURATION = "regular"
"""Every track flies regular durations (4.5)."""
UNSEEN_CHARTS = "random-evaluation"
"""Charts of a track that measures generalisation: the sets that are reserved for evaluation."""


class TrackScenario(NamedTuple):
    """Wars of one kind on a track."""

    name: str
    """Name in result files."""
    title: str
    scale: Scale
    operation: str | None
    """Name of the operation; None for a campaign, which has all three."""
    wars: int
    charts: str | None = None
    """The argument ``charts`` of the environment; None for the project's own charts."""

    @property
    def env(self) -> str:
        """The environment's id."""
        return ENVIRONMENTS[self.scale]

    def spec(self) -> WarSpec:
        """Return the war that is played."""
        return read_war_spec(self.scale, operation=self.operation, duration=DURATION, charts=self.charts)


class EvaluationTrack(NamedTuple):
    """The wars that an entry flies."""

    name: str
    scenarios: tuple[TrackScenario, ...]
    """The scenarios; the first is the headline, which ranks the entries."""
    seed: int
    """Evaluation seed of the wars and of the policies' random numbers."""
    budget: int
    """Number of decisions that a learner may be trained on, for the class "learner within budget"."""
    version: int = 1
    """Version of the texts that a language model reads and of the reading of its answers, on the tracks for them."""

    @property
    def headline(self) -> TrackScenario:
        """The scenario that ranks the entries."""
        return self.scenarios[0]

    def charts_digest(self) -> str:
        """Return the digest of the charts in force, or of all sets that they are drawn from."""
        return self.headline.spec().charts_digest()

    def digest(self) -> str:
        """Return the SHA-256 of all that determines the wars, with their base seeds and the version; not the charts."""
        wars = [
            [each.name, each.env, each.operation, DURATION, each.wars, *([each.charts] if each.charts else [])]
            for each in self.scenarios
        ]
        seeds = evaluation_seeds(self.seed, max(each.wars for each in self.scenarios))
        text = json.dumps([self.name, self.seed, wars, *([self.version] if self.version > 1 else [])])
        return hashlib.sha256(text.encode() + seeds.astype("<u8").tobytes()).hexdigest()


LANGUAGE_TRACK = EvaluationTrack(
    "language",
    (TrackScenario("barbarossa", "Barbarossa", Scale.MISSION, "barbarossa", 60),),
    seed=19410727,
    budget=5_000_000,
    version=TEXT_VERSION,
)
"""A track for policies that are slow or expensive, such as language models."""
QUICK_WARS = 20
"""Number of wars of its quick track: the first ones."""
QUICK_TRACK = LANGUAGE_TRACK._replace(
    name="language-quick", scenarios=(LANGUAGE_TRACK.headline._replace(wars=QUICK_WARS),)
)
TRACKS = {
    track.name: track
    for track in (
        EvaluationTrack(
            "mission",
            (TrackScenario("barbarossa", "Barbarossa", Scale.MISSION, "barbarossa", 4_000),),
            seed=19410622,
            budget=5_000_000,
        ),
        EvaluationTrack(
            "operation",
            (
                TrackScenario("barbarossa", "Barbarossa", Scale.OPERATION, "barbarossa", 800),
                TrackScenario("case_blue", "Case Blue", Scale.OPERATION, "case_blue", 400),
                TrackScenario("citadel", "Citadel", Scale.OPERATION, "citadel", 400),
            ),
            seed=19420628,
            budget=20_000_000,
        ),
        EvaluationTrack(
            "campaign",
            (TrackScenario("campaign", "Campaign", Scale.CAMPAIGN, None, 400),),
            seed=19430705,
            budget=40_000_000,
        ),
        EvaluationTrack(
            "charts",
            (
                TrackScenario("barbarossa", "Barbarossa", Scale.OPERATION, "barbarossa", 1_600, UNSEEN_CHARTS),
                TrackScenario("case_blue", "Case Blue", Scale.OPERATION, "case_blue", 800, UNSEEN_CHARTS),
                TrackScenario("citadel", "Citadel", Scale.OPERATION, "citadel", 800, UNSEEN_CHARTS),
            ),
            seed=19420828,
            budget=40_000_000,
        ),
        LANGUAGE_TRACK,
        QUICK_TRACK,
    )
}
"""All tracks by name."""
