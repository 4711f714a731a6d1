"""The first game, for ``evaluate.py``."""

from agents.evaluation.evaluated_game import EpisodeWords, EvaluatedGame, OwnColumn, RulesSample, ScoreWords
from agents.games.stuka.evaluation.expectations import fly_and_measure
from agents.games.stuka.evaluation.outputs import CSV_COLUMNS, war_rows, war_tables
from agents.games.stuka.evaluation.report import report_parts
from agents.games.stuka.evaluation.war_figures import victory_levels, war_figures
from agents.games.stuka.luck.recorder import luck_digest
from agents.games.stuka.luck.weights import LUCK_WEIGHTS
from agents.games.stuka.planner.staffel_value import STAFFEL_VALUE
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import Policy


def with_option_values(policy: Policy) -> Policy:
    """Return a policy that explains itself with values of all options, if it is a network."""
    from agents.games.stuka.planner.option_values import with_values  # PyTorch

    return with_values(policy)


EVALUATED = EvaluatedGame(
    name="stuka",
    rules_sample=RulesSample(
        WarSpec(scale=Scale.CAMPAIGN), ("score", "level", "destroyed", "kia", "no_fly", "missions")
    ),
    episodes=tuple(EpisodeWords("war", f"{scale.name.lower()} score") for scale in Scale),
    words=ScoreWords("score", "points", "a higher score"),
    arguments=lambda spec: {"operation": "all"} if spec.scale == Scale.CAMPAIGN else {},
    levels=victory_levels,
    figures=war_figures,
    csv_columns=CSV_COLUMNS,
    csv_rows=war_rows,
    columns=(
        OwnColumn("lost", "aircraft destroyed", lambda own: f"{own.destroyed:.1f}"),
        OwnColumn("KIA", "people killed", lambda own: f"{own.kia:.1f}"),
        OwnColumn("No-Fly", "missions not flown", lambda own: f"{own.no_fly:.1f}"),
    ),
    tables=war_tables,
    costs=(
        ("aircraft destroyed", lambda line: line["destroyed"]),
        ("people killed (KIA)", lambda line: line["kia"]),
        ("missions not flown (No-Fly)", lambda line: line["no_fly"]),
    ),
    report_parts=report_parts,
    fly=fly_and_measure,
    luck_digest=luck_digest,
    value_files=(LUCK_WEIGHTS, STAFFEL_VALUE),
    explained=with_option_values,
)
"""The game, as ``evaluate.py`` finds it."""
