"""Figures of a language model in an entry of the leaderboard: calls, tokens, time and cost of its wars."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from agents.evaluation.entry_fields import Reader, fields, number, optional, refusal, whole, word
from agents.evaluation.language_models import LanguageModel
from agents.evaluation.tracks import EvaluationTrack
from stuka_env.policy import NEUTRAL
from stuka_env.text.open_question import MOST_FORCED

FIGURE_DECIMALS = 4
"""Decimal places of costs and mean scores in the file."""
ROUNDED_FIGURES = ("cost", "unforced_score", "neutral_score")
"""Figures with decimal places."""
LONGEST_SETTINGS = 4000
"""Characters of the settings in the file."""


class ModelFigures(NamedTuple):
    """Figures of a language model over the wars of an entry."""

    calls: int
    """Replies of the model."""
    refusals: int
    """Refused replies."""
    forced: int
    """Questions that the neutral policy has answered after too many refusals."""
    cut: int
    """Replies that were not complete."""
    prompt_tokens: int
    """Tokens that the model read, as its endpoint counts them."""
    reply_tokens: int
    """Tokens that it wrote."""
    cost: float | None
    """Cost under the prices that were given; None without prices."""
    cached_tokens: int = 0
    """Tokens among those that it read that its endpoint had kept."""
    lost_calls: int = 0
    """Calls without a reply."""
    lost_prompt_tokens: int = 0
    """Tokens that calls which timed out may have read, an estimate."""
    lost_reply_tokens: int = 0
    """Tokens that they may have written: the most that was allowed."""
    questions: int = 0
    """Questions that have been answered."""
    unforced_wars: int = 0
    """Wars without a forced answer."""
    unforced_score: float | None = None
    """Mean score of these; None if there are none."""
    neutral: str = NEUTRAL
    """Name of the neutral policy."""
    neutral_score: float = 0.0
    """Mean score of the neutral policy in the same wars."""
    most_forced_in_a_row: int = 0
    """The largest number of questions in a row in a war that the neutral policy has answered."""
    filtered: int = 0
    """Replies that a filter of the endpoint ended."""
    no_form: int = 0
    """Refused replies without a single answer that could be read."""
    illegal_now: int = 0
    """Refused replies that name an option of an earlier question, or a list that the rules forbid."""
    never_legal: int = 0
    """Refused replies that name something that has been no option in the war."""
    notes: int = 0
    """Replies with notes, if the model kept some."""
    cut_notes: int = 0
    """Replies whose notes were too long."""
    milliseconds: int = 0
    """Time of the calls with a reply; 0 if it was not measured."""
    settings: Mapping[str, Any] = {}
    """Settings of the requests: fields with their values, and the names of further headers."""

    @property
    def seconds_a_call(self) -> float | None:
        """Mean time from a request to its reply in seconds; None if it was not measured."""
        return self.milliseconds / 1000 / self.calls if self.milliseconds and self.calls else None

    @property
    def mark(self) -> str:
        """The mark of an entry whose score is not that of the model; empty for any other."""
        number = self.most_forced_in_a_row
        return f"{number} forced answers in a row" if number >= MOST_FORCED else ""


MODEL_KEY = "language_model"
"""Key that only the files of language models have."""
MODEL_FIELDS: dict[str, Reader] = {
    **dict.fromkeys(ModelFigures._fields, whole),
    "cost": lambda value: optional(value, number),
    "unforced_score": lambda value: optional(value, number),
    "neutral": lambda value: word(value, (NEUTRAL,)),
    "neutral_score": number,
    "settings": lambda value: _settings(value),
}
"""Readers of its value."""


def read_model_figures(found: Any) -> ModelFigures:
    """Read the figures in a file; those that files of earlier versions lack have their defaults.

    Raises:
        EntryError: a key is missing or unknown, or has another value.
    """
    values = {**ModelFigures._field_defaults, **found} if isinstance(found, dict) else found
    return ModelFigures(**fields(values, MODEL_FIELDS, MODEL_KEY))


def _settings(got: Any) -> dict[str, Any]:
    if not isinstance(got, dict) or len(json.dumps(got)) > LONGEST_SETTINGS:
        raise refusal(got, f"an object of at most {LONGEST_SETTINGS} characters")
    return got


def model_figures(policy: Any, track: EvaluationTrack) -> ModelFigures | None:
    """Return the figures of a language model over the wars of a track; None for another policy."""
    if not isinstance(policy, LanguageModel):
        return None
    if len(policy.usages) < sum(scenario.wars for scenario in track.scenarios):  # an earlier run has flown the wars
        for scenario in track.scenarios:
            policy.in_wars(scenario.spec(), track.war_seeds(scenario.wars))
    figures = {"cost": None, **policy.figures()}
    rounded = {
        name: value if value is None else round(value, FIGURE_DECIMALS)
        for name, value in figures.items()
        if name in ROUNDED_FIGURES
    }
    return ModelFigures(**{name: figures[name] for name in ModelFigures._fields} | rounded)
