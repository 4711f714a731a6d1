"""Tracks of the leaderboard in the second game."""

from agents.evaluation.tracks import EvaluationTrack, TrackScenario, tracks_by_name
from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from stuka_env.games.interceptor.codes import Scale
from stuka_env.text.open_question import TEXT_VERSION
from stuka_env.text.war_form import WarForm


def _sorties(wars: int) -> tuple[TrackScenario, ...]:
    return (TrackScenario("sortie", "Sorties", INTERCEPTOR_ENVIRONMENTS[Scale.SORTIE], wars, {}),)


def _careers(wars: int) -> tuple[TrackScenario, ...]:
    return (TrackScenario("career", "Careers", INTERCEPTOR_ENVIRONMENTS[Scale.CAREER], wars, {}),)


MONTH_LANGUAGE = EvaluationTrack(
    "month-language",
    (TrackScenario("month", "Months", INTERCEPTOR_ENVIRONMENTS[Scale.MONTH], 20, {}),),
    seed=19430911,
    version=TEXT_VERSION,
    ranks=False,
    best="champion",
)
"""Months for policies that are slow or expensive, such as language models. A life after the month counts nothing."""
CAREER_LANGUAGE = EvaluationTrack("career-language", _careers(15), seed=19440220, version=TEXT_VERSION, best="champion")
"""Careers for such policies."""
CAREER_SHORT = EvaluationTrack(
    "career-language-short",
    _careers(30),
    seed=19440220,
    version=TEXT_VERSION,
    form=WarForm(asked=("AIRCRAFT", "ZONE"), answered_by="champion"),
    best="champion",
)
"""The affordable form of careers: of aircraft and zones the policy is asked, and a script takes all other decisions."""
TRACKS = tracks_by_name(
    EvaluationTrack("sortie", _sorties(4_000), seed=19430217),
    EvaluationTrack("career", _careers(400), seed=19431014),
    MONTH_LANGUAGE,
    CAREER_LANGUAGE,
    CAREER_LANGUAGE.quick(5),
    CAREER_SHORT,
)
"""The tracks by name."""
