"""Tracks of the leaderboard in the third game."""

from agents.evaluation.tracks import EvaluationTrack, TrackScenario
from stuka_env.games.wing import WING_ENVIRONMENTS
from stuka_env.games.wing.codes import MOST_POINTS, Scale

_MISSIONS, _CAMPAIGNS = (
    TrackScenario(name, title, WING_ENVIRONMENTS[scale], wars, arguments, least=-MOST_POINTS)
    for name, title, scale, wars, arguments in (
        ("mission", "Missions", Scale.MISSION, 1_000, {}),
        ("campaign", "Campaigns", Scale.CAMPAIGN, 200, {"campaign": "full"}),
    )
)
TRACKS = {
    track.name: track
    for track in (
        EvaluationTrack("wing-mission", (_MISSIONS,), seed=19420817),
        EvaluationTrack("wing-campaign", (_CAMPAIGNS,), seed=19430127),
    )
}
"""The tracks by name."""
