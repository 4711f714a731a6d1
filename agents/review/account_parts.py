"""The review of any game whose luck is measured from decision to decision: a game declares little."""

from collections.abc import Callable, Sequence
from typing import Any

from agents.futures.flying import Futures
from agents.luck.parts import luck_parts
from agents.luck.recorder import luck_in
from agents.registry import players_of
from agents.review.flown_war import FlownWar
from agents.review.parts import BUDGETS_FOR_POINTS, Budgets, ReviewParts, ReviewWords
from stuka_env.declared.codes import in_general
from stuka_env.game import Game, game_named
from stuka_env.play.parts import play_parts
from stuka_env.policy import import_object
from stuka_env.replay.run import ReplayRun

SHORT_WAR = 16
"""Most lines of a war whose futures all fly to its end. No value takes part, and nothing is left for later lines."""


def mistake_titles(game: Game, numbers: Sequence[int]) -> Callable[[Any, int, int], str]:
    """Return the function of the titles of mistakes that follow from the words of a game.

    Args:
        game: the game.
        numbers: codes of decisions that are answered by a number.
    """

    def title(mat: Any, taken: int, better: int) -> str:
        decision = game.envs.kinds.decisions(int(mat["cursor"]["decision"]))
        asked = in_general(decision.word)
        done, right = (game.replays.action_name(action).replace("_", " ").lower() for action in (taken, better))
        if done != right:
            return f"{asked}: {done} in place of {right}"
        if decision in numbers:
            return f"{asked}: too {'many' if taken > better else 'few'}"
        return f"{asked}: the wrong one"

    return title


def account_review(
    futures: Futures,
    *,
    advisers: Sequence[str],
    budgets: Callable[[Any], Budgets] = lambda spec: BUDGETS_FOR_POINTS,
    grouped: Sequence[int] = (),
    grouped_words: str = "",
    numbers: Sequence[int] = (),
    **own: Any,
) -> ReviewParts:
    """Return the parts of a review of a game.

    Args:
        futures: the futures of the game.
        advisers: names of the default advisers. The first is the script that flies the futures.
        budgets: returns the numbers of futures for wars of a specification.
        grouped: codes of decisions whose marks are listed together for each line.
        grouped_words: the subject of these decisions.
        numbers: codes of decisions that are answered by a number.
        own: parts of the game in place of those that follow from its record.
    """
    luck, reference = luck_parts(futures.game), advisers[0]
    assert luck is not None
    game, recurs, play = game_named(luck.game), futures.names["RECURS"], play_parts(luck.game)

    def common_luck_of(war: FlownWar) -> float:
        return luck_in(luck, ReplayRun(war.flight.replay, war.charts_folder, journal=False))

    defaults: dict[str, Any] = {
        "reference": reference,
        "choose": import_object(players_of(luck.game).scripts[reference]),
        "usual_policies": lambda: list(advisers),
        "common_luck": common_luck_of,
        "futures": futures,
        "has_value": lambda spec: game.flights.lines_of(spec) > SHORT_WAR,
        "budgets": budgets,
        "recurs": lambda mats: recurs[mats["cursor"]["decision"]],
        "lines": futures.lines_of,
        "last_lines": futures.lines_of,
        "stand_in": lambda mat, charts, mask, preferred, action: action,
        "mistake_title": mistake_titles(game, numbers),
        "question": play.game.views.question_of,
        "label": game.envs.label,
        "is_grouped": lambda mat: int(mat["cursor"]["decision"]) in grouped,
        "words": ReviewWords(line=play.line, kind="wars", grouped=grouped_words),
    }
    return ReviewParts(**defaults | own)
