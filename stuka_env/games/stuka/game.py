"""The first game as a record: what it provides to the rest of the package."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

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
from stuka_env.games.stuka import STUKA_ENVIRONMENTS, sheet
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.charts.bank import BANK
from stuka_env.games.stuka.codes import ACTS, Decision, Fault
from stuka_env.games.stuka.engine import consistency, steps
from stuka_env.games.stuka.engine.tape import TAPE_FORM
from stuka_env.games.stuka.observation.chart_cells import CHART_CELLS
from stuka_env.games.stuka.observation.layout import OBSERVATION
from stuka_env.games.stuka.rules import decisions, ledger, mat, sequence
from stuka_env.games.stuka.scenario.arguments import ARGUMENTS, arguments_of, read_war_spec
from stuka_env.games.stuka.scenario.consistency import check_mat
from stuka_env.games.stuka.scenario.missions import missions_of, score_range
from stuka_env.games.stuka.scenario.setup import make_setup
from stuka_env.games.stuka.silhouettes import SILHOUETTES
from stuka_env.games.stuka.words import log_sheet, replay_words
from stuka_env.games.stuka.words.crew_names import CrewNames
from stuka_env.games.stuka.words.journal import SENTENCES
from stuka_env.games.stuka.words.labels import label
from stuka_env.games.stuka.words.outcome import mission_dict, result_dict


def _log_lines(wars: Any, war: int) -> Any:
    """Return the lines of a war's log sheet that have ended."""
    return wars.mats["log"][war, : int(wars.mats["track"]["logged"][war])]


def _label(index: int, mat: Any, charts: LoadedCharts) -> str:
    """Return an action in words."""
    return label(index, mat, charts.record)


def _mission_of(mat: Any) -> int:
    """Return the index of the mission of a decision; promotions and the end belong to the mission that is over."""
    is_ended = mat["track"]["over"] or mat["cursor"]["decision"] == Decision.PROMOTE
    return int(mat["war"]["mission_of_war"]) - bool(is_ended)


def _option_odds(engine: Any, actions: Iterable[int]) -> Mapping[int, str]:
    """Return the odds of options. Only texts and exercises need their modules, so they are imported here."""
    from stuka_env.games.stuka.option_odds import option_odds

    return option_odds(engine, actions)


GAME = Game(
    name="stuka",
    ids=STUKA_ENVIRONMENTS,
    usual="Stuka/Operation-v0",
    policy_group="stuka_env.policies",
    engine=EngineParts(
        kernels=steps.KERNELS,
        compiled_ahead=(
            sequence.end_of_segment,
            sequence.end_of_mission,
            sequence.land_next,
            sequence.lay_out,
            decisions.write_mask,
            ledger.pay,
        ),
        arrays=steps.WAR_ARRAYS,
        state=StateForm(
            number=4,
            cut={"mats": "log", "tapes": "values"},
            left_out={"reports": ("charts",)},
            file_names={
                "mats": mat.FILE_NAMES,
                "reports": {
                    "ledger.reward": "reward",
                    "ledger.parts": "parts",
                    "ledger.due": "due",
                    "ledger.missions": "missions_paid",
                    "ledger.operations": "operations_paid",
                    "line_index": "mission_index",
                    "lines_ended": "missions_ended",
                },
            },
        ),
        tape=TAPE_FORM,
        faults=Fault,
        bank=CHART_CELLS,
        log_lines=_log_lines,
        check_mat=check_mat,
        check_ledger=consistency.check_ledger,
    ),
    envs=EnvParts(
        title="Stuka",
        kinds=steps.WAR_ARRAYS.kinds,
        without_choice=(Decision.NONE, Decision.OVER),
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
        label=_label,
        sentences=SENTENCES,
        option_odds=_option_odds,
    ),
    views=ViewParts(
        sheet=sheet.sheet,
        place_of=sheet.place_of,
        silhouettes=SILHOUETTES,
    ),
    flights=FlightParts(
        standing=mat.Track,
        lines_of=missions_of,
        log_sheets=lambda wars: wars.mats["log"],
        standings=lambda wars: wars.mats["track"],
        scores=lambda results, spec: results["score"].astype(np.float64),
        score_range=score_range,
        score_in_words=lambda result, scale: float(result["score"]),
    ),
    replays=ReplayParts(
        arguments_of=arguments_of,
        earned=lambda engine: float(engine.wars.reports["ledger"]["due"][0]),
        line_of=_mission_of,
        passage_of=replay_words.passage_of,
        names=CrewNames,
        action_name=lambda action: ACTS.verb_of(action).name,
        title=replay_words.title_words,
        ending=replay_words.ending_words,
        noun=replay_words.LINE_NOUN,
    ),
    log_sheets=log_sheet.LOG_SHEET,
)
