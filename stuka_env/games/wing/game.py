"""The third game as a record: what it provides to the rest of the package."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from stuka_env.declared.values import need
from stuka_env.game import (
    EngineParts,
    EnvParts,
    FlightParts,
    Game,
    LineNames,
    ReplayParts,
    StateForm,
    ViewParts,
)
from stuka_env.games.wing import WING_ENVIRONMENTS, sheet
from stuka_env.games.wing.charts.bank import BANK
from stuka_env.games.wing.codes import ACTS, Decision, Fault
from stuka_env.games.wing.engine import steps
from stuka_env.games.wing.engine.tape import TAPE_FORM
from stuka_env.games.wing.observation.chart_cells import CHART_CELLS
from stuka_env.games.wing.observation.layout import OBSERVATION
from stuka_env.games.wing.rules import decisions, ledger, mat, sequence
from stuka_env.games.wing.scenario.arguments import ARGUMENTS, arguments_of, read_war_spec
from stuka_env.games.wing.scenario.consistency import check_laid_out, check_mat
from stuka_env.games.wing.scenario.plan import WarSpec, lines_of, score_range
from stuka_env.games.wing.scenario.setup import make_setup
from stuka_env.games.wing.silhouettes import SILHOUETTES
from stuka_env.games.wing.words import log_sheet, replay_words
from stuka_env.games.wing.words.journal import SENTENCES
from stuka_env.games.wing.words.labels import label
from stuka_env.games.wing.words.outcome import mission_dict, result_dict


def _check_ledger(spec: WarSpec, snapshot: Any, payments: Mapping[str, Any], again: Mapping[str, Any]) -> None:
    """Refuse payments that are not those of the missions on the log."""
    need(payments["missions"] == again["missions"], "reports.missions", payments["missions"], again["missions"])


GAME = Game(
    name="wing",
    ids=WING_ENVIRONMENTS,
    usual="Wing/Campaign-v0",
    policy_group="stuka_env.policies.wing",
    rules=2,
    engine=EngineParts(
        kernels=steps.KERNELS,
        compiled_ahead=(*filter(callable, reversed(sequence.STEPS.values())), decisions.write_mask),
        arrays=steps.WAR_ARRAYS,
        state=StateForm(
            number=1,
            cut={"logs": "lines", "tapes": "values"},
            left_out={"reports": ("charts",)},
            file_names={"reports": {"line_index": "mission_index", "lines_ended": "missions_ended"}},
        ),
        tape=TAPE_FORM,
        faults=Fault,
        bank=CHART_CELLS,
        check_mat=check_mat,
        check_laid_out=check_laid_out,
        check_ledger=_check_ledger,
    ),
    envs=EnvParts(
        title="A Wing and a Prayer",
        kinds=steps.WAR_ARRAYS.kinds,
        without_choice=(Decision.OVER,),
        rewards=ledger.PARTS,
        names=LineNames("mission_index", "missions", "missions_ended"),
        read_war=read_war_spec,
        charts_at=BANK.charts_at,
        arguments=ARGUMENTS,
        seed_key=steps.SEED_KEY,
        make_setup=make_setup,
        layouts={None: OBSERVATION},
        line_dict=mission_dict,
        result_dict=result_dict,
        label=label,
        sentences=SENTENCES,
    ),
    views=ViewParts(
        sheet=sheet.sheet,
        place_of=sheet.place_of,
        silhouettes=SILHOUETTES,
    ),
    flights=FlightParts(
        standing=mat.Track,
        lines_of=lines_of,
        standings=lambda wars: wars.mats["track"],
        scores=lambda results, spec: results["points"].astype(np.float64),
        score_range=score_range,
        score_in_words=lambda result, scale: float(result["points"]),
    ),
    replays=ReplayParts(
        arguments_of=arguments_of,
        earned=lambda engine: float(engine.wars.mats["track"]["points"][0]),
        line_of=replay_words.line_of,
        passage_of=replay_words.passage_of,
        action_name=lambda action: ACTS.verb_of(action).name,
        title=replay_words.title_words,
        ending=replay_words.ending_words,
        noun=replay_words.LINE_NOUN,
        name_of_line=replay_words.name_of_line,
    ),
    log_sheets=log_sheet.LOG_SHEET,
)
