"""The third game as a record: what it provides to the rest of the package."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from stuka_env.declared.tape import TapeForm, is_face
from stuka_env.declared.values import need
from stuka_env.game import EngineParts, EnvParts, FlightParts, Game, LineNames, ReplayParts, StateForm, ViewParts
from stuka_env.games.wing import WING_ENVIRONMENTS, engine, sheet
from stuka_env.games.wing.charts import BANK
from stuka_env.games.wing.codes import ACTS, CARDS, Chart, Decision, Fault
from stuka_env.games.wing.observation import CHART_CELLS, OBSERVATION
from stuka_env.games.wing.rules import ledger, mat, sequence
from stuka_env.games.wing.rules.table import Tape
from stuka_env.games.wing.scenario.consistency import check_laid_out, check_mat
from stuka_env.games.wing.scenario.plan import ARGUMENTS, WarSpec, arguments_of, lines_of, read_war_spec, score_range
from stuka_env.games.wing.scenario.setup import make_setup
from stuka_env.games.wing.sheet import SILHOUETTES
from stuka_env.games.wing.words import log_sheet
from stuka_env.games.wing.words.journal import SENTENCES
from stuka_env.games.wing.words.labels import label
from stuka_env.games.wing.words.log_sheet import mission_dict, result_dict


def _card_number(card: Any, charts: Any) -> int | None:
    return int(card) if is_face(card, CARDS) else None


TAPE_FORM = TapeForm(
    record=Tape,
    charts=Chart,
    sides={chart: chart.dice for chart in Chart if chart != Chart.TRACK},  # drawn before the tape is on the table
    cards=Chart.CARD,
    most_card=CARDS,
    card_number=_card_number,
    card_words=lambda charts: f"allowed is 1 to {CARDS}",
)
"""The form of the tapes of planned rolls."""


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
        kernels=engine.KERNELS,
        compiled_ahead=(*filter(callable, reversed(sequence.STEPS.values())), sequence.write_mask),
        arrays=engine.WAR_ARRAYS,
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
        kinds=engine.WAR_ARRAYS.kinds,
        without_choice=(Decision.OVER,),
        rewards=ledger.PARTS,
        names=LineNames("mission_index", "missions", "missions_ended"),
        read_war=read_war_spec,
        charts_at=BANK.charts_at,
        arguments=ARGUMENTS,
        seed_key=engine.SEED_KEY,
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
        line_of=log_sheet.line_of,
        passage_of=log_sheet.passage_of,
        action_name=lambda action: ACTS.verb_of(action).name,
        title=log_sheet.title_words,
        ending=log_sheet.ending_words,
        noun=log_sheet.LINE_NOUN,
        name_of_line=log_sheet.name_of_line,
    ),
    log_sheets=log_sheet.LOG_SHEET,
)
