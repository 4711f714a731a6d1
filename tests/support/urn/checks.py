"""Checks of a game with a deck, for a process of their own: a game that is registered here is one of all games."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from stuka_env.cli import main
from stuka_env.engine.engine import TapeError
from stuka_env.game import game_named
from stuka_env.play.typed_rolls import check_faces
from stuka_env.play.war import War
from stuka_env.position import position_of
from stuka_env.replay import save, verify
from stuka_env.replay.recording import take
from stuka_env.views.show import text_of
from tests.support import urn as urn
from tests.support.urn.codes import DRAWS, Act

URN = "Urn/Urn-v0"


def started(cards: list[int], refill: str = "never", strict: bool = True) -> Any:
    """Return an urn with planned cards: white 1 to 3, grey 4 and 5, black 6."""
    env: Any = gymnasium.make(URN, journal=True, refill=refill).unwrapped
    chart = "CARD" if refill == "never" else "REFILLED"
    env.reset(seed=1, options={"dice": {chart: cards}, "strict_dice": strict})
    return env


def left(mat: Any) -> tuple[int, ...]:
    """Return how many cards of each kind are left."""
    return tuple(mat["piles"]["left"].tolist())


def chances(env: Any) -> dict[tuple[int, ...], float]:
    """Return the probability of each pile that can follow a draw."""
    outcomes = env.outcomes(int(Act.DRAW))
    return {
        left(mat): round(float(chance), 9) for mat, chance in zip(outcomes.mats, outcomes.probabilities, strict=True)
    }


def words_of_refusal(call: Callable[[], Any]) -> str:
    """Return the words with which a call is refused."""
    try:
        call()
    except (ValueError, TapeError) as error:
        return str(error)
    raise AssertionError("nothing is refused")


def refused(env: Any) -> str:
    """Return the words with which a draw is refused."""
    return words_of_refusal(lambda: env.step(int(Act.DRAW)))


def check_outcomes() -> None:
    """Assert that each card that is left has the same chance."""
    env = started([5, 4, 3, 2, 1])
    assert chances(env) == {(2, 2, 1): 0.5, (3, 1, 1): round(1 / 3, 9), (3, 2, 0): round(1 / 6, 9)}
    env.step(int(Act.DRAW))
    assert chances(env) == {(2, 1, 1): 0.6, (3, 0, 1): 0.2, (3, 1, 0): 0.2}
    for _ in range(4):
        env.step(int(Act.DRAW))
    assert chances(env) == {(0, 0, 0): 1.0}


def check_refill() -> None:
    """Assert that an empty urn is filled again if that is declared, and is the end of the draws if not."""
    env = started([6, 5, 4, 3, 2, 1, 6, 5], "always")
    for _ in range(6):
        env.step(int(Act.DRAW))
    assert chances(env) == {(2, 2, 1): 0.5, (3, 1, 1): round(1 / 3, 9), (3, 2, 0): round(1 / 6, 9)}
    env.step(int(Act.DRAW))
    assert env.step(int(Act.DRAW))[2] and left(env.mat) == (3, 1, 0)
    env = started([6, 5, 4, 3, 2, 1])
    assert [env.step(int(Act.DRAW))[2] for _ in range(6)] == [False] * 5 + [True]


def check_planned_cards() -> None:
    """Assert that cards are planned by their numbers, and that one that is gone is refused."""
    env = started([6, 5, 3])
    for _ in range(3):
        env.step(int(Act.DRAW))
    assert [str(one) for one in env.journal if not one.text.startswith("The choice")] == [
        "Card: black.", "Card: grey.", "Card: white.",
    ]  # fmt: skip
    assert refused(env) == "strict_dice: CARD is rolled, but the tape has no more rolls of CARD"
    for cards in ([4, 5], [6, 6]):
        env = started(cards)
        env.step(int(Act.DRAW))
        assert refused(env) == "dice: CARD plans a card that is not in the deck now"
    assert words_of_refusal(lambda: started([7])) == 'dice["CARD"]: got 7, allowed is 1 to 6'


def check_table() -> None:
    """Assert that a player at the table is asked for a card, among the kinds that are left."""
    war = War(URN, {}, seed=4, table=True)
    for card, kinds in ((6, "white grey black"), (5, "white grey"), (4, "white grey"), (3, "white")):
        war.take(int(Act.DRAW))
        assert war.need is not None and war.need.title == "Card: draw a card"
        choices = war.parts.choices(war)
        assert " ".join(choice.label for choice in choices) == kinds
        assert choices[-1].answer in war.need.choices
        war.answer((card,))
    war.undo()
    need = war.need
    assert need is not None and need.choices == (1, 2, 3)
    assert words_of_refusal(lambda: check_faces(need, (6,))) == "Got '6', allowed is 1, 2, 3."
    war.answer((3,))
    assert war.points == -3 + 1 + 1 + 2


def check_rooms(folder: Path) -> None:
    """Assert that replays, pages, texts and positions have the deck."""
    env = started([], strict=False)
    actions = []
    while not env.engine.wars.reports["over"][0]:
        actions.append(int(np.flatnonzero(env.action_masks())[-1]))
        env.step(actions[-1])
    assert sum(left(env.mat)) == 0 and len(actions) == 6 < DRAWS
    replay = take(env.engine, 1, actions)
    assert verify(replay).score == replay.score == 3 * 2 + 2 * 1 - 3
    path, page = save(replay, folder / "urn.json"), folder / "urn.html"
    assert main(["watch", str(path), "--output", str(page), "--no-open"]) == 0
    assert "Card: white." in page.read_text(encoding="utf-8")
    env = started([5], strict=False)
    env.step(int(Act.DRAW))
    assert "grey" in text_of(game_named("urn"), env.mat)
    again: Any = gymnasium.make(URN).unwrapped
    again.reset(seed=2, options={"position": position_of(env)})
    assert left(again.mat) == (3, 1, 1)


def check_all() -> None:
    """Make all checks."""
    check_outcomes()
    check_refill()
    check_planned_cards()
    check_table()
    with tempfile.TemporaryDirectory() as folder:
        check_rooms(Path(folder))
