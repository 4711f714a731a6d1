"""Tracks of the leaderboard in the third game."""

from agents.evaluation.tracks import EvaluationTrack, TrackScenario, tracks_by_name
from stuka_env.games.wing import WING_ENVIRONMENTS
from stuka_env.games.wing.codes import Scale

_MISSIONS = TrackScenario("mission", "Missions", WING_ENVIRONMENTS[Scale.MISSION], 1_000, {})
_CAMPAIGNS = TrackScenario("campaign", "Campaigns", WING_ENVIRONMENTS[Scale.CAMPAIGN], 200, {"campaign": "full"})
TRACKS = tracks_by_name(
    EvaluationTrack("wing-mission", (_MISSIONS,), seed=19420817),
    EvaluationTrack("wing-campaign", (_CAMPAIGNS,), seed=19430127),
)
"""The tracks by name."""
