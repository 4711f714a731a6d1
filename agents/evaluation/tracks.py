"""The leaderboard's tracks: which wars are flown, how many of them, and how much a learner may have seen.

A track is fixed, so that whoever flies it flies the same wars. Its digest covers everything that decides which wars
they are; a budget decides nothing about the wars and is not in it.
"""

import hashlib
import json
from typing import NamedTuple

from stuka_env import ENVIRONMENTS
from stuka_env.codes import Scale
from stuka_env.envs.arguments import Arguments, read_arguments
from stuka_env.flights.seeds import evaluation_seeds

DURATION = "regular"
"""Every track flies regular durations (4.5)."""


class TrackScenario(NamedTuple):
    """Wars of one kind."""

    name: str
    """In result files."""
    title: str
    scale: Scale
    operation: str | None
    """None for a campaign, which flies all three."""
    wars: int

    @property
    def env(self) -> str:
        """The environment's id."""
        return ENVIRONMENTS[self.scale]

    def arguments(self) -> Arguments:
        """What the environment is made with: the project's own charts."""
        return read_arguments(self.scale, self.operation, None, DURATION, "flat", None, 0.0)


class Track(NamedTuple):
    """What an entry flies."""

    name: str
    scenarios: tuple[TrackScenario, ...]
    """The first is the headline: it ranks the entries."""
    seed: int
    """The evaluation seed: which wars, and the policies' own chance."""
    budget: int
    """Decisions that a learner may have seen."""

    @property
    def headline(self) -> TrackScenario:
        """The scenario that ranks the entries."""
        return self.scenarios[0]

    def digest(self) -> str:
        """SHA-256 of everything that decides which wars are flown, their base seeds included."""
        wars = [[each.name, each.env, each.operation, DURATION, each.wars] for each in self.scenarios]
        seeds = evaluation_seeds(self.seed, max(each.wars for each in self.scenarios))
        text = json.dumps([self.name, self.seed, wars])
        return hashlib.sha256(text.encode() + seeds.astype("<u8").tobytes()).hexdigest()


TRACKS = {
    track.name: track
    for track in (
        Track(
            "mission",
            (TrackScenario("barbarossa", "Barbarossa", Scale.MISSION, "barbarossa", 10_000),),
            seed=19410622,
            budget=5_000_000,
        ),
        Track(
            "operation",
            (
                TrackScenario("barbarossa", "Barbarossa", Scale.OPERATION, "barbarossa", 2_000),
                TrackScenario("case_blue", "Case Blue", Scale.OPERATION, "case_blue", 1_000),
                TrackScenario("citadel", "Citadel", Scale.OPERATION, "citadel", 1_000),
            ),
            seed=19420628,
            budget=20_000_000,
        ),
        Track(
            "campaign",
            (TrackScenario("campaign", "Campaign", Scale.CAMPAIGN, None, 1_000),),
            seed=19430705,
            budget=40_000_000,
        ),
    )
}
"""All tracks by name."""
