"""Refusals of wrong arguments, set-ups, tapes, positions and states, as lines of text."""

import json
from collections.abc import Iterator
from typing import Any

import gymnasium

from stuka_env.engine.state import with_checksum
from stuka_env.game import game_of
from stuka_env.position import position_of

WRONG: tuple[Any, ...] = ("foo", -1, 10**6, 1.5, True, None, [], {}, [1, 2, 3], {"foo": 1})
MOST_STEPS = 40
"""Decisions before the state and the position that are damaged."""
MOST_FIELDS = 400
"""Fields of a state that are changed."""


def _line(name: str, got: Any, call: Any) -> str:
    """Return the refusal of a call as a line."""
    try:
        call()
    except Exception as error:
        return f"{name} {got!r}: {type(error).__name__}: {error}"
    return f"{name} {got!r}: accepted"


def refusals(env_id: str) -> Iterator[str]:
    """Yield what each wrong value leads to."""
    game = game_of(env_id)
    assert game is not None
    for name in (*game.envs.argument_names, "observation", "info", "illegal_action_penalty", "render_mode"):
        for value in WRONG:
            yield _line(name, value, lambda name=name, value=value: gymnasium.make(env_id, **{name: value}))
    env = gymnasium.make(env_id, journal=True)
    war: Any = env.unwrapped
    yield from _of_options(war)
    war.reset(seed=3)
    for _ in range(MOST_STEPS):
        action, twin = int(war._mask.nonzero()[0][-1]), war.clone("same")
        if twin.step(action)[2]:
            break
        war.step(action)
    state = war.get_state()
    text = position_of(war)
    for place in range(len(text)):
        broken = text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :]
        yield _line("position", place, lambda broken=broken: war.reset(options={"position": broken}))
    yield from _of_states(war, state)


def _of_options(war: Any) -> Iterator[str]:
    """Yield refusals of options of the reset."""
    for option in ("setup", "dice", "strict_dice", "position", "foo"):
        for value in WRONG:
            yield _line(option, value, lambda option=option, value=value: war.reset(seed=1, options={option: value}))
    war.reset(seed=1)
    for block in war.mat.dtype.names:
        for value in WRONG:
            yield _line("setup", {block: value}, lambda b=block, v=value: war.reset(seed=1, options={"setup": {b: v}}))
        for field in war.mat[block].dtype.names or ():
            for value in WRONG:
                setup = {block: {field: value}}
                yield _line("setup", setup, lambda setup=setup: war.reset(seed=1, options={"setup": setup}))


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all numbers of a JSON value."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _places(part, (*path, key))
    elif isinstance(value, list):
        for key, part in enumerate(value[:2]):
            yield from _places(part, (*path, key))
    elif isinstance(value, int):
        yield path


def _of_states(war: Any, state: dict[str, Any]) -> Iterator[str]:
    """Yield refusals of states in which one number has been changed."""
    paths = list(_places(state["arrays"]))
    step = max(1, len(paths) // MOST_FIELDS)
    for path in paths[::step]:
        for change in (1, 100):
            broken = json.loads(json.dumps(state))
            part = broken["arrays"]
            for key in path[:-1]:
                part = part[key]
            part[path[-1]] += change

            def resume(broken: dict[str, Any] = broken) -> None:
                war.set_state(with_checksum(war.game, broken))

            yield _line("state", (".".join(map(str, path)), change), resume)
