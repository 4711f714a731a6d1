"""The second game as a record: what it provides to the rest of the package."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.tape import TapeForm, is_face
from stuka_env.declared.values import need
from stuka_env.game import EngineParts, EnvParts, FlightParts, Game, LineNames, ReplayParts, StateForm, ViewParts
from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS, engine, sheet
from stuka_env.games.interceptor.charts import BANK
from stuka_env.games.interceptor.codes import ACTS, CARDS, WEAPONS, Chart, Decision, Fault, Over, Scale
from stuka_env.games.interceptor.observation import CHART_CELLS, LAYOUTS
from stuka_env.games.interceptor.rules import ledger, mat, sequence
from stuka_env.games.interceptor.rules.table import SHUFFLE, Tape
from stuka_env.games.interceptor.scenario.consistency import check_laid_out, check_mat
from stuka_env.games.interceptor.scenario.plan import (
    ARGUMENTS,
    WarSpec,
    arguments_of,
    lines_of,
    read_war_spec,
    score_range,
)
from stuka_env.games.interceptor.scenario.setup import make_setup
from stuka_env.games.interceptor.sheet import SILHOUETTES
from stuka_env.games.interceptor.words import log_sheet
from stuka_env.games.interceptor.words.journal import SENTENCES
from stuka_env.games.interceptor.words.labels import label
from stuka_env.games.interceptor.words.log_sheet import result_dict, sortie_dict

SHUFFLE_WORD = "shuffle"
"""Word in a plan of cards: the discards are shuffled before the next card."""


def _card_number(card: Any, charts: Any) -> int | None:
    if isinstance(card, str) and card == SHUFFLE_WORD:
        return SHUFFLE
    return int(card) if is_face(card, CARDS) else None


TAPE_FORM = TapeForm(
    record=Tape,
    charts=Chart,
    # the month is drawn before the tape is on the table; a random weapon has a side for each possible one (IQ207)
    sides={chart: tuple(sides or WEAPONS for sides in chart.dice) for chart in Chart if chart != Chart.MONTH},
    one_die=(Chart.A1,),  # rolled with one die in some months (6.1.1)
    cards=Chart.CARD,
    most_card=SHUFFLE,
    card_number=_card_number,
    card_words=lambda charts: f'allowed is 1 to {CARDS} or "{SHUFFLE_WORD}"',
)


def check_ledger(spec: WarSpec, snapshot: Any, ledger: Mapping[str, Any], again: Mapping[str, Any]) -> None:
    """Refuse payments that are not those of the bombers on the mat."""
    is_withheld = spec.scale == Scale.SORTIE and snapshot.mats["career"]["over"][0] != Over.SORTIE_DONE
    for name in ("destroyed", "crashed", "level"):
        fits = ledger[name] <= again[name] if is_withheld else ledger[name] == again[name]
        need(fits, f"reports.{name}", ledger[name], f"0 to {again[name]}" if is_withheld else again[name])


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
        kernels=engine.KERNELS,
        compiled_ahead=(*filter(callable, reversed(sequence.STEPS.values())), sequence.write_mask),
        arrays=engine.WAR_ARRAYS,
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
        check_ledger=check_ledger,
    ),
    envs=EnvParts(
        title="Interceptor",
        kinds=engine.WAR_ARRAYS.kinds,
        without_choice=(Decision.OVER,),
        rewards=ledger.PARTS,
        names=LineNames("sortie_index", "sorties", "sorties_ended"),
        read_war=read_war_spec,
        setting="discards",
        charts_at=BANK.charts_at,
        arguments=ARGUMENTS,
        seed_key=engine.SEED_KEY,
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
        passage_of=log_sheet.passage_of,
        action_name=lambda action: ACTS.verb_of(action).name,
        title=log_sheet.title_words,
        ending=log_sheet.ending_words,
        noun=log_sheet.LINE_NOUN,
        name_of_line=log_sheet.name_of_line,
    ),
    log_sheets=log_sheet.LOG_SHEET,
)
