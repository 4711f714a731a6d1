"""Tracks of the leaderboard in the second game."""

from agents.evaluation.tracks import EvaluationTrack, TrackScenario
from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from stuka_env.games.interceptor.codes import Scale

TRACKS = {
    track.name: track
    for track in (
        EvaluationTrack(
            "sortie",
            (TrackScenario("sortie", "Sorties", INTERCEPTOR_ENVIRONMENTS[Scale.SORTIE], 4_000, {}),),
            seed=19430217,
        ),
        EvaluationTrack(
            "career",
            (TrackScenario("career", "Careers", INTERCEPTOR_ENVIRONMENTS[Scale.CAREER], 400, {}),),
            seed=19431014,
        ),
    )
}
"""The tracks by name."""
