"""The second game as a record of its declarations; the house derives the rest."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.building.game import GameDeclaration, make_game
from stuka_env.declared.log_sheet import by_phase
from stuka_env.declared.tape import is_face
from stuka_env.declared.values import need
from stuka_env.games.interceptor import codes, rules, sheet
from stuka_env.games.interceptor.codes import CARDS, WEAPONS, Chart, Over, Scale
from stuka_env.games.interceptor.observation import CHART_CELLS, LAYOUTS, SEEN
from stuka_env.games.interceptor.rules import mat
from stuka_env.games.interceptor.rules.table import SHUFFLE
from stuka_env.games.interceptor.scenario import consistency, plan
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.games.interceptor.scenario.setup import make_setup
from stuka_env.games.interceptor.words import labels, log_sheet
from stuka_env.games.interceptor.words.commentary import COMMENTARY
from stuka_env.games.interceptor.words.journal import SENTENCES

SHUFFLE_WORD = "shuffle"
"""Word in a plan of cards: the discards are shuffled before the next card."""


def _card_number(card: Any, charts: Any) -> int | None:
    if isinstance(card, str) and card == SHUFFLE_WORD:
        return SHUFFLE
    return int(card) if is_face(card, CARDS) else None


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


GAME = make_game(
    __name__,
    GameDeclaration(
        title="Interceptor",
        codes=codes,
        records=mat,
        rules=rules,
        sheet=sheet.sheet,
        observed=SEEN,
        bank=CHART_CELLS,
        number_of_rules=2,
        seed_key=(0x496E7465, 0x72636570),
        war=WarSpec,
        points="bombers",
        unit="bomber",
        line="sortie",
        state={
            "left_out": {"dice": ("deck_stamp", "deck"), "reports": ("charts",)},
            "file_names": {"reports": {"line_index": "sortie_index", "lines_ended": "sorties_ended"}},
        },
        tape={
            # a random weapon has a side for each possible one (IQ207)
            "sides": {
                chart: tuple(sides or WEAPONS for sides in chart.dice) for chart in Chart if chart.declared.is_planned
            },
            "one_die": (Chart.A1,),  # rolled with one die in some months (6.1.1)
            "cards": Chart.CARD,
            "most_card": SHUFFLE,
            "card_number": _card_number,
            "card_words": lambda charts: f'allowed is 1 to {CARDS} or "{SHUFFLE_WORD}"',
        },
        engine={
            "check_mat": consistency.check_mat,
            "check_laid_out": consistency.check_laid_out,
            "check_ledger": check_ledger,
        },
        envs={
            "setting": "discards",
            "make_setup": make_setup,
            "layouts": LAYOUTS,
            "line_dict": log_sheet.sortie_dict,
            "result_dict": log_sheet.result_dict,
            "label": labels.label,
            "sentences": SENTENCES,
        },
        views={
            "question": sheet.question_of,
            "place_of": sheet.place_of,
            "silhouettes": sheet.SILHOUETTES,
            "decision": (8, 625, 690, 169),
            "journal": (704, 625, 568, 169),
        },
        flights={
            "lines_of": plan.lines_of,
            "scores": _scores,
            "score_range": plan.score_range,
            "score_in_words": _score_in_words,
        },
        replays={
            "earned": _bombers_earned,
            "line_of": _line_of,
            "passage_of": by_phase(log_sheet.PASSAGES),
            "title": log_sheet.title_words,
            "ending": log_sheet.ending_words,
            "commentary": COMMENTARY,
            "noun": "sortie line",
            "name_of_line": log_sheet.name_of_line,
        },
        log_sheets=log_sheet.LOG_SHEET,
    ),
)
