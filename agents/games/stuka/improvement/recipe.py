"""Steps from a script to a better policy, each saved in the run's folder.

``config.yaml`` is the configuration. ``value.npz`` holds the weights of the Staffel's value. ``positions/`` holds the
gains of choices, in files of :data:`FILE_SIZE` positions. ``gains.pt`` is the network that learned from them.
``log.jsonl`` has the figures of every step. A step whose file exists is skipped, so the same command continues a run
that was stopped.
"""

import argparse
import io
import json
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np
import torch
from pydantic import Field
from tqdm import tqdm

from agents.config_file import LARGEST_CONFIG, ConfigError, checked, config_text, override, read_file
from agents.config_parts import ConfigPart, Env
from agents.games.stuka.improvement.gain_network import GainNetwork, fit_gains, load_network, save_network
from agents.games.stuka.improvement.gains import EXPERT
from agents.games.stuka.improvement.improved_policy import ImprovedPolicy
from agents.games.stuka.improvement.mission_starts import fly_starts
from agents.games.stuka.improvement.positions import Positions, are_positions, gather_positions
from agents.games.stuka.improvement.value_fit import fit_value, weights_of
from agents.games.stuka.planner.staffel_value import load_weights, save_weights
from agents.games.stuka.players import SCRIPTS
from agents.registry import make_policy
from agents.rows import join_rows
from stuka_env.games.stuka.codes import Decision
from stuka_env.games.stuka.networks.structured import Sizes
from stuka_env.games.stuka.rules.table import Choose
from stuka_env.io.command_line import command_here
from stuka_env.io.files import append_line, write_whole
from stuka_env.io.quoting import quoted
from stuka_env.io.reading import MIB, FileError, read_arrays, read_text
from stuka_env.policy import UnknownPolicyError, import_object

CONFIG_FILE, VALUE_FILE, POSITIONS_FOLDER, GAINS_FILE, LOG_FILE = (
    "config.yaml",
    "value.npz",
    "positions",
    "gains.pt",
    "log.jsonl",
)
FILE_SIZE = 50_000
"""Positions in a file."""
LARGEST_POSITIONS = 256 * MIB
"""Largest size of such a file in bytes."""


class Improvement(ConfigPart):
    """Configuration of an improvement."""

    name: str = Field(description="name of the run's folder")
    script: str = Field(default="old_hand", description="name of the script")
    wars: list[Env] = Field(min_length=1, description="wars to fly, each equally often")
    seed: int = Field(default=0, ge=0, lt=1 << 31)
    missions: int = Field(default=12_000_000, ge=1, description="missions that teach the Staffel's value")
    positions: int = Field(default=2_000_000, ge=1, description="positions that teach the gains")
    held_out: int = Field(default=60_000, ge=1, description="positions of these that only give figures")
    rollouts: int = Field(default=8, ge=1, le=1024, description="clones of each choice in a position")
    card: int = Field(default=24, ge=1, description="width of a card's code, as in a training's network")
    trunk: int = Field(default=128, ge=2, description="width of the layers")
    roster: bool = Field(default=False, description="as in a training's network")
    epochs: int = Field(default=2, ge=1)
    margin: float = Field(default=0.3, ge=0, description="points of mission score by which a choice must be better")
    decisions: list[str] = Field(description="kinds of decision that are improved")
    gamble_clones: int = Field(
        default=0, ge=0, le=1024, description="clones that decide on a Rudel Gamble if the network is in doubt"
    )

    @property
    def kinds(self) -> list[Decision]:
        """Kinds of decision as codes."""
        return [Decision[name] for name in self.decisions]

    @property
    def choose(self) -> Choose:
        """Compiled function of the script."""
        return import_object(SCRIPTS[self.script])


def check_names(improvement: Improvement, where: str) -> None:
    """Refuse unknown names. ``where`` is the file that contains them.

    Raises:
        ConfigError: a script or a kind of decision is unknown.
    """
    if improvement.script not in SCRIPTS:
        raise ConfigError(f"{where}: script: got {quoted(improvement.script)}, allowed is {' or '.join(SCRIPTS)}")
    for name in improvement.decisions:
        if name not in Decision.__members__:
            raise ConfigError(f"{where}: decisions: got {quoted(name)}, allowed is {' or '.join(Decision.__members__)}")


def read_improvement(path: Path, words: Sequence[str] = ()) -> Improvement:
    """Return the configuration in a file, overridden by ``key=value`` words.

    Raises:
        ConfigError: the file or a word is wrong.
    """
    improvement = checked(Improvement, override(read_file(path), list(words)), str(path))
    check_names(improvement, str(path))
    return improvement


def open_folder(improvement: Improvement, output: Path) -> Path:
    """Return the run's folder: a new one, or one with the same configuration.

    Raises:
        ConfigError: the folder has another configuration or cannot be written.
    """
    folder, text = output / improvement.name, config_text(improvement)
    config = folder / CONFIG_FILE
    if config.exists() and _text_of(config) != text:
        raise ConfigError(f"output: {folder} has another configuration, allowed is a new folder (--set name=...)")
    try:
        (folder / POSITIONS_FOLDER).mkdir(parents=True, exist_ok=True)
        write_whole(config, text)
    except OSError as error:
        raise ConfigError(f"output: {folder} cannot be written ({error.strerror})") from None
    return folder


def _text_of(path: Path) -> str | None:
    """Return the text of a file, None if it cannot be read."""
    try:
        return read_text(path, LARGEST_CONFIG)
    except FileError:
        return None


def note(folder: Path, step: str, figures: dict[str, Any]) -> None:
    """Add a line to the log and print it."""
    tqdm.write(f"{step}: " + ", ".join(f"{name} {value:.5g}" for name, value in figures.items()))
    append_line(folder / LOG_FILE, json.dumps({"step": step, **figures}))


# --- the steps ---


def make_value(improvement: Improvement, folder: Path) -> None:
    """Fit the Staffel's value unless its file exists."""
    if (folder / VALUE_FILE).exists():
        return
    scenarios = [env.spec() for env in improvement.wars]
    with tqdm(total=improvement.missions, desc="missions", unit="mission", unit_scale=True) as bar:
        starts = join_rows(
            fly_starts(
                improvement.choose, scenarios, missions=improvement.missions, seed=improvement.seed, on_batch=bar.update
            )
        )
    network = fit_value(starts, improvement.seed, on_round=lambda figures: note(folder, "value", figures._asdict()))
    save_weights(weights_of(network), folder / VALUE_FILE)


def position_files(folder: Path) -> list[Path]:
    """Return the files of positions up to the first missing number."""
    numbered = (folder / POSITIONS_FOLDER / f"{number:05}.npz" for number in range(1 << 30))
    return list(takewhile(Path.exists, numbered))


def make_positions(improvement: Improvement, folder: Path) -> None:
    """Gather the missing positions, file by file. Each file has wars of its own."""
    first, stop = len(position_files(folder)), -(-improvement.positions // FILE_SIZE)
    workspace = EXPERT.futures.new_workspace(None, None, load_weights(folder / VALUE_FILE))
    scenarios, policy = [env.spec() for env in improvement.wars], make_policy(improvement.script)
    with tqdm(total=stop * FILE_SIZE, initial=first * FILE_SIZE, desc="positions", unit_scale=True) as bar:
        for number in range(first, stop):
            seed = improvement.seed * 100_000 + number
            parts, count = [], 0
            batches = gather_positions(
                scenarios,
                policy,
                choose=improvement.choose,
                workspace=workspace,
                rollouts=improvement.rollouts,
                seed=seed,
            )
            for positions in batches:
                parts.append(positions)
                count += len(positions.script)
                bar.update(len(positions.script))
                if count >= FILE_SIZE:
                    break
            contents = io.BytesIO()
            np.savez(contents, **{name: array[:FILE_SIZE] for name, array in join_rows(parts)._asdict().items()})
            write_whole(folder / POSITIONS_FOLDER / f"{number:05}.npz", contents.getvalue())


def read_positions(folder: Path) -> Positions:
    """Return all positions of a run.

    Raises:
        ConfigError: a file is broken.
    """
    parts = []
    for path in position_files(folder):
        try:
            arrays = read_arrays(path, Positions._fields, LARGEST_POSITIONS)
        except FileError as error:
            raise ConfigError(f"positions: {path}: {error}; allowed is to delete it") from None
        parts.append(Positions(**arrays))
        if not are_positions(parts[-1]):
            raise ConfigError(f"positions: {path} holds something else; allowed is to delete it")
    return join_rows(parts)


def held_out_of(improvement: Improvement, positions: Positions) -> int:
    """Return the number of positions at the end that the network does not learn from."""
    return min(improvement.held_out, len(positions.script) // 2)


def make_gains(improvement: Improvement, folder: Path) -> None:
    """Fit the gain network unless its file exists."""
    if (folder / GAINS_FILE).exists():
        return
    torch.manual_seed(improvement.seed)
    network = GainNetwork(Sizes(improvement.card, improvement.trunk, improvement.roster))
    positions = read_positions(folder)
    held_out = held_out_of(improvement, positions)
    with tqdm(desc="batches", unit="batch") as bar:
        fit_gains(
            network,
            positions,
            held_out=held_out,
            epochs=improvement.epochs,
            margin=improvement.margin,
            seed=improvement.seed,
            on_epoch=lambda figures: note(folder, "gains", figures._asdict()),
            on_batch=bar.update,
        )
    save_network(network, folder / GAINS_FILE)


def improve(improvement: Improvement, output: Path) -> Path:
    """Run all steps. Return the run's folder.

    Raises:
        ConfigError: the folder cannot be used.
    """
    torch.set_num_threads(1)
    folder = open_folder(improvement, output)
    make_value(improvement, folder)
    make_positions(improvement, folder)
    make_gains(improvement, folder)
    return folder


# --- the improved policy ---


def make_improved(name: str, option: str | None) -> ImprovedPolicy:
    """Return the policy of a run: ``improved@runs/FOLDER``.

    Raises:
        UnknownPolicyError: the run does not exist or is not complete.
    """
    if option is None:
        raise UnknownPolicyError(
            f"policy {name!r}: allowed is improved@FOLDER, a run of python -m agents.games.stuka.improvement"
        )
    folder = Path(option)
    if not (folder / CONFIG_FILE).is_file():
        raise UnknownPolicyError(
            f"policy {name!r}: there is no run in {option!r}; python -m agents.games.stuka.improvement makes one, "
            "make distilled-mission and make distilled-operation make theirs and train with it"
        )
    try:
        improvement, network = read_improvement(folder / CONFIG_FILE), load_network(folder / GAINS_FILE)
        weights = load_weights(folder / VALUE_FILE)
    except ValueError as error:
        raise UnknownPolicyError(f"policy {name!r}: {error}") from None
    return ImprovedPolicy(
        name,
        improvement.choose,
        network=network,
        weights=weights,
        margin=improvement.margin,
        decisions=improvement.kinds,
        clones=improvement.gamble_clones,
    )


# --- the command ---


def run(options: argparse.Namespace) -> int:
    """Run the command. Return the exit status."""
    folder = improve(read_improvement(options.config, options.set), options.output)
    print(command_here("python", "evaluate.py", "--policies", "old_hand", f"improved@{folder}"))
    return 0
