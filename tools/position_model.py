"""Write the frequencies from which the texts of positions are made: ``python -m tools.position_model GAME``.

Scripts fly wars of every id and of many arguments from fixed seeds. The counts of the values on their mats become the
file ``model.json`` in the room ``position`` of the game. Only the same file reads a text again.
After a change of the file, ``VERSION`` in ``stuka_env/position/text.py`` must change too.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np

from stuka_env.engine import kernels
from stuka_env.engine.engine import Engine
from stuka_env.engine.noise import draw_noise
from stuka_env.files import write_whole
from stuka_env.flights.episodes import policy_input, war_seeds
from stuka_env.game import Game, game_named, game_names
from stuka_env.policy import Policy, load_policy
from stuka_env.position.model import FIRST_TABLE, OTHER_TABLE, OTHER_VALUES, Leaf, leaves_of
from stuka_env.position.parts import position_parts
from stuka_env.position.text import is_left_out

FIRST_MODEL_SEED = 1 << 40
"""First seed of the wars; no agent was trained or evaluated on them."""
FLOWN_TOGETHER = 16
SAMPLED_EVERY = 29
"""Decisions between two samples of a war: long wars give samples of all their stages."""
SAMPLES_OF_WARS = 2400
"""Mats of each combination of arguments and script."""
FREQUENCY_SUM = 4096
"""Sum of the frequencies of a table, nearly."""
MOST_LISTED = 256
"""Most values of a field whose values are counted one by one; of others, such as scores, only 0 is."""
SAMPLED_SCRIPTS = {
    "stuka": ("random", "random_flyer", "kette", "old_hand"),
    "interceptor": ("random", "random_flyer", "veteran", "rash"),
}
ALL_RULES = {"fatigue": True, "enemy_quality": True, "advanced_maneuvers": True}
FLOWN_OPERATIONS, FLOWN_DURATIONS = ("barbarossa", "case_blue", "citadel"), ("regular", "short")
WARS: Mapping[str, list[dict[str, Any]]] = {
    "Stuka/Mission-v0": [{"operation": operation} for operation in FLOWN_OPERATIONS],
    "Stuka/Segment-v0": [
        {"segment": segment, "duration": duration}
        for segment, duration in product(("1941-06", "1941-11", "1942-08", "1943-07"), FLOWN_DURATIONS)
    ],
    "Stuka/Operation-v0": [
        {"operation": operation, "duration": duration}
        for operation, duration in product(FLOWN_OPERATIONS, FLOWN_DURATIONS)
    ],
    "Stuka/Campaign-v0": [{"duration": duration} for duration in FLOWN_DURATIONS],
    "Interceptor/Sortie-v0": [{}, {"track": "nco", **ALL_RULES}],
    "Interceptor/Month-v0": [{}, {"track": "officer", **ALL_RULES}],
    "Interceptor/Career-v0": [{}, {"start": "1943-09", **ALL_RULES}],
}
"""Arguments of the wars of each id."""


def main() -> None:
    """Write the file of a game."""
    words = argparse.ArgumentParser(description="Write the frequencies from which texts of positions are made.")
    words.add_argument("game", choices=game_names())
    game = game_named(words.parse_args().game)
    parts = position_parts(game.name)
    leaves = [leaf for leaf in leaves_of(game.engine.arrays.stored["mats"]) if not is_left_out(parts, leaf.name)]
    counts = {leaf.name: defaultdict[str, Counter[int]](Counter) for leaf in leaves}
    for mats in flown_mats(game):
        for leaf in leaves:
            count_values(leaf, mats, counts[leaf.name])
    fields = {leaf.name: file_tables(leaf, counts[leaf.name]) for leaf in leaves}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(tables)}" for name, tables in fields.items())
    print(write_whole(parts.model_file, f'{{"fields": {{\n{lines}\n}}}}\n'))


def flown_mats(game: Game) -> Iterator[Any]:
    """Yield samples of the mats of wars, ``(N,)`` each."""
    seed = FIRST_MODEL_SEED
    for env in game.ids:
        for arguments, script in product(WARS[env], SAMPLED_SCRIPTS[game.name]):
            print(env, arguments, script, flush=True)
            spec, _ = game.envs.read_arguments(game.ids.index(env), **arguments)
            engine = Engine(FLOWN_TOGETHER, spec, autoreset=kernels.SAME_STEP, penalty=0.0)
            yield sampled(engine, load_policy(script, game.name), seed)
            seed += FLOWN_TOGETHER


def sampled(engine: Engine, policy: Policy, seed: int) -> Any:
    """Return mats of wars that a policy flies; those that end are followed by others."""
    view = engine.new_view()
    engine.reset(view.buffers, range(seed, seed + engine.num_envs))
    inputs = policy_input(engine, view)
    actions, rng = np.zeros(engine.num_envs, np.int64), np.random.default_rng(seed)
    samples: list[Any] = []
    turn = 0
    while sum(map(len, samples)) < SAMPLES_OF_WARS:
        chosen = rng.random(engine.num_envs) * SAMPLED_EVERY < 1
        samples.append(np.asarray(engine.wars.mats)[chosen].copy())
        draw_noise(war_seeds(engine), seed, turn, inputs.noise)
        policy.act(inputs, actions)
        engine.step(actions, view.buffers)
        turn += 1
    return np.concatenate(samples)


def count_values(leaf: Leaf, mats: Any, tables: defaultdict[str, Counter[int]]) -> None:
    """Count the values of a field by the value before them."""
    rows = leaf.of(mats).reshape(len(mats), -1)
    tables[FIRST_TABLE].update(rows[:, 0].tolist())
    pairs, counts = np.unique(np.stack([rows[:, :-1].ravel(), rows[:, 1:].ravel()]), axis=1, return_counts=True)
    for previous, value, count in zip(*pairs.tolist(), counts.tolist(), strict=True):
        tables[str(previous)][value] += count


def file_tables(leaf: Leaf, tables: Mapping[str, Counter[int]]) -> dict[str, dict[str, int]]:
    """Return the tables of a field as the file has them, with one of all values for others than those counted."""
    is_wide = leaf.high - leaf.low >= MOST_LISTED
    together = sum(tables.values(), Counter[int]())
    names = sorted(name for name in tables if not is_wide or name in (FIRST_TABLE, "0"))
    return {name: frequencies(tables[name], is_wide) for name in names} | {OTHER_TABLE: frequencies(together, is_wide)}


def frequencies(counts: Counter[int], is_wide: bool) -> dict[str, int]:
    """Return frequencies with a sum of about :data:`FREQUENCY_SUM`; other values share the rest.

    Each value that is listed adds one to the rest, for values that were not seen.
    """
    listed = {value: count for value, count in sorted(counts.items()) if value == 0 or not is_wide}
    total = counts.total()
    rest = total - sum(listed.values()) + len(listed)
    scaled = {str(value): max(1, round(count * FREQUENCY_SUM / total)) for value, count in listed.items()}
    return scaled | {OTHER_VALUES: max(1, round(rest * FREQUENCY_SUM / total))}


if __name__ == "__main__":
    main()
