"""Figures of a language model in an entry of the leaderboard: calls, tokens and cost of its wars."""

from typing import Any, NamedTuple

from agents.evaluation.language_models import LanguageModel
from agents.games.stuka.evaluation.entry_fields import Reader, number, optional, whole
from agents.games.stuka.evaluation.tracks import EvaluationTrack
from stuka_env.flights.seeds import evaluation_seeds

COST_DECIMALS = 4
"""Decimal places of costs in the file."""


class ModelFigures(NamedTuple):
    """Figures of a language model over the wars of an entry."""

    calls: int
    """Replies of the model."""
    refusals: int
    """Refused replies."""
    forced: int
    """Questions whose first option was taken after too many refusals."""
    cut: int
    """Replies that the endpoint cut at their longest length."""
    prompt_tokens: int
    """Tokens that the model read, as its endpoint counts them."""
    reply_tokens: int
    """Tokens that it wrote."""
    cost: float | None
    """Cost under the prices that were given; None without prices."""


MODEL_KEY = "language_model"
"""Key that only the files of language models have."""
MODEL_FIELDS: dict[str, Reader] = {
    **dict.fromkeys(ModelFigures._fields, whole),
    "cost": lambda value: optional(value, number),
}
"""Readers of its value."""


def model_figures(policy: Any, track: EvaluationTrack) -> ModelFigures | None:
    """Return the figures of a language model over the wars of a track; None for another policy."""
    if not isinstance(policy, LanguageModel):
        return None
    if len(policy.usages) < sum(scenario.wars for scenario in track.scenarios):  # an earlier run has flown the wars
        for scenario in track.scenarios:
            policy.in_wars(scenario.spec(), evaluation_seeds(track.seed, scenario.wars))
    figures = policy.figures()
    cost = figures.get("cost")
    return ModelFigures(
        **{name: figures[name] for name in ModelFigures._fields if name != "cost"},
        cost=None if cost is None else round(cost, COST_DECIMALS),
    )
