"""Digests of all that an episode shows: numbers, and words and views, for every id of every installed game.

::

    python -m tools.net                                  compare with tests/net.json, three minutes on two cores
    python -m tools.net --show Wing/Mission-v0 labels    show what moved since the last commit (--since: another one)
    python -m tools.net --write                          write digests and kept episodes anew; the commit says why
    python -m tools.net --choose                         choose the episodes of words and views anew, for half an hour

A surface is one thing that an episode shows, as lines of text. The episodes of words and views are chosen so that every
entry, roll, decision and kind of action occurs. Those that no episode of the search showed are listed as missing.
"""

import argparse
import difflib
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

from agents.registry import players_of
from stuka_env.declared.journal import ROLL
from stuka_env.declared.sentences import is_roll
from stuka_env.declared.sheet import Sheet, as_json
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import Flown, Witness, fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import AnyWarSpec, Game, game_of
from stuka_env.io.cores import usable_cores
from stuka_env.policy import NEUTRAL, RANDOM, load_policy
from stuka_env.registration import env_ids
from stuka_env.replay import Flight, fly, save
from stuka_env.replay.log_sheet import csv_text
from stuka_env.replay.recording import take
from stuka_env.text import TextGame
from stuka_env.views.show import text_of
from stuka_env.watch import data
from stuka_env.watch.pack import SheetPacker, Texts
from tests.support import playthroughs
from tests.support.interceptor.replays import KEPT_REPLAY, kept_replay
from tests.support.samples import IDS
from tools import ROOT

NET = ROOT / "tests" / "net.json"
NET_SEED = 0
OURS = 200
"""Episodes of each policy for the numbers."""
NET_CHARTS = ("random", "random-evaluation")
"""Draws of other charts, in a game with a bank: another set for each war."""
OTHERS = 50
"""Episodes of each policy with each draw of other charts."""
LEAST_DECISIONS = 2000
"""Least number of decisions of each id for words and views."""
SEARCHED = 400
"""Episodes of each policy in which the search looks for what is rare."""
DRAWN_EVERY = 10
"""Of so many moments, one is shown as a text for a terminal."""
NUMBER_SURFACES = ("mats", "flat", "compact", "masks", "rewards", "results")
WORD_SURFACES = ("journal", "labels", "sheet", "debriefs", "log", "page", "text", "terminal")

Lines = dict[str, list[str]]
"""Lines of text by surface."""


def _game(env_id: str) -> Game:
    game = game_of(env_id)
    assert game is not None
    return game


def _spec(env_id: str, **arguments: Any) -> AnyWarSpec:
    game = _game(env_id)
    spec: AnyWarSpec = game.envs.read_arguments(game.ids.index(env_id), **arguments)[0]
    return spec


def _fly(policy: str, spec: AnyWarSpec, seeds: NDArray[np.uint64], on_step: Witness) -> Flown:
    """Fly a policy through wars side by side; ``on_step`` is called after the reset and after each step."""
    player = load_policy(policy, spec.game)
    return fly_wars(player, spec, seeds, seed=NET_SEED, witness=on_step, side_by_side=len(seeds))


# --- numbers ---


def numbers_of(env_id: str, policies: Iterable[str]) -> Lines:
    """Return a line for each step of the episodes of each policy, by surface, and their results."""
    draws: list[tuple[dict[str, Any], int]] = [({}, OURS)]
    if _game(env_id).engine.bank is not None:
        draws += [({"charts": charts}, OTHERS) for charts in NET_CHARTS]
    lines: Lines = {surface: [] for surface in NUMBER_SURFACES}
    for arguments, wars in draws:
        for policy in policies:
            _fly_numbers(env_id, policy, arguments, wars, lines)
    return lines


def _fly_numbers(env_id: str, policy: str, arguments: Mapping[str, Any], wars: int, lines: Lines) -> None:
    """Fly the wars of a policy, and add a line for each step to each surface."""
    game, spec, own = _game(env_id), _spec(env_id, **arguments), f"{policy} {json.dumps(arguments)}"
    views: list[Any] = []
    was_over = np.zeros(wars, bool)
    step = 0

    def on_step(engine: Engine, rows: slice, actions: Any) -> None:
        nonlocal step
        if not views:
            views.extend([engine.new_view(), engine.new_view(compact=True)])
        for view in views:
            engine.show(view.buffers)
        flat, compact = views
        shown = {
            "flat": flat.observations.tobytes(),
            "compact": compact.codes.tobytes() + compact.tracks.tobytes(),
            "masks": flat.masks.tobytes(),
            "rewards": engine.wars.reports["ledger"]["reward"].tobytes(),
        }
        head = f"{own} step {step}"
        for surface, values in shown.items():
            lines[surface].append(f"{head}: {sha256(values).hexdigest()[:12]}")
        is_over = engine.wars.reports["over"] > 0
        for war in np.flatnonzero(is_over & ~was_over):
            lines["mats"].append(f"{head}, end of {war}: {game.mat_digest(engine, int(war))[:12]}")
        was_over[:] = is_over
        step += 1

    flown = _fly(policy, spec, evaluation_seeds(NET_SEED, wars), on_step)
    for war, seed in enumerate(flown.seeds):
        result = game.envs.result_dict(flown.results[war], spec.charts)
        ended = f"{flown.decisions[war]} decisions, {json.dumps(dict(result), default=str)}"
        lines["results"].append(f"{own} seed {seed}: {ended}")


# --- words and views ---


class Episode(NamedTuple):
    """An episode of a policy: its place among the frozen wars, their seed, its actions, and its score."""

    policy: str
    war: int
    seed: int
    actions: tuple[int, ...]
    score: float


def episodes_of(env_id: str, policy: str, wars: Sequence[int]) -> list[Episode]:
    """Fly a policy through frozen wars and return the episodes."""
    seeds = evaluation_seeds(NET_SEED, max(wars) + 1)[list(wars)]
    actions_of: list[list[int]] = [[] for _ in wars]
    was_over = np.zeros(len(wars), bool)

    def on_step(engine: Engine, rows: slice, actions: Any) -> None:
        if actions is not None:
            for war in np.flatnonzero(~was_over):
                actions_of[war].append(int(actions[war]))
        was_over[:] = engine.wars.reports["over"] > 0

    flown = _fly(policy, _spec(env_id), seeds, on_step)
    assert flown.finished.all()
    records = zip(wars, flown.seeds, actions_of, flown.scores, strict=True)
    return [Episode(policy, war, int(seed), tuple(actions), float(score)) for war, seed, actions, score in records]


class _KeptSheets(SheetPacker):
    """A packer that also keeps every sheet that it packs."""

    def __init__(self) -> None:
        super().__init__()
        self.sheets: list[Sheet] = []

    def changes(self, before: Sheet | None, after: Sheet) -> list[int]:
        self.sheets.append(after)
        return super().changes(before, after)


def words_of(env_id: str, chosen: Mapping[str, Sequence[int]]) -> Lines:
    """Return the lines of the words and views of the chosen episodes, by surface."""
    game, engine = _game(env_id), Engine(1, _spec(env_id))
    lines: Lines = {surface: [] for surface in WORD_SURFACES}
    for policy, wars in chosen.items():
        for episode in episodes_of(env_id, policy, wars):
            flight = fly(take(engine, episode.seed, episode.actions))
            head = f"--- {policy}, war {episode.war} ---"
            for surface, added in _shown(game, flight).items():
                lines[surface] += [head, *added]
            lines["text"] += [head, *_text_states(env_id, episode)]
    return lines


def _shown(game: Game, flight: Flight) -> Lines:
    """Return what a flight shows, without the states of text games."""
    texts, sheets = Texts(), _KeptSheets()
    page = data.war("net", flight, texts, sheets)
    frames = page.pop("frames")
    whole = {**data.page_data(game.name, flight.spec, [], texts, sheets), "texts": []}
    written = texts.all()
    ended = [one for frame in frames for one in frame.get("ended", ())]
    shown: Lines = {
        "journal": [],
        "labels": [],
        "sheet": [json.dumps(as_json(sheet)) for sheet in sheets.sheets],
        "debriefs": [],
        "log": csv_text(flight).splitlines(),
        "page": [json.dumps(part) for part in (*frames, page, whole)],
        "terminal": [],
    }
    for moment in flight.moments:
        shown["journal"] += [str(entry) for entry in moment.journal]
        options = "; ".join(f"{action} {label}" for action, label in moment.legal)
        shown["labels"].append(f"{moment.number}. {moment.decision}: {options} -> {moment.action}")
        if moment.number % DRAWN_EVERY == 0:
            shown["terminal"] += text_of(game, moment.mat, moment.journal, moment.legal, flight.charts).splitlines()
    for title, sections in [*((one["title"], one["debrief"]) for one in ended), ("", page["debrief"])]:
        shown["debriefs"] += [json.dumps([title, head, *(written[one] for one in lines)]) for head, lines in sections]
    return shown


def _text_states(env_id: str, episode: Episode) -> Iterator[str]:
    """Yield the text of every question of an episode."""
    env = gymnasium.make(env_id, journal=True, disable_env_checker=True)
    env.reset(seed=episode.seed)
    game = TextGame(env, merged=False)
    yield from game.observe().splitlines()
    for action in episode.actions:
        game.take([action])
        yield from game.observe().splitlines()


# --- the choice of episodes ---


def kinds_of(env_id: str, episode: Episode) -> set[str]:
    """Return the entries, rolls, decisions and kinds of actions that an episode shows."""
    game, engine = _game(env_id), Engine(1, _spec(env_id), journal=True)
    view = engine.new_view()
    engine.reset(view.buffers, [episode.seed])
    kinds: set[str] = set()
    entries: list[Any] = [engine.drain_journal()]
    action = np.zeros(1, np.int64)
    for number in (*episode.actions, None):
        decision = game.envs.decisions[int(engine.wars.reports["decision"][0])]
        kinds.add(f"decision {decision}")
        if number is not None:
            kinds |= {f"action {_verb(game, int(legal))} of {decision}" for legal in np.flatnonzero(view.masks[0])}
            action[0] = number
            engine.step(action, view.buffers)
            entries.append(engine.drain_journal())
    for entry in game.envs.sentences.without_text(np.concatenate(entries)):
        kinds.add(f"roll {entry.chart.name}" if is_roll(entry) else f"entry {entry.kind.name}")
    engine.close()
    return kinds


def _verb(game: Game, action: int) -> str:
    return game.replays.action_name(action).rstrip("0123456789").rstrip("_ ")


def all_kinds(game: Game) -> set[str]:
    """Return all entries, rolls and decisions that a game declares."""
    codes = game.envs.sentences._codes
    kinds = {f"roll {chart.name}" for chart in codes["chart"]}
    kinds |= {f"entry {kind.name}" for kind in codes["kind"] if kind != ROLL}
    asked = [name for code, name in enumerate(game.envs.decisions) if code not in game.envs.without_choice]
    return kinds | {f"decision {name}" for name in asked}


def choose(env_id: str) -> dict[str, Any]:
    """Search episodes of an id, and return its entry without digests.

    The entry has the policies of the numbers, the episodes that show every kind, and the kinds that none shows.
    """
    game = _game(env_id)
    policies = list(dict.fromkeys([RANDOM, NEUTRAL, *players_of(game.name).scripts]))
    episodes = [each for policy in policies for each in episodes_of(env_id, policy, range(SEARCHED))]
    kinds = {episode: kinds_of(env_id, episode) for episode in episodes}
    points = {policy: sum(each.score for each in episodes if each.policy == policy) for policy in policies}
    best = max(policies, key=points.__getitem__)
    often = Counter(kind for one in kinds.values() for kind in one)
    shown: set[str] = set()
    chosen: list[Episode] = []
    for kind, _ in sorted(often.items(), key=lambda pair: (pair[1], pair[0])):
        if kind not in shown:
            chosen.append(min((each for each in episodes if kind in kinds[each]), key=lambda each: len(each.actions)))
            shown |= kinds[chosen[-1]]
    for episode in sorted(episodes, key=lambda each: (each.war, each.policy not in (RANDOM, NEUTRAL, best))):
        if sum(len(each.actions) for each in chosen) >= LEAST_DECISIONS:
            break
        if episode not in chosen:
            chosen.append(episode)
    wars = {policy: sorted(each.war for each in chosen if each.policy == policy) for policy in policies}
    return {
        "policies": list(dict.fromkeys([RANDOM, NEUTRAL, best])),
        "wars": {policy: places for policy, places in wars.items() if places},
        "missing": sorted(all_kinds(game) - shown),
    }


# --- the command ---


def lines_of(env_id: str, entry: Mapping[str, Any], surfaces: Sequence[str]) -> Lines:
    """Return the lines of surfaces of an id."""
    lines: Lines = {}
    if set(surfaces) & set(NUMBER_SURFACES):
        lines |= numbers_of(env_id, entry["policies"])
    if set(surfaces) & set(WORD_SURFACES):
        lines |= words_of(env_id, entry["wars"])
    return {surface: lines[surface] for surface in surfaces}


def _digests(task: tuple[str, Mapping[str, Any], Sequence[str]]) -> tuple[str, dict[str, str]]:
    env_id, entry, surfaces = task
    lines = lines_of(env_id, entry, surfaces)
    return env_id, {surface: sha256("\n".join(lines[surface]).encode()).hexdigest() for surface in surfaces}


def _pool() -> Pool:
    return multiprocessing.get_context("spawn").Pool(usable_cores())


def _write_text(path: Path, env_id: str, surface: str, entry: Mapping[str, Any]) -> None:
    """Write the lines of a surface to a file."""
    path.write_text("\n".join(lines_of(env_id, entry, [surface])[surface]) + "\n", encoding="utf-8")


def all_digests(net: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return the digests of all surfaces by id, made by a process for each core."""
    tasks = [
        (env_id, net[env_id], surfaces)
        for surfaces in (WORD_SURFACES, NUMBER_SURFACES)
        for env_id in reversed(list(net))
    ]
    digests: dict[str, dict[str, str]] = {env_id: {} for env_id in net}
    with _pool() as pool:
        for env_id, more in pool.imap_unordered(_digests, tasks, chunksize=1):
            digests[env_id] |= more
    return digests


def _write(net: Mapping[str, Any]) -> None:
    """Write the digests, the playthroughs of the contract, and the kept replay of the tests."""
    NET.write_text(json.dumps(net, indent=1) + "\n", encoding="utf-8")
    for env_id in IDS:
        playthroughs.golden(env_id).write_text(playthroughs.written(env_id), encoding="utf-8", newline="")
    save(kept_replay(), KEPT_REPLAY)


def show(env_id: str, surface: str, entry: Mapping[str, Any], commit: str) -> None:
    """Print the differences of a surface since a commit; both texts are kept as files.

    The old sources find policies and games by the entry points that are installed now.
    """
    folder = Path(tempfile.mkdtemp(prefix="net-"))
    now, before = folder / "now.txt", folder / "before.txt"
    _write_text(now, env_id, surface, entry)
    tree = folder / "tree"
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, commit], cwd=ROOT, check=True)
    try:
        places = (tree, *(path for path in (tree / "examples").iterdir() if path.is_dir()))
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, places))}
        command = [sys.executable, "-m", "tools.net", "--text", str(before), "--show", env_id, surface]
        subprocess.run(command, cwd=tree, env=environment, check=True)
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)
    old, new = (path.read_text(encoding="utf-8").splitlines() for path in (before, now))
    print("\n".join(difflib.unified_diff(old, new, str(before), str(now), lineterm="", n=1)) or "no difference")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 1 if a digest has changed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--write", action="store_true", help="write the digests anew")
    parser.add_argument("--choose", action="store_true", help="choose the episodes of words and views anew")
    parser.add_argument("--show", nargs=2, metavar=("ID", "SURFACE"), help="show what moved")
    parser.add_argument("--since", default="HEAD", metavar="COMMIT", help="with --show: the commit before (HEAD)")
    parser.add_argument("--text", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    net: dict[str, Any] = json.loads(NET.read_text(encoding="utf-8")) if NET.exists() else {}
    if chosen.show:
        env_id, surface = chosen.show
        surfaces = NUMBER_SURFACES + WORD_SURFACES
        if env_id not in net or surface not in surfaces:
            parser.error(f"--show: got {env_id} {surface}; ids are {', '.join(net)}, surfaces {', '.join(surfaces)}")
        if chosen.text is None:
            show(env_id, surface, net[env_id], chosen.since)
            return 0
        _write_text(chosen.text, env_id, surface, net[env_id])
        return 0
    if chosen.choose:
        with _pool() as pool:
            net = dict(zip(env_ids(), pool.map(choose, env_ids(), chunksize=1), strict=True))
    digests = all_digests(net)
    changed = [
        f"{env_id} {surface}"
        for env_id, surfaces in digests.items()
        for surface, digest in surfaces.items()
        if net[env_id].get("digests", {}).get(surface) != digest
    ]
    if chosen.write or chosen.choose:
        _write({env_id: entry | {"digests": digests[env_id]} for env_id, entry in net.items()})
    for name in changed:
        print(f"changed: {name}")
    print(f"{len(changed)} of {sum(map(len, digests.values()))} digests changed")
    return int(bool(changed) and not (chosen.write or chosen.choose))


if __name__ == "__main__":
    sys.exit(main())
