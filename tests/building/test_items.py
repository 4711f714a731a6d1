"""The items that a game supplies are counted, and an override is not what would be derived.

An item is a value given to a field of one of the house's records, or a function that the house asks for by name. A
mapping counts as its entries.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

import pytest

from stuka_env.building.game import Maker
from stuka_env.game import Game, game_named, games, parts_in
from stuka_env.io.game_packages import PACKAGES

MOST_ITEMS = {"stuka": 178, "interceptor": 183, "wing": 145, "support": 79, "dogfight": 30}
"""Items of each game; one that needs fewer lowers its number."""
ROOMS = {"play": "PLAY", "position": "POSITION_PARTS", "text": "TEXT_PARTS", "watch": "WATCH_PARTS"}
"""The records of rooms that a game can declare."""
PARTS = {"engine": "engine_parts", "envs": "env_parts", "views": "view_parts", "flights": "flight_parts",
         "replays": "replay_parts"}  # fmt: skip
"""Parts of the record of a game whose fields can be declared, and what derives them."""
RECORDS = ("Declaration", "Parts", "Seen", "RecordTable")
"""Ends of the names of the house's records that a game fills."""
ASKED = frozenset(
    "lay_out next_step is_legal decide apply_action begin_war act pay open_ledger write_result lines_so_far "
    "line_of_log address_of put_place put_numbers put_modifier put_subject keep_chance subject_asked "
    "close_decision".split()
)
"""Functions of rules that the house asks for by name, beside those of decisions."""


def count(value: Any) -> int:
    """Return the items of a value."""
    if isinstance(value, Mapping):
        return len(value)
    if is_dataclass(value) and type(value).__name__.endswith(RECORDS):
        given = [field for field in fields(value) if field.name != "game" and not is_default(value, field)]
        return sum(count(getattr(value, field.name)) for field in given)
    return 1


def is_default(value: Any, field: Any) -> bool:
    """Whether a field of a record has its default."""
    own = getattr(value, field.name)
    default = field.default if field.default_factory is MISSING else field.default_factory()
    return bool(own is default or (type(own) is type(default) and not is_dataclass(own) and own == default))


def items_of(game: Game) -> dict[str, int]:
    """Return the items of a game by the place where they are given."""
    declared = game.declared
    bound = getattr(declared.rules, "RULES", None)
    chapters, sequence = (bound.chapters, vars(bound.sequence)) if bound else ((declared.rules,), {})
    decisions = [one.name.lower() for one in declared.codes.Decision] if sequence else []
    asked = ASKED | {f"{verb}_{name}" for name in decisions for verb in ("allow", "decide")}
    own = {name for chapter in chapters for name in asked & vars(chapter).keys() if is_own(chapter, name)}
    tables = [sequence.get(name, {}) for name in ("STEPS", "DECISIONS")]
    found = {"record": count(declared), "rules": len(own) + sum(map(len, tables))}
    folder = PACKAGES[game.name].folder
    rooms = [room for room in ROOMS if (folder / room).is_dir() or (folder / f"{room}.py").is_file()]
    return found | {room: count(parts_in(game.name, room, ROOMS[room])) for room in rooms}


def is_own(chapter: Any, name: str) -> bool:
    """Whether a chapter has a function itself, and not from another module."""
    return bool(getattr(vars(chapter)[name], "__module__", "") == chapter.__name__)


def test_games_supply_no_more_than_before(capsys: pytest.CaptureFixture[str]) -> None:
    found = {game.name: items_of(game) for game in games() if game.name in MOST_ITEMS}
    with capsys.disabled():
        print("\n" + "\n".join(f"{name}: {sum(items.values())} items, {items}" for name, items in found.items()))
    assert {name: sum(items.values()) for name, items in found.items()} == MOST_ITEMS


@pytest.mark.parametrize("name", ["stuka", "interceptor", "wing", "support"])
def test_an_override_differs_from_what_would_be_derived(name: str) -> None:
    game = game_named(name)
    maker = Maker(f"stuka_env.games.{name}.game", game.declared)
    maker.__dict__["arrays"] = game.engine.arrays
    same = []
    for part, method in PARTS.items():
        if part != "engine":
            derived, own = getattr(maker, method)(), getattr(game.declared, part)
            same += [f"{part}.{key}" for key in own.keys() & derived.keys() if own[key] == derived[key]]
    assert same == []
