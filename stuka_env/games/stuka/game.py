"""The first game as a record of its declarations; the house derives the rest."""

from collections.abc import Iterable, Mapping
from typing import Any

from stuka_env.building.game import GameDeclaration, make_game
from stuka_env.compiling.observation_writing import Seen
from stuka_env.declared.log_sheet import by_phase
from stuka_env.declared.plain_values import chart_values
from stuka_env.declared.values import need
from stuka_env.engine.consistency import EXACT
from stuka_env.games.stuka import codes, rules, sheet
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.charts.lists import current_name
from stuka_env.games.stuka.charts.shape import BEST_CAMPAIGN
from stuka_env.games.stuka.codes import CARDS, Chart, Decision, to_index, to_number
from stuka_env.games.stuka.observation import CHART_CELLS, OBSERVATION
from stuka_env.games.stuka.rules import mat
from stuka_env.games.stuka.scenario import plan
from stuka_env.games.stuka.scenario.consistency import check_mat
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.games.stuka.scenario.setup import make_setup
from stuka_env.games.stuka.words import log_sheet
from stuka_env.games.stuka.words.commentary import COMMENTARY
from stuka_env.games.stuka.words.crew_names import PEOPLE
from stuka_env.games.stuka.words.journal import SENTENCES
from stuka_env.games.stuka.words.labels import label


def _card_number(card: Any, charts: Any) -> int | None:
    """Return the number of an event card, from 1, by its id."""
    own = current_name(card) if isinstance(card, str) else card
    return to_number(list(charts.names.card_ids).index(own)) if own in charts.names.card_ids else None


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
    return label(index, mat, chart_values(charts))


def _mission_of(mat: Any) -> int:
    """Return the index of the mission of a decision; promotions and the end belong to the mission that is over."""
    is_ended = mat["track"]["over"] or mat["cursor"]["decision"] == Decision.PROMOTE
    return int(mat["war"]["mission_of_war"]) - bool(is_ended)


def _option_odds(engine: Any, actions: Iterable[int]) -> Mapping[int, str]:
    """Return the odds of options. Only texts and exercises need their modules, so they are imported here."""
    from stuka_env.games.stuka.option_odds import option_odds

    return option_odds(engine, actions)


STATE_NAMES = {
    "ledger.reward": "reward",
    "ledger.parts": "parts",
    "ledger.due": "due",
    "ledger.missions": "missions_paid",
    "ledger.operations": "operations_paid",
    "line_index": "mission_index",
    "lines_ended": "missions_ended",
}
"""Names in a state of the fields of a report."""
GAME = make_game(
    __name__,
    GameDeclaration(
        title="Stuka",
        codes=codes,
        records=mat,
        rules=rules,
        sheet=sheet.sheet,
        observed=Seen(layout=OBSERVATION, mat=mat.Mat),
        bank=CHART_CELLS,
        seed_key=(0x5374756B, 0x614A7538),
        war=WarSpec,
        points="score",
        line="mission",
        state={
            "number": 4,
            "cut": {"mats": "log", "tapes": "values"},
            "file_names": {"mats": mat.FILE_NAMES, "reports": STATE_NAMES},
        },
        tape={
            "cards": Chart.EVENT,
            "most_card": CARDS,
            "card_number": _card_number,
            "card_name": lambda number, charts: charts.names.card_ids[to_index(number)],
            "card_words": lambda charts: f"allowed are {', '.join(charts.names.card_ids)}",
        },
        engine={"log_lines": _log_lines, "check_mat": check_mat, "check_ledger": check_ledger},
        envs={
            "make_setup": make_setup,
            "line_dict": log_sheet.mission_dict,
            "result_dict": log_sheet.result_dict,
            "label": _label,
            "sentences": SENTENCES,
            "option_odds": _option_odds,
        },
        views={"question": sheet.question_of, "place_of": sheet.place_of, "silhouettes": sheet.SILHOUETTES},
        flights={
            "lines_of": plan.missions_of,
            "log_sheets": lambda wars: wars.mats["log"],
            "score_range": plan.score_range,
        },
        replays={
            "earned": lambda engine: float(engine.wars.reports["ledger"]["due"][0]),
            "line_of": _mission_of,
            "names": PEOPLE.names,
            "passage_of": by_phase(log_sheet.PASSAGES),
            "title": log_sheet.title_words,
            "ending": log_sheet.ending_words,
            "commentary": COMMENTARY,
        },
        log_sheets=log_sheet.LOG_SHEET,
        record={"usual": "Stuka/Operation-v0", "policy_group": "stuka_env.policies"},
    ),
)
