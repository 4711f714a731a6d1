"""Every kind of file that a user can name, damaged at random and read as its command reads it.

A damaged file is either read or refused by one line that names it: no other exception, no control character, no hang.
"""

import io
import json
import shutil
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import gymnasium
import numpy as np

from stuka_env.game import game_named
from stuka_env.games.stuka.charts import BOOK, load_charts
from stuka_env.io.reading import read_toml
from stuka_env.play.exercises.practice import Progress, key_of
from stuka_env.play.exercises.session import load_progress, save_progress
from stuka_env.play.war import War
from stuka_env.play.war_file import checksum, fly_file, load_war, war_json
from stuka_env.position import position_of
from stuka_env.position.exercises import load_exercises
from stuka_env.replay import save
from stuka_env.replay.run import verified_summary
from tests.support.deadlines import within
from tests.support.fuzzing.damage import damaged_archive, damaged_bytes, damaged_tree, raw
from tests.support.fuzzing.spelling import toml
from tests.support.interceptor import replays as interceptor
from tests.support.places import ROOT
from tests.support.replays import checksummed, recorded

PATIENCE = 20.0
"""Seconds that reading a file may take on a busy machine."""
LONGEST_LINE = 2000
"""Characters of a refusal, without the name of the file."""


class Kind(NamedTuple):
    """A kind of file."""

    file: str
    """Path in the folder of the fuzzer."""
    contents: bytes
    """One that is in order."""
    read: Callable[[Path], object]
    """Reads it as its command does."""
    tree: Any = None
    """Its plain values; None for an archive."""
    write: Callable[[Any], str] = json.dumps
    """Writes plain values as such a file."""


class FoundError(AssertionError):
    """A damaged file that does something else than being read or refused in one line."""


# --- the kinds ---


def replay_kind() -> Kind:
    """A replay, through ``stuka watch``."""
    with tempfile.TemporaryDirectory() as folder:
        contents = save(recorded(steps=6), Path(folder) / "x.json").read_bytes()

    def read(path: Path) -> object:
        return fly_file(str(path)).moments

    return Kind("replay.json", contents, read, json.loads(contents), lambda tree: json.dumps(sealed(tree, checksummed)))


def interceptor_replay_kind() -> Kind:
    """A replay of the second game with a set-up and planned dice, through ``stuka replay``."""
    with tempfile.TemporaryDirectory() as folder:
        replay = interceptor.recorded("Interceptor/Month-v0", steps=6, month="1943-07", options=interceptor.TAPED)
        contents = save(replay, Path(folder) / "x.json").read_bytes()

    def read(path: Path) -> object:
        return verified_summary(str(path), None)

    return Kind("other.json", contents, read, json.loads(contents), lambda tree: json.dumps(sealed(tree, checksummed)))


def war_kind() -> Kind:
    """A saved war, through ``stuka play --load``."""
    return kind_of_war(War("Stuka/Mission-v0", {}, 3, True))


def positioned_war_kind() -> Kind:
    """A saved war that began at a position of the second game."""
    env = gymnasium.make("Interceptor/Sortie-v0")
    env.reset(seed=3)
    return kind_of_war(War("Interceptor/Sortie-v0", {}, 3, start=position_of(env)))


def kind_of_war(war: War) -> Kind:
    """A saved war as a kind of file."""
    tree = war_json(war)

    contents = json.dumps(tree).encode()
    return Kind(
        "war.json", contents, lambda path: load_war(path), tree, lambda tree: json.dumps(sealed(tree, with_checksum))
    )


def answers_kind() -> Kind:
    """The answers to exercises, through ``stuka exercises``."""
    exercises = load_exercises("stuka")
    answers = {key_of(one): one.best for one in exercises.exercises[:3]}
    with tempfile.TemporaryDirectory() as folder:
        progress = Progress(exercises.exercises[0].theme, None, answers)
        contents = save_progress(progress, exercises, Path(folder) / "x.json").read_bytes()

    def read(path: Path) -> object:
        return load_progress(path, exercises)

    return Kind(
        "answers.json", contents, read, json.loads(contents), lambda tree: json.dumps(sealed(tree, with_checksum))
    )


def with_checksum(contents: dict[str, Any]) -> dict[str, Any]:
    """The contents of a saved file with a checksum that fits."""
    return contents | {"checksum": checksum(contents)}


def sealed(tree: Any, seal: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """The tree with a checksum that fits, if it can have one."""
    return seal(tree) if isinstance(tree, dict) and "checksum" in tree else tree


def chart_kind(name: str) -> Kind:
    """A chart, through its folder."""
    path = BOOK.folder / f"{name}.toml"
    tree = read_toml(path, 1 << 20)

    def write(tree: Any) -> str:
        return toml(tree) if isinstance(tree, dict) else json.dumps(tree)

    return Kind(f"charts/{name}.toml", path.read_bytes(), lambda path: load_charts(path.parent), tree, write)


def config_kind() -> Kind:
    """The configuration of a training."""
    import yaml

    from agents.training.config import read_config

    path = ROOT / "configs" / "distilled_operation.yaml"
    contents = path.read_bytes().replace(b"start:", b"curriculum: []\nstart:")
    return Kind("config.yaml", contents, lambda path: read_config(path, []).kinds, yaml.safe_load(contents))


def improvement_kind() -> Kind:
    """The configuration of an improvement."""
    import yaml

    from agents.games.stuka.improvement.recipe import read_improvement

    contents = (ROOT / "configs" / "improvement_mission.yaml").read_bytes()
    return Kind("improvement.yaml", contents, lambda path: read_improvement(path).kinds, yaml.safe_load(contents))


def entry_kind() -> Kind:
    """An entry of the leaderboard, through ``evaluate.py --check``."""
    from agents.evaluation.leaderboard import check_file

    contents = (ROOT / "docs" / "leaderboard" / "operation-bold.json").read_bytes()
    return Kind("entry.json", contents, lambda path: check_file(path, 0), json.loads(contents))


def part_kind() -> Kind:
    """A part of an evaluation, for ``--resume``."""
    from agents.evaluation.evaluation_parts import read_part
    from stuka_env.flights.episodes import join, new_flown

    flown = new_flown(np.arange(4, dtype=np.uint64), game_named("stuka"))

    def read(path: Path) -> object:
        part = read_part(path, flown.seeds, flown)
        return None if part is None else join([flown, part])

    return Kind("part.npz", npz(flown._asdict()), read)


def career_part_kind() -> Kind:
    """A part of an evaluation of the second game, for ``--resume``."""
    from agents.evaluation.evaluation_parts import read_part
    from stuka_env.flights.episodes import join, new_flown, war_slice

    flown = new_flown(np.arange(4, dtype=np.uint64), game_named("interceptor"))

    def read(path: Path) -> object:
        part = read_part(path, flown.seeds, war_slice(flown, slice(0)))
        return None if part is None else join([flown, part])

    return Kind("career_part.npz", npz(flown._asdict()), read)


def positions_kind() -> Kind:
    """Positions of an improvement."""
    from agents.games.stuka.improvement.positions import Positions
    from agents.games.stuka.improvement.recipe import read_positions
    from stuka_env.games.stuka.codes import ACTIONS
    from stuka_env.games.stuka.observation import LENGTH

    arrays = Positions(
        np.zeros((3, LENGTH), np.float16),
        np.zeros((3, ACTIONS), np.float16),
        np.zeros(3, np.int16),
        np.zeros(3, np.int8),
    )
    return Kind("positions/00000.npz", npz(arrays._asdict()), lambda path: read_positions(path.parent.parent))


def value_kind() -> Kind:
    """The weights of a Staffel's value."""
    from agents.games.stuka.planner.staffel_value import STAFFEL_VALUE, load_weights

    return Kind("value.npz", STAFFEL_VALUE.read_bytes(), load_weights)


def gains_kind() -> Kind:
    """A network of gains."""
    import torch

    from agents.games.stuka.improvement.gain_network import GainNetwork, load_network
    from stuka_env.games.stuka.networks.structured import Sizes

    contents, network = io.BytesIO(), GainNetwork(Sizes(2, 4))
    torch.save({"sizes": network.sizes._asdict(), "weights": network.state_dict()}, contents)
    return Kind("gains.pt", contents.getvalue(), load_network)


def bank_lines_kind() -> Kind:
    """The lines that are written while the bank of chart sets is drawn."""
    from tools.chart_bank import SET_LINE, lines_of

    tree = [{SET_LINE: {"number": number, "attempt": 0, "sha256": "0" * 64}} for number in (1, 2)]

    def write(tree: Any) -> str:
        return "\n".join(map(json.dumps, tree)) + "\n" if isinstance(tree, list) else json.dumps(tree)

    return Kind("bank.part.jsonl", write(tree).encode(), lines_of, tree, write)


def result_kind() -> Kind:
    """The result of the training of one seed."""
    from agents.training.run_folder import read_result, score_spread, seed_cells

    scores = {
        "steps": 5,
        "score": 1.0,
        "low": 0,
        "high": 2.5,
        "destroyed": 1.0,
        "killed": 0.0,
        "no_fly": 0.5,
        "wars": 4,
    }
    tree = {"seed": 0, "steps": 5, "best": scores, "last": scores, "score_head": None, "seconds": {"learning": 1.5}}

    def read(path: Path) -> object:
        result = read_result(path)
        return seed_cells(result, ()), score_spread([result])

    return Kind("result.json", json.dumps(tree).encode(), read, tree)


def log_kind() -> Kind:
    """The log of a training that goes on."""
    from agents.training.run_log import read_lines

    tree = [{"steps": 5, "evaluation/score": 1.5}, {"steps": 10, "loss": 0.5}]

    def write(tree: Any) -> str:
        return "\n".join(map(json.dumps, tree)) + "\n" if isinstance(tree, list) else json.dumps(tree)

    def read(path: Path) -> object:
        return [json.dumps(line) for line in read_lines(path) if line["steps"] <= 7]

    return Kind("log.jsonl", write(tree).encode(), read, tree, write)


def npz(arrays: Mapping[str, Any]) -> bytes:
    """Arrays as an archive."""
    contents = io.BytesIO()
    np.savez(contents, **arrays)
    return contents.getvalue()


PACKAGE_KINDS: dict[str, Callable[[], Kind]] = {
    "replay": replay_kind,
    "interceptor replay": interceptor_replay_kind,
    "saved war": war_kind,
    "war at a position": positioned_war_kind,
    "answers": answers_kind,
    **{f"chart {name}": partial(chart_kind, name) for name in ("a5_victory", "events", "a2_accuracy")},
}
"""Kinds that the package reads."""
LABORATORY_KINDS: dict[str, Callable[[], Kind]] = {
    "configuration": config_kind,
    "improvement": improvement_kind,
    "entry": entry_kind,
    "part": part_kind,
    "career part": career_part_kind,
    "positions": positions_kind,
    "value": value_kind,
    "gains": gains_kind,
    "bank lines": bank_lines_kind,
    "result": result_kind,
    "log": log_kind,
}
"""Kinds that the laboratory reads."""
KINDS = PACKAGE_KINDS | LABORATORY_KINDS


# --- damage and judgement ---


def damaged(kind: Kind, rng: Random) -> bytes:
    """A damaged file of a kind."""
    if kind.tree is None:
        return damaged_archive(kind.contents, rng) if rng.random() < 0.5 else damaged_bytes(kind.contents, rng)
    if rng.random() < 0.3:
        return damaged_bytes(kind.contents, rng)
    text = raw(kind.write(damaged_tree(kind.tree, rng)))
    contents = text.encode("utf-8", errors="surrogatepass")
    return damaged_bytes(contents, rng) if rng.random() < 0.1 else contents


def judge(kind: Kind, path: Path) -> str:
    """Return the refusal of a file, or an empty text if it was read.

    Raises:
        FoundError: neither.
    """
    try:
        with within(PATIENCE):
            kind.read(path)
    except (ValueError, OSError) as error:
        line = str(error)
        if (
            path.name.partition(".")[0] not in line
            or not line.isprintable()
            or len(line) - len(str(path)) > LONGEST_LINE
        ):
            raise FoundError(f"{type(error).__name__}: {line[:3000]!r}\n{traceback.format_exc(limit=-4)}") from None
        return line
    except (Exception, AssertionError) as error:
        raise FoundError(f"{type(error).__name__}: {traceback.format_exc(limit=-6)}") from None
    return ""


def fuzz_kind(name: str, files: int, seed: int, keep: Path | None = None) -> Counter[str]:
    """Read so many damaged files of a kind and return how many were read and how many refused.

    Raises:
        FoundError: one was neither; it lies in ``keep``.
    """
    kind, outcomes = KINDS[name](), Counter[str]()
    with tempfile.TemporaryDirectory(prefix="stuka-files-") as folder:
        path = Path(folder) / kind.file
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(kind.contents)
        if refusal := judge(kind, path):
            raise FoundError(f"{name}: a file that is in order is refused: {refusal}")
        for number in range(files):
            path.write_bytes(damaged(kind, Random(f"{name} {seed} {number}")))
            try:
                outcomes["refused" if judge(kind, path) else "read"] += 1
            except FoundError as error:
                if keep is not None:
                    shutil.copy(path, keep / f"{name.replace(' ', '-')}-{seed}-{number}{path.suffix}")
                raise FoundError(f"{name}, seed {seed}, file {number}: {error}") from None
    return outcomes
