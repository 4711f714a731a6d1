"""Games made from their declarations.

A game declares its records, codes and rules, and :func:`make_game` makes its record from them. Everything that the
house can derive is not asked for: the arrays, steps and kernels, the observation, arguments and set-ups, checks,
positions, sentences and log sheet. The rooms of play, pages and texts follow from the record too
(:mod:`stuka_env.building.rooms`), unless the game has rooms of its own.

An episode of a made game is one line of its log sheet, and its charts are the list of its rolls.
"""

import hashlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

from stuka_env.building.sheet import SheetMaker, SheetParts
from stuka_env.building.steps import MADE_PARTS, MadeLedger, make_steps
from stuka_env.building.table import MadeDice, MadeFault, MadeJournal, MadeLine, MadeTable, MadeTape, RollList
from stuka_env.building.war import MatChecks, PlanArguments, check_made_ledger, roll_list
from stuka_env.building.words import MadeWords, made_sentences, title_words
from stuka_env.compiling.observation_writing import Seen, make_writer
from stuka_env.declared.actions import Catalogue
from stuka_env.declared.arrays import WarKinds, make_arrays
from stuka_env.declared.labels import Labels
from stuka_env.declared.layouts import Layout, OneHot, Part, offset, one_hot_parts, record_parts
from stuka_env.declared.records import Record, block_of
from stuka_env.declared.sentences import entry_type
from stuka_env.declared.tape import TapeForm
from stuka_env.engine.binding import bind_rules
from stuka_env.engine.kernels import make_kernels
from stuka_env.game import (
    EngineParts,
    EnvParts,
    FlightParts,
    Game,
    LineNames,
    ReplayParts,
    StateForm,
    ViewParts,
)
from stuka_env.io.game_packages import PACKAGES
from stuka_env.position.blocks import MatValues


@dataclass(frozen=True, kw_only=True, eq=False)
class GameDeclaration:
    """The declarations of a made game: all that it must supply."""

    title: str
    """Its title."""
    codes: ModuleType
    """The codes: ``Decision`` with the questions, among them NONE and OVER; ``Act``; ``Chart`` with the rolls;
    ``Entry`` with the kinds of entry of the journal, among them CHOICE; ``Modifier`` with the sources of modifiers."""
    records: ModuleType
    """The records: ``Mat``, a block ``cursor`` with the open ``decision`` and blocks of the other records; ``Plan``,
    the war that is played, whose fields are the arguments of the environment; ``Score``, the score so far with ``over``
    and the points, which is also the result and the line of the log sheet."""
    rules: ModuleType
    """The rules: functions that are compiled, among them ``lay_out``, ``next_step``, ``is_legal`` and ``decide`` of
    :mod:`stuka_env.building.steps`."""
    sheet: SheetParts
    """The pieces of the mat and their words, from which its sheet is made."""
    summary: str
    """The rules in words, for a player who reads."""
    arguments: Mapping[str, str]
    """The default of each argument."""
    fewest: Mapping[str, int] = field(default_factory=dict)
    """The fewest words of arguments with several codes, where it is not 1: a war must begin with a decision."""
    points: str = "points"
    """The name of the points in the score so far."""
    unit: str = "point"
    """A point of the score."""
    line: str = "fight"
    """An episode in words."""
    gives_up: frozenset[int] = frozenset()
    """Actions that decline something; they are never the first to be proposed."""
    check: Callable[[MatValues], None] | None = None
    """A check of relations in a mat that the rules rely on; None if they rely on none."""
    rivals: tuple[str, ...] = ()
    """Names of policies that fly a player's war, the best last."""

    @property
    def mat(self) -> type[Record]:
        """The record of the mat."""
        return self.records.Mat

    @property
    def plan(self) -> type[Record]:
        """The record of the plan."""
        return self.records.Plan

    @property
    def score(self) -> type[Record]:
        """The record of the score so far."""
        return self.records.Score


def made_layout(mat: type[Record]) -> Layout:
    """Return the layout of the observation: every number of the mat, and one-hots of the codes of single blocks."""
    parts: dict[str, Part] = {}
    one_hots: list[OneHot] = []
    for block in mat.FIELDS:
        kind: Any = type(block.name, (Record,), {"dtype": block.dtype, "FIELDS": block.fields})
        count = block.shape[0] if block.shape else 1
        assert all(inner.dtype == np.int8 for inner in block.fields), f"{block.name}: a mat has numbers of one byte"
        parts.update(record_parts(block.name, kind, offset(mat.dtype, block.name), rows=count))
        if not block.shape:
            codes = [inner for inner in block.fields if inner.codes is not None and not inner.shape]
            one_hots += [OneHot(block.name, inner.name, inner.high + 1 - inner.low, inner.low) for inner in codes]
    parts.update(one_hot_parts(one_hots, mat.dtype.itemsize))
    return Layout(parts, tuple(one_hots))


def make_game(module: str, declared: GameDeclaration) -> Game:
    """Return the record of a game.

    Args:
        module: the ``__name__`` of the module ``game`` of the game's package, which keeps the record as ``GAME``.
        declared: its declarations.
    """
    package = module.rpartition(".")[0]
    name = package.rpartition(".")[2]
    ids = PACKAGES[name].ids
    assert len(ids) == 1, f"{name}: got {len(ids)} ids, a made game has one"
    mat, standing, codes = declared.mat, declared.score, declared.codes
    points = next(each for each in standing.FIELDS if each.name == declared.points)
    decisions, acts = codes.Decision, Catalogue(codes.Act)
    label = Labels(acts, {}, {}, lambda charts, name: int(charts[name])).plain
    bound = bind_rules(declared.rules.__name__, codes, mat=mat, table=MadeTable, faults=MadeFault)
    standing_block, plan_block = block_of(mat, standing), block_of(mat, declared.plan)
    none, over = decisions["NONE"], decisions["OVER"]
    charts = roll_list(codes.Chart)
    writer = make_writer(name, module, Seen(layout=made_layout(mat), mat=mat), MadeTable)
    arrays = make_arrays(
        WarKinds(
            writer=writer, dice=MadeDice, tape=MadeTape, charts=RollList, journal=MadeJournal, ledger=MadeLedger,
            result=standing, line=standing, most_lines=1, decisions=decisions, actions=len(acts.actions),
            plan=declared.plan,
        ),
        module,
    )  # fmt: skip
    rules = {rule: getattr(declared.rules, rule) for rule in ("lay_out", "next_step", "is_legal", "decide")}
    own_codes = {"NOTHING_OPEN": int(none), "OVER": int(over), "CHOICE": int(codes.Entry["CHOICE"])}
    names = {
        "ANSWERS": np.array([[one in act.decisions for act in acts.actions] for one in decisions], np.int8),
        "ACTIONS": len(acts.actions),
        "STANDING": standing_block,
        "POINTS": declared.points,
        "PLAN": plan_block,
    }
    parts = {"Mat": mat, "Plan": declared.plan, **rules, **own_codes, **names}
    steps = make_steps(module, bound.names | parts, standing)
    seed_key = tuple(int.from_bytes(hashlib.sha256(name.encode()).digest()[place : place + 4]) for place in (0, 4))
    kernels = make_kernels(name, arrays, steps, (seed_key[0], seed_key[1]), bound)
    entry = entry_type(module, MadeLine)
    sentences = made_sentences(entry, codes.Entry, codes.Chart, codes.Modifier, label)
    words = MadeWords(standing, declared.points, declared.unit, declared.line)
    arguments = PlanArguments(name, charts, declared.plan, declared.arguments, declared.fewest)
    sheet = SheetMaker(declared.title, mat, standing_block, declared.points, declared.unit, decisions, declared.sheet)
    checks = MatChecks(mat, plan_block, standing_block, int(over), declared.check)
    vars(sys.modules[module]).update({"SENTENCES": sentences, entry.__name__: entry})

    def earned(engine: Any) -> float:
        return float(engine.wars.mats[standing_block][declared.points][0])

    return Game(
        name=name,
        ids=ids,
        usual=ids[0],
        policy_group=f"stuka_env.policies.{name}",
        engine=EngineParts(
            kernels=kernels,
            arrays=arrays,
            state=StateForm(number=1, cut={"tapes": "values"}),
            tape=TapeForm(record=MadeTape, charts=codes.Chart, sides={one: one.dice for one in codes.Chart}),
            faults=MadeFault,
            log_lines=lambda wars, war: wars.mats[standing_block][war : war + int(wars.reports["line_index"][war])],
            check_mat=checks.check_mat,
            check_laid_out=checks.check_laid_out,
            check_ledger=check_made_ledger,
        ),
        envs=EnvParts(
            kinds=arrays.kinds,
            title=declared.title,
            without_choice=(int(none), int(over)),
            rewards=MADE_PARTS,
            names=LineNames(f"{declared.line}_index", f"{declared.line}s", f"{declared.line}s_ended"),
            read_war=arguments.read,
            charts_at=arguments.charts_at,
            arguments=arguments.described(),
            seed_key=(seed_key[0], seed_key[1]),
            make_setup=checks.make_setup,
            layouts={None: writer.seen.layout},
            line_dict=words.as_dict,
            result_dict=words.as_dict,
            label=lambda action, mat, charts: label(action),
            sentences=sentences,
        ),
        views=ViewParts(sheet=sheet, silhouettes=declared.sheet.silhouettes),
        flights=FlightParts(
            standing=standing,
            lines_of=lambda spec: 1,
            log_sheets=lambda wars: wars.mats[standing_block][:, None],
            standings=lambda wars: wars.mats[standing_block],
            scores=lambda results, spec: results[declared.points].astype(np.float64),
            score_range=lambda spec: (points.low, points.high),
            score_in_words=words.score,
        ),
        replays=ReplayParts(
            arguments_of=arguments.given_by,
            earned=earned,
            line_of=lambda mat: 0,
            action_name=lambda action: acts.verb_of(action).name,
            title=title_words,
            ending=words.ending,
            noun=declared.line,
        ),
        log_sheets=words.log_sheet(declared.title),
        declared=declared,
        make_room=_make_room,
    )


def _make_room(game: Game, name: str) -> Any:
    """Make the record of a room of a game. Its module imports the faces of games, which a war does not need."""
    from stuka_env.building.rooms import ROOMS

    return ROOMS[name](game)
