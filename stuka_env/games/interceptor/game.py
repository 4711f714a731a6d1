"""The second game as a record: what it provides to the rest of the package."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS, sheet
from stuka_env.games.interceptor.charts.bank import BANK
from stuka_env.games.interceptor.codes import ACTS, Decision, Fault, Over, Scale
from stuka_env.games.interceptor.engine import consistency, steps
from stuka_env.games.interceptor.engine.tape import TAPE_FORM
from stuka_env.games.interceptor.observation.chart_cells import CHART_CELLS
from stuka_env.games.interceptor.observation.layout import LAYOUTS
from stuka_env.games.interceptor.rules import decisions, ledger, mat, sequence
from stuka_env.games.interceptor.scenario.arguments import ARGUMENTS, arguments_of, read_war_spec
from stuka_env.games.interceptor.scenario.consistency import check_laid_out, check_mat
from stuka_env.games.interceptor.scenario.plan import WarSpec, lines_of, score_range
from stuka_env.games.interceptor.scenario.setup import make_setup
from stuka_env.games.interceptor.silhouettes import SILHOUETTES
from stuka_env.games.interceptor.words import log_sheet, replay_words
from stuka_env.games.interceptor.words.journal import SENTENCES
from stuka_env.games.interceptor.words.labels import label
from stuka_env.games.interceptor.words.outcome import result_dict, sortie_dict


def _scores(results: Any, spec: WarSpec) -> NDArray[np.float64]:
    """Return the bombers of results; a single sortie pays only a pilot who lives (5.2.1)."""
    is_paid = (results["over"] != Over.DEATH) | (spec.scale != Scale.SORTIE)
    scores: NDArray[np.float64] = results["bombers"] * is_paid.astype(np.float64)
    return scores


def _score_in_words(result: Mapping[str, Any], scale: int) -> float:
    """Return the bombers of a result in words; a single sortie pays only a pilot who lives (5.2.1)."""
    return float(result["bombers"]) if result["alive"] or scale != Scale.SORTIE else 0.0


def _bombers_earned(engine: Any) -> float:
    """Return the bombers of the score so far; a single sortie has none before its pilot is back (5.2.1)."""
    career = engine.wars.mats["career"][0]
    is_withheld = engine.spec.scale == Scale.SORTIE and career["over"] != Over.SORTIE_DONE
    return 0.0 if is_withheld else float(career["bombers"])


def _line_of(mat: Any) -> int:
    """Return the index of the sortie line of a decision; the end belongs to the last line."""
    return max(0, int(mat["career"]["lines_used"]) - 1)


GAME = Game(
    name="interceptor",
    ids=INTERCEPTOR_ENVIRONMENTS,
    usual="Interceptor/Career-v0",
    policy_group="stuka_env.policies.interceptor",
    rules=2,
    engine=EngineParts(
        kernels=steps.KERNELS,
        compiled_ahead=(*filter(callable, reversed(sequence.STEPS.values())), decisions.write_mask),
        arrays=steps.WAR_ARRAYS,
        state=StateForm(
            number=1,
            cut={"logs": "lines", "tapes": "values"},
            left_out={"dice": ("deck_stamp", "deck"), "reports": ("charts",)},
            file_names={"reports": {"line_index": "sortie_index", "lines_ended": "sorties_ended"}},
        ),
        tape=TAPE_FORM,
        faults=Fault,
        bank=CHART_CELLS,
        check_mat=check_mat,
        check_laid_out=check_laid_out,
        check_ledger=consistency.check_ledger,
    ),
    envs=EnvParts(
        title="Interceptor",
        kinds=steps.WAR_ARRAYS.kinds,
        without_choice=(Decision.OVER,),
        rewards=ledger.PARTS,
        names=LineNames("sortie_index", "sorties", "sorties_ended"),
        read_war=read_war_spec,
        setting="discards",
        charts_at=BANK.charts_at,
        arguments=ARGUMENTS,
        seed_key=steps.SEED_KEY,
        make_setup=make_setup,
        layouts=LAYOUTS,
        line_dict=sortie_dict,
        result_dict=result_dict,
        label=label,
        sentences=SENTENCES,
    ),
    views=ViewParts(
        sheet=sheet.sheet,
        place_of=sheet.place_of,
        silhouettes=SILHOUETTES,
        decision=(8, 625, 690, 169),
        journal=(704, 625, 568, 169),
    ),
    flights=FlightParts(
        standing=mat.Calendar,
        lines_of=lines_of,
        standings=lambda wars: wars.mats["career"],
        scores=_scores,
        score_range=score_range,
        score_in_words=_score_in_words,
    ),
    replays=ReplayParts(
        arguments_of=arguments_of,
        earned=_bombers_earned,
        line_of=_line_of,
        passage_of=replay_words.passage_of,
        action_name=lambda action: ACTS.verb_of(action).name,
        title=replay_words.title_words,
        ending=replay_words.ending_words,
        noun=replay_words.LINE_NOUN,
        name_of_line=replay_words.name_of_line,
    ),
    log_sheets=log_sheet.LOG_SHEET,
)
