"""Tracks of the leaderboard in the third game."""

from agents.evaluation.tracks import EvaluationTrack, TrackScenario, tracks_by_name
from stuka_env.games.wing import WING_ENVIRONMENTS
from stuka_env.games.wing.codes import Scale
from stuka_env.text.open_question import TEXT_VERSION

_MISSIONS = TrackScenario("mission", "Missions", WING_ENVIRONMENTS[Scale.MISSION], 1_000, {})
_CAMPAIGNS = TrackScenario("campaign", "Campaigns", WING_ENVIRONMENTS[Scale.CAMPAIGN], 200, {"campaign": "full"})
CAMPAIGN_LANGUAGE_WING = EvaluationTrack(
    "wing-campaign-language", (_CAMPAIGNS._replace(wars=12),), seed=19431003, version=TEXT_VERSION, best="best"
)
"""Campaigns for policies that are slow or expensive, such as language models."""
TRACKS = tracks_by_name(
    EvaluationTrack("wing-mission", (_MISSIONS,), seed=19420817),
    EvaluationTrack("wing-campaign", (_CAMPAIGNS,), seed=19430127),
    CAMPAIGN_LANGUAGE_WING,
)
"""The tracks by name."""
