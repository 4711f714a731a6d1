"""A war played by hand, without a screen: the same war as the environment's, undo, the refusals."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.declared.sentences import is_chance
from stuka_env.games.stuka.words.crew_names import PEOPLE
from stuka_env.play.session import Session
from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.play.war import War
from stuka_env.play.war_file import replay_of
from stuka_env.replay import verify
from tests.support.each import each
from tests.support.playing import make, mat_bytes


def war(env: str = "Stuka/Operation-v0", seed: int = 5, **arguments: str) -> War:
    return War(env, arguments, seed)


def bytes_of(played: War) -> bytes:
    raw: bytes = played.mat.tobytes()
    return raw


def test_it_is_the_war_of_the_environment_also_with_every_decision_taken_twice() -> None:
    env, played, rng = make(), war(), np.random.default_rng(0)
    env.reset(seed=5)
    undone = refused = 0
    while not played.over:
        action = int(rng.choice([index for index, _ in played.legal]))
        assert played.legal == [(index, played.crews.named(label)) for index, label in env.legal_actions()]
        before = bytes_of(played)
        played.take(action)
        env.step(action)
        after = bytes_of(played)
        rolled = any(map(is_chance, played.played[-1].journal))
        try:
            played.undo()
        except CannotPlay as refusal:
            assert rolled and "Dice were rolled" in str(refusal)
            refused += 1
        else:
            assert not rolled and bytes_of(played) == before
            undone += 1
            played.take(action)
        assert bytes_of(played) == after
    assert bytes_of(played) == mat_bytes(env)
    assert undone > 100 and refused > 100
    assert played.result is not None and played.result["missions"] == 30
    assert sum(len(turn.lines) for turn in played.played) == 30
    ending = verify(replay_of(played))
    assert (ending.finished, ending.score) == (True, played.result["score"])


def test_several_decisions_are_taken_back_in_a_row() -> None:
    played = war()
    start, labels = bytes_of(played), played.legal
    for _ in range(6):  # how many fly, then crews: nothing is rolled
        played.take(played.legal[-1][0])
    for _ in range(6):
        played.undo()
    assert bytes_of(played) == start and played.legal == labels
    with pytest.raises(CannotPlay, match="nothing to take back"):
        played.undo()


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    played = war()
    start = bytes_of(played)
    attempts: list[Callable[[], Any]] = [
        lambda: played.take(999),
        lambda: played.take(99),
        lambda: played.answer([1]),
    ]
    for attempt in attempts:
        with pytest.raises(CannotPlay):
            attempt()
        assert bytes_of(played) == start and len(played.played) == 1


def test_the_end_of_the_war() -> None:
    played = war("Stuka/Mission-v0", segment="1941-06")
    played.take(0)  # do not fly
    assert played.over and played.legal == [] and played.result is not None
    assert (played.result["score"], played.result["no_fly"]) == (0, 1)
    with pytest.raises(CannotPlay, match="over"):
        played.take(0)


def test_the_journal_tells_everything_once() -> None:
    played, env = war(), make(journal=True)
    env.reset(seed=5)
    for _ in range(40):
        action = played.legal[-1][0]
        played.take(action)
        env.step(action)
    assert played.journal == PEOPLE.names(5).tell(env.journal)[0]


def test_a_position_holds_what_a_player_sees_and_cannot_be_written() -> None:
    played = war()
    position = played.position()
    assert position._fields == ("observation", "mask", "mat", "charts", "turn", "spec")
    assert position.mat.shape == (1,) and position.mask.sum() == len(played.legal)
    with pytest.raises(ValueError, match="read-only"):
        position.mat["mission"]["zone"] = 3
    before = position.mask.copy()
    played.take(played.legal[1][0])
    assert (position.mask == before).all()


@each(
    "env, arguments, named",
    [
        ("Stuka/Duel-v0", {}, "env"),
        ("Stuka/Operation-v0", {"operation": "overlord"}, "operation"),
        ("Stuka/Operation-v0", {"segment": "1941-06"}, "segment"),
        ("Stuka/Mission-v0", {"charts": "/nowhere"}, "charts"),
    ],
)
def test_wrong_arguments_are_named(env: str, arguments: dict[str, str], named: str) -> None:
    with pytest.raises(ValueError, match=f"^{named}: ") as error:
        War(env, arguments, 0)
    assert "\n" not in str(error.value)


def test_the_session_goes_on_when_it_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    session = Session(war(), folder / "war.json")
    (folder / "war.json").unlink()
    folder.rmdir()
    session.take(session.war.legal[1][0])
    assert len(session.war.played) == 2
    assert session.error_text.startswith("Not saved: ") and "\n" not in session.error_text
    with pytest.raises(CannotPlay, match="No replay"):
        session.write_replay()
    folder.mkdir()
    session.take(session.war.legal[0][0])
    assert session.error_text == "" and (folder / "war.json").exists()
