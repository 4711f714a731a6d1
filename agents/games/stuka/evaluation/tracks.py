"""Tracks of the leaderboard in the first game."""

from agents.evaluation.tracks import EvaluationTrack, TrackScenario, tracks_by_name
from stuka_env import ENVIRONMENTS
from stuka_env.games.stuka.codes import Scale
from stuka_env.text.open_question import TEXT_VERSION

DURATION = "regular"
"""Every track flies regular durations (4.5)."""
UNSEEN_CHARTS = "random-evaluation"
"""Charts of a track that measures generalisation: the sets that are reserved for evaluation."""


def _wars(
    name: str, title: str, scale: Scale, operation: str | None, wars: int, charts: str | None = None
) -> TrackScenario:
    """Return wars of an operation, or of a campaign, which has all three."""
    arguments = {"operation": operation, "duration": DURATION}
    return TrackScenario(name, title, ENVIRONMENTS[scale], wars, arguments, charts)


LANGUAGE_TRACK = EvaluationTrack(
    "language",
    (_wars("barbarossa", "Barbarossa", Scale.MISSION, "barbarossa", 60),),
    seed=19410727,
    version=TEXT_VERSION,
    ranks=False,
    best="champion",
)
"""Missions for policies that are slow or expensive, such as language models: the warm-up."""
CAMPAIGN_LANGUAGE = EvaluationTrack(
    "campaign-language",
    (_wars("campaign", "Campaign", Scale.CAMPAIGN, None, 8),),
    seed=19420911,
    version=TEXT_VERSION,
    ranks=False,
    best="champion",
)
"""Campaigns for such policies. They rank nobody: who flies few aircraft and declines nothing comes half of the way."""
TRACKS = tracks_by_name(
    EvaluationTrack(
        "mission",
        (_wars("barbarossa", "Barbarossa", Scale.MISSION, "barbarossa", 4_000),),
        seed=19410622,
    ),
    EvaluationTrack(
        "operation",
        (
            _wars("barbarossa", "Barbarossa", Scale.OPERATION, "barbarossa", 800),
            _wars("case_blue", "Case Blue", Scale.OPERATION, "case_blue", 400),
            _wars("citadel", "Citadel", Scale.OPERATION, "citadel", 400),
        ),
        seed=19420628,
    ),
    EvaluationTrack(
        "campaign",
        (_wars("campaign", "Campaign", Scale.CAMPAIGN, None, 400),),
        seed=19430705,
    ),
    EvaluationTrack(
        "charts",
        (
            _wars("barbarossa", "Barbarossa", Scale.OPERATION, "barbarossa", 1_600, UNSEEN_CHARTS),
            _wars("case_blue", "Case Blue", Scale.OPERATION, "case_blue", 800, UNSEEN_CHARTS),
            _wars("citadel", "Citadel", Scale.OPERATION, "citadel", 800, UNSEEN_CHARTS),
        ),
        seed=19420828,
    ),
    LANGUAGE_TRACK,
    LANGUAGE_TRACK.quick(20),
    CAMPAIGN_LANGUAGE,
)
"""The tracks by name."""
