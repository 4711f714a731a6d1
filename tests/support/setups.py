"""Random set-ups by hand, for any game whose set-ups have blocks of the mat."""

from collections.abc import Callable, Collection, Mapping
from random import Random
from typing import Any

import numpy as np

from stuka_env.declared.records import Record
from stuka_env.position.blocks import SetupField, setup_fields

RandomSetup = Callable[[Random, Any], dict[str, Any]]
"""A function of dice and of a mat of play that returns a set-up."""
Fields = Mapping[str, SetupField]


def number(field: SetupField, dice: Random) -> Any:
    """Return a word or a number of a field, often one of its bounds."""
    if field.only is not None:
        return dice.choice(list(field.words))
    low, high = field.field.low, field.field.high
    return dice.choice((low, high, dice.randint(low, high), dice.randint(low, min(high, low + 5))))


def value(field: SetupField, dice: Random) -> Any:
    """Return a value of a field."""
    if field.inner:
        return [block(field.inner, dice, dice.random()) for _ in range(dice.randint(0, field.field.shape[0]))]
    return [number(field, dice) for _ in range(field.field.shape[0])] if field.field.shape else number(field, dice)


def block(fields: Fields, dice: Random, share: float) -> dict[str, Any]:
    """Return values for a share of the fields."""
    return {name: value(field, dice) for name, field in fields.items() if dice.random() < share}


def shown(field: SetupField, stored: Any) -> Any:
    """Return a value of a mat as a set-up has it."""
    if not field.inner:
        return np.asarray(stored).tolist()
    return [{name: shown(inner, row[name]) for name, inner in field.inner.items()} for row in stored]


def blocks_of(fields: Mapping[str, Any], mat: Any) -> dict[str, Any]:
    """Return all blocks of a mat as a set-up."""
    return {
        name: shown(own, mat[name])
        if isinstance(own, SetupField)
        else {inner: shown(field, mat[name][inner]) for inner, field in own.items()}
        for name, own in fields.items()
    }


def drawn(fields: Mapping[str, Any], dice: Random) -> dict[str, Any]:
    """Return random values of random blocks."""
    share = dice.choice((0.05, 0.1, 0.3))
    return {
        name: value(own, dice) if isinstance(own, SetupField) else block(own, dice, share)
        for name, own in fields.items()
        if dice.random() < 0.5
    }


def moved(fields: Mapping[str, Any], mat: Any, dice: Random) -> dict[str, Any]:
    """Return some blocks of a mat of play with a few other values."""
    share = dice.choice((0.0, 0.2, 0.5))
    setup = {name: values for name, values in blocks_of(fields, mat).items() if dice.random() >= share}
    for _ in range(dice.randint(0, 3) if setup else 0):
        name = dice.choice(list(setup))
        own, values = fields[name], setup[name]
        inner = own.inner if isinstance(own, SetupField) else own
        record = values if isinstance(values, dict) else dice.choice(values)
        changed = dice.choice(list(record))
        record[changed] = value(inner[changed], dice)
    return setup


def block_fields(mat: type[Record], left_out: Collection[str]) -> dict[str, Any]:
    """Return the fields of a set-up by its blocks: of a block of several records the field, else its fields by name."""
    blocks = setup_fields(mat)
    return {name: field if field.field.shape else field.inner for name, field in blocks.items() if name not in left_out}


def random_blocks(fields: Callable[[], Mapping[str, Any]]) -> RandomSetup:
    """Return a function that draws values of the blocks, or changes a few of a mat of play."""

    def random_setup(dice: Random, mat: Any) -> dict[str, Any]:
        return drawn(fields(), dice) if dice.random() < 0.5 else moved(fields(), mat, dice)

    return random_setup
