"""From a script to a policy that is better than it, step by step, each kept in the run's folder.

``config.yaml`` is what was asked for; ``value.npz`` judges a Staffel; ``positions/`` has what choices are worth, a file
for so many positions; ``gains.pt`` is the network that learned from them; ``log.jsonl`` the figures of every step. What
is there is not done again, so that a run that was stopped goes on with the same command.
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

from agents.config_file import LARGEST_FILE, ConfigError, checked, config_text, override, read_file
from agents.config_parts import ConfigPart, Env
from agents.improvement.gain_network import GainNetwork, fit_gains, load_network, save_network
from agents.improvement.improved_policy import ImprovedPolicy
from agents.improvement.mission_starts import fly_starts
from agents.improvement.positions import Positions, are_positions, gather_positions
from agents.improvement.value_fit import fit_value, weights_of
from agents.planner.staffel_value import load_weights, new_judge, save_weights
from agents.registry import SCRIPTS, make_policy
from agents.rows import join_rows
from stuka_env.codes import Decision
from stuka_env.files import append_line, write_whole
from stuka_env.networks.structured import Sizes
from stuka_env.policy import Choose, UnknownPolicyError, import_object
from stuka_env.quoting import quoted
from stuka_env.reading import MIB, FileError, read_arrays, read_text
from stuka_env.shell import command_here

CONFIG, VALUE, POSITIONS, GAINS, LOG = "config.yaml", "value.npz", "positions", "gains.pt", "log.jsonl"
FILE_SIZE = 50_000
"""Positions in a file."""
LARGEST_POSITIONS = 256 * MIB
"""Bytes of such a file."""


class Improvement(ConfigPart):
    """What to improve on, and how hard to try."""

    name: str = Field(description="the folder of the run")
    script: str = Field(default="old_hand", description="a script's name")
    wars: list[Env] = Field(min_length=1, description="what is flown, all alike")
    seed: int = Field(default=0, ge=0, lt=1 << 31)
    missions: int = Field(default=12_000_000, ge=1, description="missions that teach the Staffel's value")
    positions: int = Field(default=2_000_000, ge=1, description="positions that teach the gains")
    held_out: int = Field(default=60_000, ge=1, description="of these, kept for the figures")
    rollouts: int = Field(default=8, ge=1, le=1024, description="clones of each choice in a position")
    card: int = Field(default=24, ge=1, description="numbers that stand for a card, as in a training's network")
    trunk: int = Field(default=128, ge=2, description="width of its layers")
    roster: bool = Field(default=False, description="as in a training's network")
    epochs: int = Field(default=2, ge=1)
    margin: float = Field(default=0.3, ge=0, description="points of mission score that a choice must be ahead")
    decisions: list[str] = Field(description="kinds of decision in which the script is improved on")
    gamble_clones: int = Field(
        default=0, ge=0, le=1024, description="clones that decide on a Rudel Gamble where the network is in doubt"
    )

    @property
    def kinds(self) -> list[Decision]:
        """The kinds of decision as codes."""
        return [Decision[name] for name in self.decisions]

    @property
    def choose(self) -> Choose:
        """The script."""
        return import_object(SCRIPTS[self.script])


def check_names(asked: Improvement, where: str) -> None:
    """Refuse names that stand for nothing; ``where`` is the file that has them.

    Raises:
        ConfigError: a script or a kind of decision is unknown.
    """
    if asked.script not in SCRIPTS:
        raise ConfigError(f"{where}: script: got {quoted(asked.script)}, allowed is {' or '.join(SCRIPTS)}")
    for name in asked.decisions:
        if name not in Decision.__members__:
            raise ConfigError(f"{where}: decisions: got {quoted(name)}, allowed is {' or '.join(Decision.__members__)}")


def read_improvement(path: Path, words: Sequence[str] = ()) -> Improvement:
    """The configuration in a file, with ``key=value`` words written over it.

    Raises:
        ConfigError: one line says what is wrong.
    """
    asked = checked(Improvement, override(read_file(path), list(words)), str(path))
    check_names(asked, str(path))
    return asked


def open_folder(asked: Improvement, output: Path) -> Path:
    """The run's folder: a new one, or one of the same configuration.

    Raises:
        ConfigError: it belongs to another configuration, or cannot be written.
    """
    folder, text = output / asked.name, config_text(asked)
    kept = folder / CONFIG
    if kept.exists() and _text_of(kept) != text:
        raise ConfigError(f"output: {folder} has another configuration, allowed is a new folder (--set name=...)")
    try:
        (folder / POSITIONS).mkdir(parents=True, exist_ok=True)
        write_whole(kept, text)
    except OSError as error:
        raise ConfigError(f"output: {folder} cannot be written ({error.strerror})") from None
    return folder


def _text_of(path: Path) -> str | None:
    """The text of a configuration; None if it is none."""
    try:
        return read_text(path, LARGEST_FILE)
    except FileError:
        return None


def note(folder: Path, step: str, figures: dict[str, Any]) -> None:
    """Add a line to the log, and print it."""
    tqdm.write(f"{step}: " + ", ".join(f"{name} {value:.5g}" for name, value in figures.items()))
    append_line(folder / LOG, json.dumps({"step": step, **figures}))


# --- the steps ---


def make_value(asked: Improvement, folder: Path) -> None:
    """Teach the Staffel's value, unless it is there."""
    if (folder / VALUE).exists():
        return
    scenarios = [env.read() for env in asked.wars]
    with tqdm(total=asked.missions, desc="missions", unit="mission", unit_scale=True) as bar:
        starts = join_rows(fly_starts(asked.choose, scenarios, asked.missions, asked.seed, bar.update))
    network = fit_value(starts, asked.seed, lambda figures: note(folder, "value", figures._asdict()))
    save_weights(weights_of(network), folder / VALUE)


def position_files(folder: Path) -> list[Path]:
    """The files of positions, as many as there are without a gap."""
    numbered = (folder / POSITIONS / f"{number:05}.npz" for number in range(1 << 30))
    return list(takewhile(Path.exists, numbered))


def make_positions(asked: Improvement, folder: Path) -> None:
    """Gather the positions that are still missing, file by file; each has wars of its own."""
    done, wanted = len(position_files(folder)), -(-asked.positions // FILE_SIZE)
    judge = new_judge(load_weights(folder / VALUE))
    scenarios, policy = [env.read() for env in asked.wars], make_policy(asked.script)
    with tqdm(total=wanted * FILE_SIZE, initial=done * FILE_SIZE, desc="positions", unit_scale=True) as bar:
        for number in range(done, wanted):
            seed = asked.seed * 100_000 + number
            parts, known = [], 0
            for found in gather_positions(scenarios, policy, asked.choose, judge, asked.rollouts, seed):
                parts.append(found)
                known += len(found.script)
                bar.update(len(found.script))
                if known >= FILE_SIZE:
                    break
            contents = io.BytesIO()
            np.savez(contents, **{name: array[:FILE_SIZE] for name, array in join_rows(parts)._asdict().items()})
            write_whole(folder / POSITIONS / f"{number:05}.npz", contents.getvalue())


def read_positions(folder: Path) -> Positions:
    """All positions of a run.

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


def held_out_of(asked: Improvement, positions: Positions) -> int:
    """How many of the positions, the last, the network does not learn from."""
    return min(asked.held_out, len(positions.script) // 2)


def make_gains(asked: Improvement, folder: Path) -> None:
    """Teach the gains, unless they are there."""
    if (folder / GAINS).exists():
        return
    torch.manual_seed(asked.seed)
    network = GainNetwork(Sizes(asked.card, asked.trunk, asked.roster))
    positions = read_positions(folder)
    held_out = held_out_of(asked, positions)
    with tqdm(desc="batches", unit="batch") as bar:
        fit_gains(
            network,
            positions,
            held_out,
            asked.epochs,
            asked.margin,
            asked.seed,
            lambda figures: note(folder, "gains", figures._asdict()),
            bar.update,
        )
    save_network(network, folder / GAINS)


def improve(asked: Improvement, output: Path) -> Path:
    """All steps; the run's folder.

    Raises:
        ConfigError: the folder cannot be used.
    """
    torch.set_num_threads(1)
    folder = open_folder(asked, output)
    make_value(asked, folder)
    make_positions(asked, folder)
    make_gains(asked, folder)
    return folder


# --- the policy that comes of it ---


def make_improved(name: str, option: str | None) -> ImprovedPolicy:
    """The policy of a run: ``improved@runs/FOLDER``.

    Raises:
        UnknownPolicyError: there is no such run, or it is not done; one line says which.
    """
    if option is None:
        raise UnknownPolicyError(f"policy {name!r}: allowed is improved@FOLDER, a run of python -m agents.improvement")
    folder = Path(option)
    if not (folder / CONFIG).is_file():
        raise UnknownPolicyError(
            f"policy {name!r}: there is no run in {option!r}; python -m agents.improvement makes one, "
            "make distilled-mission and make distilled-operation make theirs and train with it"
        )
    try:
        asked, network = read_improvement(folder / CONFIG), load_network(folder / GAINS)
        weights = load_weights(folder / VALUE)
    except ValueError as error:
        raise UnknownPolicyError(f"policy {name!r}: {error}") from None
    return ImprovedPolicy(name, asked.choose, network, weights, asked.margin, asked.kinds, asked.gamble_clones)


# --- the command ---


def run(given: argparse.Namespace) -> int:
    """Do it."""
    folder = improve(read_improvement(given.config, given.set), given.output)
    print(command_here("python", "evaluate.py", "--policies", "old_hand", f"improved@{folder}"))
    return 0
