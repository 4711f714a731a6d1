"""The track of the leaderboard in the fourth game."""

from agents.evaluation.tracks import EvaluationTrack, TrackScenario, tracks_by_name
from stuka_env.games.support import SUPPORT_ENVIRONMENTS
from stuka_env.games.support.codes import Scale

_BATTLES = TrackScenario("battle", "Battles", SUPPORT_ENVIRONMENTS[Scale.BATTLE], 1_000, {})
TRACKS = tracks_by_name(EvaluationTrack("support-battle", (_BATTLES,), seed=19440606))
"""The track by its name."""
