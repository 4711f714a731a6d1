"""Checks of the example game with a deck, for a process of their own: an installed game is one of all games."""

import sys
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

RECON = "Recon/Sortie-v0"
HIGH, LOW = 1, 2


def started(**planned: Any) -> Any:
    """Return a sortie with planned cards and dice."""
    env: Any = gymnasium.make(RECON, journal=True).unwrapped
    env.reset(seed=1, options={"dice": planned, "strict_dice": bool(planned)})
    return env


def left(mat: Any) -> tuple[int, ...]:
    """Return how many cards of each sky are left."""
    return tuple(mat["deck"]["left"].tolist())


def chances(env: Any) -> dict[tuple[int, ...], float]:
    """Return the probability of each deck that can follow a flight."""
    chances: dict[tuple[int, ...], float] = {}
    found = env.outcomes(HIGH)
    for mat, chance in zip(found.mats, found.probabilities, strict=True):
        chances[left(mat)] = chances.get(left(mat), 0) + float(chance)
    return {deck: round(chance, 9) for deck, chance in chances.items()}


def words_of_refusal(call: Callable[[], Any]) -> str:
    """Return the words with which a call is refused."""
    try:
        call()
    except (ValueError, TapeError) as error:
        return str(error)
    raise AssertionError("nothing is refused")


def refused(env: Any) -> str:
    """Return the words with which a flight is refused."""
    return words_of_refusal(lambda: env.step(HIGH))


def check_outcomes() -> None:
    """Assert that each card that is left has the same chance."""
    env = started(SKY=[1, 6, 10], PHOTO=[(1, 1)] * 2)
    assert chances(env) == {(3, 4, 3): round(4 / 11, 9), (4, 3, 3): round(4 / 11, 9), (4, 4, 2): round(3 / 11, 9)}
    env.step(HIGH)
    assert chances(env) == {(3, 3, 3): 0.4, (4, 2, 3): 0.3, (4, 3, 2): 0.3}


def check_small_deck() -> None:
    """Assert that an empty deck is shuffled anew if that is declared."""
    env = started(SKY=[6, 5, 4, 3, 2, 1, 5], PHOTO=[(1, 1)] * 6, FLAK=[6])
    for number in range(5):
        assert env.mat["sortie"]["leg"] == number
        env.step(HIGH)
    assert left(env.mat) == (0, 0, 0)
    assert chances(env) == {(2, 2, 1): 0.5, (3, 1, 1): round(1 / 3, 9), (3, 2, 0): round(1 / 6, 9)}
    env.step(HIGH)
    assert left(env.mat) == (3, 1, 1)


def check_planned_cards() -> None:
    """Assert that cards are planned by their numbers, and that one that is gone is refused."""
    env = started(SKY=[12, 9, 3], PHOTO=[(1, 1)] * 3, FLAK=[6])
    for _ in range(2):
        env.step(HIGH)
    assert [str(one) for one in env.journal if one.text.startswith("The sky")] == [
        "The sky over the target is full of flak.", "The sky over the target is cloudy.",
        "The sky over the target is clear.",
    ]  # fmt: skip
    assert refused(env) == "strict_dice: SKY is rolled, but the tape has no more rolls of SKY"
    for cards in ([5, 5], [12, 12]):
        env = started(SKY=cards, PHOTO=[(1, 1)], FLAK=[6])
        assert refused(env) == "dice: SKY plans a card that is not in the deck now"
    assert words_of_refusal(lambda: started(SKY=[13])) == 'dice["SKY"]: got 13, allowed is 1 to 12'


def check_table() -> None:
    """Assert that a player at the table is asked for a card, among the kinds that are left."""
    war = War(RECON, {}, seed=4, table=True)
    for card in (12, 11, 10):
        need = war.need
        assert need is not None and need.title == "Sky: draw a card"
        choices = war.parts.choices(war)
        assert [choice.label for choice in choices] == ["clear", "cloudy", "full of flak"]
        assert choices[-1].answer in need.choices
        war.answer((card,))
        war.take(HIGH)
        war.answer((6,))
        war.answer((1, 1))
    need = war.need
    assert need is not None and need.choices == tuple(range(1, 10))
    assert [choice.label for choice in war.parts.choices(war)] == ["clear", "cloudy"]
    assert words_of_refusal(lambda: check_faces(need, (12,))).startswith("Got '12', allowed is 1, 2, ")
    war.answer((3,))
    assert war.points == 0


def check_rooms(folder: Path) -> None:
    """Assert that replays, pages, texts and positions have the deck."""
    env, actions = started(), []
    while not env.engine.wars.reports["over"][0]:
        actions.append(int(np.flatnonzero(env.action_masks())[-1]))
        env.step(actions[-1])
    assert sum(left(env.mat)) == 12 - len(actions)
    replay = take(env.engine, 1, actions)
    assert verify(replay).score == replay.score
    path, page = save(replay, folder / "recon.json"), folder / "recon.html"
    assert main(["watch", str(path), "--output", str(page), "--no-open"]) == 0
    assert "The sky over the target is " in page.read_text(encoding="utf-8")
    env = started(SKY=[9])
    assert "cloudy" in text_of(game_named("recon"), env.mat)
    again: Any = gymnasium.make(RECON).unwrapped
    again.reset(seed=2, options={"position": position_of(env)})
    assert left(again.mat) == (5, 3, 3)


def check_all() -> None:
    """Make all checks of the example."""
    check_outcomes()
    check_planned_cards()
    check_table()
    with tempfile.TemporaryDirectory() as folder:
        check_rooms(Path(folder))


if __name__ == "__main__":
    check_small_deck() if "small" in sys.argv else check_all()
