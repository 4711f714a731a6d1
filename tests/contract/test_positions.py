"""Positions as text: an episode that begins at one has the same mat, mask, words and scores, and its own dice."""

import dataclasses
import json
import random
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from stuka_env.cli import main
from stuka_env.engine.engine import StateError
from stuka_env.envs.single import StukaEnv
from stuka_env.io.command_line import REFUSED
from stuka_env.io.quoting import LAST_READER
from stuka_env.position import position_of, read_position
from stuka_env.position.coding import LETTERS, leaves_of
from stuka_env.position.parts import position_parts
from stuka_env.position.text import fields_of, is_left_out, packing_of, text_with_checksum
from stuka_env.replay import RecordReplay, ReplayError, verify
from stuka_env.views.show import text_of
from tests.support.contract import (
    choose,
    comparable,
    each_game,
    each_id,
    each_id_slowly,
    make,
    make_vec,
    steps_of,
    walk,
    war_seeds,
)
from tests.support.samples import IDS, game_of, samples_of

OLDER = f"the last commit that reads older formats is {LAST_READER}"

MOST_CHARACTERS = 250
FORGED = 4
"""Changes of each position, one at a time."""
KINDS = ("flat", "mat", "compact")


def positions(env: StukaEnv, count: int, every: int, seed: int = 0) -> Iterator[str]:
    """Play at random, and yield the positions of some decisions."""
    env.reset(seed=seed)
    for number, result in enumerate(walk(env, count * every, seed)):
        if number % every == every - 1 and not result[2]:
            yield position_of(env)


def shown(env: StukaEnv) -> Any:
    """Return everything that a player sees of a war, except observation, log sheet and scores of earlier missions."""
    game, engine = env.game, env.engine
    lines = text_of(game, env.mat, [], env.legal_actions(), engine.charts).splitlines()
    text = [line for line in lines if not line.startswith("Scores:")]
    standing = env.game.flights.standings(engine.wars).tobytes()
    return env.action_masks().tolist(), env.legal_actions(), text, standing, env.game.replays.earned(engine)


# --- there and back ---


@each_id_slowly
def test_every_decision_comes_back(env_id: str) -> None:
    env = make(env_id)
    others = [make(env_id, observation=kind, journal=True) for kind in KINDS]
    same = [make(env_id, observation=kind) for kind in KINDS]
    for number, text in enumerate(positions(env, 60, 7)):
        other = others[number % 3]
        seen, info = other.reset(seed=number, options={"position": text})
        assert comparable(seen) == comparable(same[number % 3].set_state(env.get_state())[0])
        assert shown(other) == shown(env) and position_of(other) == text
        assert info["decision_name"] == env.decision and other.journal == []
        assert not any(info["rewards"].values()) and info[env.game.envs.names.lines] == []
        assert len(text) <= MOST_CHARACTERS and text.replace("-", "").replace(".", "").isalnum()


@each_id
def test_a_text_names_the_environment_that_it_needs(env_id: str) -> None:
    arguments = samples_of(env_id).arguments[env_id]
    env = make(env_id, **arguments)
    (text,) = positions(env, 1, 3)
    position = read_position(text)
    assert (position.env, position.text, position.charts) == (env_id, text, "")
    assert arguments.items() <= position.arguments.items()
    other = gymnasium.make(position.env, **position.arguments)
    other.reset(seed=1, options={"position": text})
    assert position_of(other) == text
    assert other.unwrapped.engine.spec.codes() == env.engine.spec.codes()  # type: ignore[attr-defined]


@each_id
def test_the_dice_come_from_the_seed(env_id: str) -> None:
    env, other = make(env_id), make(env_id)
    (text,) = positions(env, 1, 9)
    options = {"position": text}
    for one in (env, other):
        one.reset(seed=11, options=options)
    assert war_seeds(env) == war_seeds(other) and steps_of(env, 60) == steps_of(other, 60)
    env.reset(seed=12, options=options)
    other.reset(seed=11, options=options)
    assert war_seeds(env) != war_seeds(other) and steps_of(env, 60) != steps_of(other, 60)


@each_id
def test_a_war_goes_on_to_its_end_and_is_saved_cloned_and_recorded(env_id: str) -> None:
    (text,) = positions(make(env_id), 1, 20)
    env: Any = RecordReplay(gymnasium.make(env_id, journal=True, **samples_of(env_id).quick[env_id]))
    _, info = env.reset(seed=4, options={"position": text})
    war, other = env.unwrapped, make(env_id)
    other.set_state(json.loads(json.dumps(war.get_state())))
    assert steps_of(other, 40) == steps_of(war.clone("same"), 40)
    rng, over, earned, total = np.random.default_rng(0), False, env.unwrapped.game.replays.earned(war.engine), 0.0
    while not over:
        _, reward, over, _, info = env.step(int(choose(env, info["action_mask"], rng)))
        total += float(reward)
    assert verify(env.replay()).result == dict(info["result"]) and env.replay().options == {"position": text}
    older = dataclasses.replace(env.replay(), options={"position": text.replace(".2.", ".1.")})
    with pytest.raises(
        ReplayError, match=f"^its first position cannot be laid out: position: got 'version 1', .*{OLDER}$"
    ):
        verify(older)
    assert total * 100 == pytest.approx(war.game.replays.earned(war.engine) - earned, abs=1e-6)


@each_id
def test_all_wars_of_a_vector_begin_at_the_position(env_id: str) -> None:
    env, vector = make(env_id), make_vec(env_id, 3)
    (text,) = positions(env, 1, 9)
    seen: Any
    seen, infos = vector.reset(seed=5, options={"position": text})
    for war in range(3):
        alone, info = env.reset(seed=5 + war, options={"position": text})
        assert comparable(seen[war]) == comparable(alone) and infos["war_seed"][war] == info["war_seed"]
        assert (infos["action_mask"][war] == info["action_mask"]).all()
    vector.reset(seed=7)
    chosen = np.array([False, True, False])
    before = vector.engine.wars.mats.tobytes()
    vector.reset(options={"position": text, "reset_mask": chosen})
    size = len(before) // 3
    changed = [
        vector.engine.wars.mats[war : war + 1].tobytes() != before[war * size : (war + 1) * size] for war in range(3)
    ]
    assert changed == chosen.tolist()


# --- the fields of a position ---


@each_game
def test_every_field_that_is_not_left_out_changes_the_text(env_id: str) -> None:
    env, parts = make(env_id), position_parts(game_of(env_id).name)
    (_,) = positions(env, 1, 18)
    mats, model = env.engine.wars.mats.copy(), packing_of(env.game.name)
    number = model.number_of(mats)
    left_out = set()
    for leaf in leaves_of(env.game.engine.arrays.stored["mats"]):
        field, before = leaf.of(mats), leaf.of(mats).copy()
        for place in range(field.size):
            field.flat[place] = leaf.low if before.flat[place] != leaf.low else leaf.high
            assert (model.number_of(mats) == number) == is_left_out(parts, leaf.name), (leaf.name, place)
            field[...] = before
            if is_left_out(parts, leaf.name):
                left_out.add(next(name for name in parts.left_out if leaf.name.startswith(name)))
                break
    assert left_out == set(parts.left_out) and model.number_of(mats) == number


@each_game
def test_every_value_can_be_written(env_id: str) -> None:
    model, rng = packing_of(game_of(env_id).name), np.random.default_rng(0)
    mats, again = (np.zeros(1, game_of(env_id).engine.arrays.stored["mats"].dtype) for _ in range(2))
    parts = position_parts(game_of(env_id).name)
    for leaf in leaves_of(game_of(env_id).engine.arrays.stored["mats"]):
        if not is_left_out(parts, leaf.name):
            leaf.of(mats)[...] = rng.integers(leaf.low, leaf.high + 1, leaf.of(mats).shape)
    assert model.write(model.number_of(mats), again) == 0 and mats.tobytes() == again.tobytes()


# --- refused ---


def refusal(text: Any, env: Any = None) -> str:
    """Return the message with which a position is refused, one line; by an environment, which does not change."""
    with pytest.raises(ValueError) as caught:
        if env is None:
            read_position(text)
        else:
            before, mask = env.engine.wars.mats.tobytes(), env.action_masks().tolist()
            try:
                env.reset(seed=0, options={"position": text})
            finally:
                assert env.engine.wars.mats.tobytes() == before and env.action_masks().tolist() == mask
    message = str(caught.value)
    assert "\n" not in message and len(message) < 400
    return message


@each_id
def test_a_mistyped_text_is_refused(env_id: str) -> None:
    (text,) = positions(make(env_id), 1, 9)
    chance = random.Random(0)
    for place in range(len(text)):
        other = chance.choice(LETTERS.replace(text[place], ""))
        assert refusal(text[:place] + other + text[place + 1 :]).startswith("position: ")
        assert refusal(text[:place] + text[place + 1 :]).startswith("position: ")
        assert refusal(text[:place] + other + text[place:]).startswith("position: ")
        if place and text[place] != text[place - 1]:
            refusal(text[: place - 1] + text[place] + text[place - 1] + text[place + 1 :])


@each_id
def test_spaces_and_line_breaks_in_a_pasted_text_do_not_count(env_id: str) -> None:
    env = make(env_id)
    (text,) = positions(env, 1, 5)
    pasted = f"  {text[:20]}\r\n{text[20:]}\n"
    assert read_position(pasted).text == text
    env.reset(seed=1, options={"position": pasted})
    assert position_of(env) == text


@each_game
def test_other_values_are_refused(env_id: str) -> None:
    (text,) = positions(make(env_id), 1, 5)
    head, _, _ = text.rpartition(".")
    for wrong, message in (
        (None, "position: got None"),
        ("", "position: got ''"),
        ("9" * 5000, "allowed is a text of 1 to"),
        ("Chess-v0.1.abc", "begins with Stuka-Mission-v0 or"),
        (f"{head}", "parts with dots"),
        (f"{head}.", "letters and digits"),
        (f"{head}.\u0664\n", "letters and digits"),
        (text.replace(".2.", ".3."), "got 'version 3', allowed is version 2"),
        (text.replace(".2.", ".1."), f"got 'version 1', allowed is version 2; {OLDER}"),
        (text_with_checksum(f"{head}.1234567g", 5), "the first 8 digits"),
        (text_with_checksum(head, 1 << 3000), "describes no mat"),
    ):
        assert message in refusal(wrong)


@each_id
def test_a_position_of_another_war_is_refused(env_id: str) -> None:
    samples = samples_of(env_id)
    (text,) = positions(make(env_id, **samples.arguments[env_id]), 1, 5)
    plain = gymnasium.make(env_id).unwrapped
    plain.reset(seed=1)
    message = refusal(text, plain)
    assert message.startswith("position: got 'a war with ") and "one with " in message
    for other in IDS:
        if other != env_id:
            env = make(other)
            env.reset(seed=1)
            assert f"a war of {env_id}" in refusal(text, env) and f"one of {other}" in refusal(text, env)


@each_game
def test_options_that_contradict_a_position(env_id: str) -> None:
    env = make(env_id)
    with pytest.raises(ResetNeeded):
        position_of(env)
    (text,) = positions(env, 1, 5)
    with pytest.raises(ValueError, match="options: got 'setup and position'"):
        env.reset(options={"setup": {}, "position": text})
    for other in (make_vec(env_id, 1), None, "env"):
        with pytest.raises(ValueError, match="env: got"):
            position_of(other)
    over = False
    while not over:
        over = env.step(int(env.action_masks().argmax()))[2]
    with pytest.raises(ValueError, match="a war that is over"):
        position_of(env)


@each_id_slowly
def test_a_forged_text_is_refused_or_played(env_id: str) -> None:
    """One value is changed, and the checksum fits: the rules never crash and never go on for ever.

    The audit runs this test a second time with checks of every index in compiled code.
    """
    env, other = make(env_id), make(env_id)
    other.reset(seed=0)
    chance, model = random.Random(1), packing_of(env.game.name)
    leaves, refused = fields_of(env.game.name), 0
    for text in (each for each in positions(env, 80, 5) for _ in range(FORGED)):
        mats = env.engine.wars.mats.copy()
        leaf = chance.choice(leaves)
        field = leaf.of(mats)
        field.flat[chance.randrange(field.size)] = chance.randint(leaf.low, leaf.high)
        forged = text_with_checksum(text.rpartition(".")[0], model.number_of(mats))
        try:
            other.reset(seed=3, options={"position": forged})
            assert position_of(other) == forged
            for result in walk(other, 40):
                assert result[4]["action_mask"].any()
        except StateError:
            other.reset(seed=0)
        except ValueError as error:
            refused += 1
            assert str(error).startswith("position: ") and "\n" not in str(error)
    assert refused


# --- the command ---


@each_id
def test_show(env_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = make(env_id)
    (text,) = positions(env, 1, 8)
    assert main(["show", text]) == 0
    printed = capsys.readouterr().out
    assert printed == text_of(env.game, env.mat, [], env.legal_actions(), env.engine.charts) + "\n"
    assert all(label in printed for _, label in env.legal_actions()[:3])


@pytest.mark.parametrize(("version", "message"), [("2", "checksum"), ("1", OLDER)])
def test_show_refuses_a_bad_text_in_one_line(version: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        raise SystemExit(main(["show", f"Stuka-Mission-v0.{version}.abcdefghij"]))
    said = capsys.readouterr()
    assert left.value.code == REFUSED and said.err.count("\n") == 1 and message in said.err
