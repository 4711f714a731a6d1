"""The game as a record: what it provides to the rest of the package."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from stuka_env.declared.tape import TapeForm
from stuka_env.declared.values import need
from stuka_env.engine.consistency import EXACT
from stuka_env.game import EngineParts, EnvParts, FlightParts, Game, LineNames, ReplayParts, StateForm, ViewParts
from stuka_env.games.stuka import STUKA_ENVIRONMENTS, engine, sheet
from stuka_env.games.stuka.charts import BANK, LoadedCharts
from stuka_env.games.stuka.charts.lists import current_name
from stuka_env.games.stuka.charts.shape import BEST_CAMPAIGN
from stuka_env.games.stuka.codes import ACTS, CARDS, Chart, Decision, Fault, to_number
from stuka_env.games.stuka.observation import CHART_CELLS, OBSERVATION
from stuka_env.games.stuka.rules import ledger, mat, sequence
from stuka_env.games.stuka.rules.table import Tape
from stuka_env.games.stuka.scenario.consistency import check_mat
from stuka_env.games.stuka.scenario.plan import (
    ARGUMENTS,
    WarSpec,
    arguments_of,
    missions_of,
    read_war_spec,
    score_range,
)
from stuka_env.games.stuka.scenario.setup import make_setup
from stuka_env.games.stuka.sheet import SILHOUETTES
from stuka_env.games.stuka.words import log_sheet
from stuka_env.games.stuka.words.crew_names import CrewNames
from stuka_env.games.stuka.words.journal import SENTENCES
from stuka_env.games.stuka.words.labels import label
from stuka_env.games.stuka.words.log_sheet import mission_dict, result_dict


def _card_number(card: Any, charts: Any) -> int | None:
    """Return the number of an event card, from 1, by its id."""
    own = current_name(card) if isinstance(card, str) else card
    return to_number(list(charts.names.card_ids).index(own)) if own in charts.names.card_ids else None


TAPE_FORM = TapeForm(
    record=Tape,
    charts=Chart,
    sides={chart: chart.dice for chart in Chart if chart.dice},
    cards=Chart.EVENT,
    most_card=CARDS,
    card_number=_card_number,
    card_words=lambda charts: f"allowed are {', '.join(charts.names.card_ids)}",
)


def check_ledger(spec: WarSpec, snapshot: Any, ledger: Mapping[str, Any], again: Mapping[str, Any]) -> None:
    """Refuse missions or operations that are marked as paid and are not on the log sheet or the tracks.

    No-Flys on the way to the first decision of an episode are paid with its first reward.
    """
    mat = snapshot.mats[0]
    paid, logged = ledger["missions"], int(mat["track"]["logged"])
    need(paid <= logged, "reports.missions_paid", paid, f"0 to {logged}")
    unpaid = mat["log"][paid:logged]
    flown = paid < logged and (unpaid["score"].any() or not unpaid["no_fly"].all())
    need(not flown, "reports.missions_paid", paid, logged)
    closed, operations = int(mat["track"]["operations_done"]), ledger["operations"]
    least = closed if paid == logged else 0
    need(least <= operations <= closed, "reports.operations_paid", operations, f"{least} to {closed}")
    if paid == logged:
        close = abs(ledger["due"] - again["due"]) <= EXACT
        need(close, "reports.due", ledger["due"], again["due"])
    if snapshot.reports["illegal"][0]:
        return
    parts, reward, most = ledger["parts"].tolist(), ledger["reward"], BEST_CAMPAIGN / 100
    need(abs(reward) <= most, "reports.reward", reward, f"{-most} to {most}")
    need(all(abs(part) <= 2 * most for part in parts), "reports.parts", parts, f"{-2 * most} to {2 * most} each")


def _log_lines(wars: Any, war: int) -> Any:
    return wars.mats["log"][war, : int(wars.mats["track"]["logged"][war])]


def _label(index: int, mat: Any, charts: LoadedCharts) -> str:
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
        kernels=engine.KERNELS,
        compiled_ahead=(
            sequence.end_of_segment,
            sequence.end_of_mission,
            sequence.land_next,
            sequence.lay_out,
            sequence.write_mask,
            ledger.pay,
        ),
        arrays=engine.WAR_ARRAYS,
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
        check_ledger=check_ledger,
    ),
    envs=EnvParts(
        title="Stuka",
        kinds=engine.WAR_ARRAYS.kinds,
        without_choice=(Decision.NONE, Decision.OVER),
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
        passage_of=log_sheet.passage_of,
        names=CrewNames,
        action_name=lambda action: ACTS.verb_of(action).name,
        title=log_sheet.title_words,
        ending=log_sheet.ending_words,
        noun=log_sheet.LINE_NOUN,
    ),
    log_sheets=log_sheet.LOG_SHEET,
)
