"""The second game, for ``evaluate.py``."""

from functools import partial

from agents.evaluation.evaluated_game import (
    EpisodeWords,
    EvaluatedGame,
    OwnColumn,
    RulesSample,
    ScoreWords,
    levels_by,
)
from agents.games.interceptor.evaluation.career_figures import career_figures
from agents.games.interceptor.evaluation.career_outputs import CAREER_COLUMNS, career_rows, career_tables, percent
from agents.games.interceptor.evaluation.career_report import SORTIE_ROWS, report_parts
from agents.games.interceptor.luck.parts import LUCK
from agents.games.interceptor.players import SECOND_GAME
from agents.luck.recorder import fly_with_luck, luck_digest
from stuka_env.games.interceptor.codes import Ladder, Month, Scale
from stuka_env.games.interceptor.scenario.arguments import read_war_spec

EVALUATED = EvaluatedGame(
    name=SECOND_GAME,
    rules_sample=RulesSample(
        read_war_spec(Scale.CAREER), ("bombers", "fighters", "level", "over", "cause", "month", "flown", "wounds")
    ),
    episodes=(
        EpisodeWords("sortie", "bombers of a sortie", 2),
        EpisodeWords("month", "bombers of a month", 2),
        EpisodeWords("career", "bombers of a career"),
    ),
    words=ScoreWords("bombers", "bombers", "more bombers"),
    arguments=lambda spec: {"start": Month(spec.month).short} if spec.scale == Scale.CAREER else {},
    levels=levels_by(Ladder, Scale.CAREER),
    figures=career_figures,
    csv_columns=CAREER_COLUMNS,
    csv_rows=career_rows,
    columns=(
        OwnColumn("alive", "pilots who live at the end", lambda own: percent(own.survival.mean)),
        OwnColumn("sorties", "flown", lambda own: f"{own.sorties.flown:.1f}"),
        OwnColumn("lost", "own aircraft lost", lambda own: f"{own.aircraft_lost:.1f}"),
    ),
    tables=career_tables,
    costs=SORTIE_ROWS,
    report_parts=report_parts,
    fly=partial(fly_with_luck, LUCK),
    luck_digest=partial(luck_digest, LUCK),
    value_files=(LUCK.path,),
)
"""The game, as ``evaluate.py`` finds it."""
