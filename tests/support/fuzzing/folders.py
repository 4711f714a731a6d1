"""Random chart folders (hypothesis): our charts with several tables changed, at the bounds of their words and between.

A folder is a list of changes, so that the shortest list that still fails names the keys to blame. Cells that
only fit together (a force of at most eleven people, six segments in all) have changes of their own, because the loader
refuses nearly all that change one of them alone.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from stuka_env.charts.axes import ChartTable, Die, Names
from stuka_env.charts.lists import HEAD_KEYS
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.charts.lists import AMOUNTS, EventCard
from stuka_env.games.stuka.charts.shape import (
    HIGHEST_ATTACK,
    LEVELS,
    LOWEST_ATTACK,
    MOST_AMBUSH,
    MOST_ANTI_AIRCRAFT,
    MOST_DRAWN,
    MOST_FIGHTERS,
    OPERATION_NAMES,
    SEGMENT_INDEX,
)
from stuka_env.games.stuka.codes import CARDS, SEATS, Effect, Role
from tests.support.fuzzing.spelling import KEYS, Grid, Index, our_grids, spell, toml

LOW, HIGH, BETWEEN = "low", "high", "between"
VALUES = (LOW, HIGH, BETWEEN, "mixed")
SCOPES = ("cell", "line", "table")
SEEDS = st.integers(0, 2**32 - 1)
MANY = 60
"""Most tables changed at once."""
TOGETHER = 8
"""Tables changed at once by the sweep."""

Levels = dict[str, int]
Cards = list[dict[str, object]]


class Change(NamedTuple):
    """One change: of which table (or what else), how much of it, to which values; ``seed`` chooses among them."""

    key: str
    scope: str
    values: str
    seed: int

    def __str__(self) -> str:
        return f"{self.key} ({self.scope}, {self.values})"


class Desk:
    """Charts while they are being changed: the cells of every table, the levels of victory and the cards."""

    def __init__(self) -> None:
        self.grids = {name: dict(grid) for name, grid in our_cells().items()}
        files = load_charts().files.values()
        self.levels: Levels = {one.name: one.value for file in files for one in file.lists.get("levels", ())}
        self.cards: Cards = [card_of(one.value) for file in files for one in file.lists.get("card", ())]
        self.touched: set[str] = set()
        self.recent: list[str] = []


@cache
def our_cells() -> dict[str, Grid]:
    """The cells of our charts; not to be changed."""
    return our_grids()


def card_of(card: EventCard) -> dict[str, object]:
    """A card as its file has it."""
    written: dict[str, object] = {"id": card.slug, "name": card.name, "effect": card.effect.name.lower()}
    if card.effect in AMOUNTS:
        text = card.amount_text
        written["amount"] = text if card.effect == Effect.VISIBILITY else int(text)
    return written


# --- changes to the cells of a table ---


def indexes(table: ChartTable) -> list[Index]:
    """Every index that a table has room for."""
    found: list[Index] = [()]
    for axis in table.axes:
        assert isinstance(axis, Names | Die)
        places = axis.index.values() if isinstance(axis, Names) else range(axis.first, axis.last + 1)
        found = [(*index, place) for index in found for place in places]
    return found


def chosen(table: ChartTable, scope: str, dice: Random) -> list[Index]:
    """The cells that a change touches."""
    every = indexes(table)
    one = dice.choice(every)
    if scope == "cell":
        return [one]
    return [index for index in every if index[:-1] == one[:-1]] if scope == "line" else every


def sample(table: ChartTable, dice: Random) -> object:
    """Any cell of the table's vocabulary; where several words can stand in one cell, sometimes several."""
    samples = table.word.samples
    word = dice.choice(samples)
    if isinstance(word, str) and dice.random() < 0.5:
        joined = ", ".join(dict.fromkeys([word, *(str(dice.choice(samples)) for _ in range(dice.randint(1, 3)))]))
        return word if table.word.parse(joined) is None else joined
    return word


def change_cells(desk: Desk, change: Change) -> None:
    """Give some or all cells of a table other values."""
    table, grid, dice = KEYS[change.key].table, desk.grids[change.key], Random(change.seed)
    same = {LOW: table.word.samples[0], HIGH: table.word.samples[-1], BETWEEN: sample(table, dice)}
    for index in chosen(table, change.scope, dice):
        grid[index] = same[change.values] if change.values in same else sample(table, dice)
    desk.touched.add(KEYS[change.key].file)
    desk.recent.append(change.key)


ATTACK = tuple(
    tuple(name for name, key in KEYS.items() if key.table.fields == fields)
    for fields in ((), ("visibility_drm",), ("c2_attack",), ("attack_drm",), ("gamble_drm",))
)
"""The tables that modify an attack; those of the loads, which fill no field by themselves, are one part of five."""


def fit_attack(desk: Desk) -> None:
    """Cut the modifiers of an attack until all together fit the aircraft card; those changed last are cut least."""
    if not any(name in desk.recent for part in ATTACK for name in part):
        return
    low, high = LOWEST_ATTACK, HIGHEST_ATTACK
    for part in sorted(ATTACK, key=lambda part: -max(map(latest(desk), part))):
        values = []
        for name in part:
            for index, value in desk.grids[name].items():
                assert isinstance(value, int)
                desk.grids[name][index] = max(low, min(high, value))
                values.append(max(low, min(high, value)))
            desk.touched.add(KEYS[name].file)
        low, high = low - min(0, *values), high - max(0, *values)


def latest(desk: Desk) -> Callable[[str], int]:
    """Return a function of a table's name: the place of its last change, -1 if it was not changed."""
    return lambda name: max((place for place, key in enumerate(desk.recent) if key == name), default=-1)


# --- changes to what only fits together, and to the lists ---


def split_segments(desk: Desk, change: Change) -> None:
    """Give the operations other numbers of segments; they still follow each other."""
    cuts = sorted(Random(change.seed).sample(range(1, len(SEGMENT_INDEX)), len(OPERATION_NAMES) - 1))
    titles = list(SEGMENT_INDEX)
    for name, first, after in zip(OPERATION_NAMES, [0, *cuts], [*cuts, len(SEGMENT_INDEX)], strict=True):
        desk.grids[f"operations.operations.{name}.first_segment"][()] = titles[first]
        desk.grids[f"operations.operations.{name}.segments"][()] = after - first
    desk.touched.add("operations")


def share_force(desk: Desk, change: Change) -> None:
    """Give the rosters other people: no more than there are seats."""
    dice = Random(change.seed)
    grid = desk.grids["operations.force"]
    levels = sorted({index[-1] for index in grid})
    for operation in OPERATION_NAMES.values():
        for role in Role:
            crew = dice.choices(levels, k=dice.choice((1, 2, 3, dice.randint(1, SEATS), SEATS)))
            for level in levels:
                grid[operation, int(role), level] = crew.count(level)
    desk.touched.add("operations")


def write_levels(desk: Desk, change: Change) -> None:
    """Other levels of victory."""
    dice = Random(change.seed)
    bounds = [0, *sorted(dice.sample(range(1, 1000), dice.randint(0, LEVELS - 1)))]
    desk.levels = {f"Level {place}": bound for place, bound in enumerate(bounds)}
    desk.touched.add("a5_victory")


def write_cards(desk: Desk, change: Change) -> None:
    """Other effects on one card, several or all; in the one case of two all the same effect."""
    dice = Random(change.seed)
    count = {"cell": 1, "line": dice.randint(2, CARDS - 1), "table": CARDS}[change.scope]
    effects = list(Effect) if change.values in (BETWEEN, "mixed") else [dice.choice(list(Effect))]
    for card in dice.sample(desk.cards, count):
        effect = dice.choice(effects)
        slug, name = str(card["id"]), str(card["name"])
        card.clear()
        card.update(card_of(EventCard(slug, name, effect, amount_of(effect, change.values, dice))))
    desk.touched.add("events")


def amount_of(effect: Effect, values: str, dice: Random) -> int:
    """An amount that a card with this effect may have; 0 where it has none."""
    if effect not in AMOUNTS:
        return 0
    word = AMOUNTS[effect]
    amounts = [int(str(number)) for sample in word.samples for number in word.parse(sample) or ()]
    return {LOW: amounts[0], HIGH: amounts[-1]}.get(values, dice.choice(amounts))


def fit_deck(desk: Desk) -> None:
    """Blank cards until what they add up to fits the mat, and until a Kette has a card for every zone."""
    fighters = [KEYS[FIGHTERS].table.word.parse(cell) for cell in desk.grids[FIGHTERS].values()]
    room = {
        "ambush": min(MOST_AMBUSH, MOST_FIGHTERS - max(int(str(found[0])) for found in fighters if found)),
        "return_to_base": CARDS - MOST_DRAWN,
        "anti_aircraft": MOST_ANTI_AIRCRAFT,
    }
    for word, most in room.items():
        for sign in (1, -1):
            left = most
            for card in desk.cards:
                amount = sign * int(str(card.get("amount", 1))) if card["effect"] == word else 0
                if amount > left:
                    card.pop("amount", None)
                    card["effect"] = "nothing"
                    desk.touched.add("events")
                left -= max(0, min(amount, left))


FIGHTERS = "b1_interception.fighters"
OTHERS: dict[str, Callable[[Desk, Change], None]] = {
    "operations: split of the segments": split_segments,
    "operations: shares of the force": share_force,
    "a5_victory: levels": write_levels,
    "events: cards": write_cards,
}


@dataclass(frozen=True)
class Folder:
    """A chart folder: the changes that make it of our charts, and the seed of the first war to be played under it."""

    changes: tuple[Change, ...]
    first: int


CHANGES = st.builds(Change, st.sampled_from([*OTHERS, *KEYS]), st.sampled_from(SCOPES), st.sampled_from(VALUES), SEEDS)
FEW, LOTS = st.lists(CHANGES, min_size=1, max_size=4), st.lists(CHANGES, min_size=MANY // 4, max_size=MANY)
FOLDERS = st.builds(Folder, st.one_of(FEW, LOTS).map(tuple), SEEDS)
"""Random chart folders."""


def sweep(seed: int) -> Iterator[Folder]:
    """Folders that between them change every table to each of its ends and between, in a random order."""
    dice = Random(seed)
    every = [
        Change(key, dice.choice(SCOPES), values, dice.getrandbits(32))
        for key in (*OTHERS, *KEYS)
        for values in (LOW, HIGH, BETWEEN)
    ]
    dice.shuffle(every)
    for start in range(0, len(every), TOGETHER):
        yield Folder(tuple(every[start : start + TOGETHER]), dice.getrandbits(32))


# --- the folder ---


def documents(changes: Iterable[Change], style: int = 0) -> dict[str, dict[str, object]]:
    """The chart files that ``changes`` touch, as TOML documents by file name."""
    desk = Desk()
    for change in changes:
        (OTHERS.get(change.key) or change_cells)(desk, change)
    fit_attack(desk)
    fit_deck(desk)
    return {file: document(desk, file, Random(f"{file} {style}")) for file in sorted(desk.touched)}


def document(desk: Desk, file: str, style: Random) -> dict[str, object]:
    """One chart file."""
    written: dict[str, object] = dict.fromkeys(HEAD_KEYS, "fuzz")
    for name, key in KEYS.items():
        if key.file == file:
            *outer, last = key.table.path
            here: dict[str, object] = written
            for step in outer:
                inner = here.setdefault(step, {})
                assert isinstance(inner, dict)
                here = inner
            here[last] = spell(key.table.axes, desk.grids[name], style)
    if file == "a5_victory":
        written["levels"] = desk.levels
    if file == "events":
        written["card"] = desk.cards
    return written | {"provenance": {"default": "derived"}}


def write_folder(folder: Path, changes: Iterable[Change]) -> None:
    """Write the chart files that ``changes`` touch."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.glob("*.toml"):
        file.unlink()
    changes = tuple(changes)
    for name, content in documents(changes, len(changes)).items():
        (folder / f"{name}.toml").write_text(toml(content), encoding="utf-8")


def by_file(changes: Iterable[Change]) -> dict[str, list[Change]]:
    """Changes by the chart file that they touch."""
    found: dict[str, list[Change]] = defaultdict(list)
    for change in changes:
        found[KEYS[change.key].file if change.key in KEYS else change.key.partition(":")[0]].append(change)
    return dict(found)
