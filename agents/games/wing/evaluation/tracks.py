"""Tracks of the leaderboard in the third game."""

from agents.evaluation.tracks import EvaluationTrack, TrackScenario
from stuka_env.games.wing import WING_ENVIRONMENTS
from stuka_env.games.wing.codes import MOST_POINTS

MISSION, CAMPAIGN = WING_ENVIRONMENTS
TRACKS = {
    track.name: track
    for track in (
        EvaluationTrack(
            "wing-mission",
            (TrackScenario("mission", "Missions", MISSION, 1_000, {}, least=-MOST_POINTS),),
            seed=19420817,
        ),
        EvaluationTrack(
            "wing-campaign",
            (TrackScenario("campaign", "Campaigns", CAMPAIGN, 200, {"campaign": "full"}, least=-MOST_POINTS),),
            seed=19430127,
        ),
    )
}
"""The tracks by name."""
