"""Games made from their declarations.

A game declares its records, codes and rules, and :func:`make_game` makes its record from them. The house derives
arrays, steps and kernels, the observation, and the forms of tapes and states. It also derives arguments and set-ups,
checks, positions, sentences and the log sheet. The rooms of play, pages and texts follow from the record too
(:mod:`stuka_env.building.rooms`), unless the game has rooms of its own.

Where a game has a reason, it declares the field of a part itself, in the mapping of that part: ``envs={"label": ...}``.
A test refuses a field that is the one which would be derived.
"""

import hashlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, get_type_hints

import numpy as np

from stuka_env.building.sheet import SheetMaker, SheetParts
from stuka_env.building.steps import MADE_PARTS, MadeLedger, make_steps
from stuka_env.building.table import MadeFault, MadeTable
from stuka_env.building.war import MatChecks, PlanArguments, ledger_check, roll_list
from stuka_env.building.words import MadeWords, made_sentences, title_words
from stuka_env.charts.draws import BankedWar
from stuka_env.charts.shown import ShownBank
from stuka_env.compiling.observation_writing import Seen, make_writer
from stuka_env.declared.actions import Catalogue
from stuka_env.declared.arrays import WarKinds, make_arrays
from stuka_env.declared.glossary import Glossary
from stuka_env.declared.labels import Labels
from stuka_env.declared.layouts import ObservationParts
from stuka_env.declared.log_sheet import in_words
from stuka_env.declared.records import Record, block_of
from stuka_env.declared.sentences import entry_type
from stuka_env.declared.tape import TapeForm
from stuka_env.engine.binding import WITHOUT_CHOICE, Bound, bind_rules
from stuka_env.engine.kernels import make_kernels
from stuka_env.game import (
    EngineParts,
    EnvParts,
    FlightParts,
    Game,
    LineNames,
    LogSheetParts,
    ReplayParts,
    StateForm,
    ViewParts,
)
from stuka_env.io.game_packages import PACKAGES
from stuka_env.position.blocks import MatValues, setup_maker
from stuka_env.registration import register_game

NO_TERMS = Glossary({}, {})
"""The glossary of a game that has none."""


@dataclass(frozen=True, kw_only=True, eq=False)
class GameDeclaration:
    """The declarations of a game: all that it must supply, and what it derives otherwise than the house.

    A game with chart files declares ``war``, a dataclass with its codes and arguments; another one ``arguments``.
    """

    title: str
    """Its title."""
    ids: tuple[str, ...] = ()
    """The ids of the environments of a game of one module, which registers itself."""
    codes: Any = None
    """The module of the codes; None for the one module of a game, as of records and rules. It has ``Decision`` with the
    questions, among them OVER, and ``Act``. It also has ``Chart`` with the rolls, ``Entry`` with the kinds of entry of
    the journal, among them CHOICE, and ``Modifier`` with the sources of modifiers."""
    records: Any = None
    """The module of the records. ``Mat`` has a block ``cursor`` with the open ``decision``, a block with the score so
    far, with ``over`` and the points, and other blocks. The fields of ``Plan``, the war that is played, are the
    arguments of the environment. ``Result`` and ``LogLine`` are the end and a line of the log sheet, unless the score
    is."""
    rules: Any = None
    """The rules: a package that binds them as ``RULES`` and has a ledger; or one module with ``lay_out``,
    ``next_step`` and ``decide`` of :mod:`stuka_env.building.steps`, and with ``is_legal`` if it forbids answers."""
    sheet: SheetParts | Callable[..., Any] = SheetParts()
    """The pieces of the mat and their words, from which its sheet is made; or a function that returns the sheet."""
    observed: ObservationParts | Seen = ObservationParts()
    """The observation; or all that its writer reads, in a game whose layout is its own."""
    hidden: str | None = None
    """The block of the mat with what the player cannot know. The rules then have ``count_arrangements`` and
    ``arrange_hidden`` (:mod:`stuka_env.engine.hidden`). None in a game that hides nothing but dice."""
    bank: ShownBank | None = None
    """The charts that wars can draw; None in a game without chart files."""
    number_of_rules: int = 1
    """Raised by each change of rules that leaves the ids."""
    seed_key: tuple[int, int] | None = None
    """Key of the hash that makes war seeds; None for one that follows from the name."""
    summary: str = ""
    """The rules in words, for a player who reads, in a game without a file ``summary.md``."""
    glossary: Glossary = NO_TERMS
    """The terms of the mat and of the journal with their meanings."""
    arguments: Mapping[str, str] = field(default_factory=dict)
    """The default of each argument that is a field of the plan."""
    fewest: Mapping[str, int] = field(default_factory=dict)
    """The fewest words of arguments with several codes, where it is not 1: a war must begin with a decision."""
    points: str = "points"
    """The name of the points in the score so far and in the result."""
    unit: str = "point"
    """A point of the score."""
    line: str = "fight"
    """A line of the log sheet in words."""
    nouns: tuple[str, ...] = ()
    """An episode of each id in words; empty if an episode is a line."""
    gives_up: frozenset[int] = frozenset()
    """Actions that decline something; they are never the first to be proposed."""
    check: Callable[[MatValues], None] | None = None
    """A check of relations in a mat that the rules rely on; None if they rely on none."""
    rivals: tuple[str, ...] = ()
    """Names of policies that fly a player's war, the best last."""
    war: type[BankedWar[Any]] | None = None
    """The war that is played, as a checked value, in a game with chart files."""
    state: Mapping[str, Any] = field(default_factory=dict)
    """Fields of :class:`stuka_env.game.StateForm` that are not derived."""
    tape: Mapping[str, Any] = field(default_factory=dict)
    """Fields of :class:`stuka_env.declared.tape.TapeForm` that are not derived."""
    engine: Mapping[str, Any] = field(default_factory=dict)
    """Fields of :class:`stuka_env.game.EngineParts` that are not derived; the next ones are of the other parts."""
    envs: Mapping[str, Any] = field(default_factory=dict)
    views: Mapping[str, Any] = field(default_factory=dict)
    flights: Mapping[str, Any] = field(default_factory=dict)
    replays: Mapping[str, Any] = field(default_factory=dict)
    log_sheets: LogSheetParts | None = None
    record: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the record itself, such as ``usual``."""

    @property
    def mat(self) -> type[Record]:
        """The record of the mat."""
        return self.records.Mat

    @property
    def plan(self) -> type[Record]:
        """The record of the plan."""
        return self.records.Plan

    @cached_property
    def score(self) -> type[Record]:
        """The record of the score so far: that of the block of the mat with ``over``."""
        blocks = [block for block in self.mat.FIELDS if any(inner.name == "over" for inner in block.fields)]
        if len(blocks) != 1:
            raise ValueError(f"records: got {len(blocks)} blocks of Mat with a field over, allowed is one, the score")
        (block,) = blocks
        return next(
            kind
            for kind in vars(self.records).values()
            if isinstance(kind, type) and issubclass(kind, Record) and getattr(kind, "dtype", None) == block.dtype
        )

    @property
    def episodes(self) -> tuple[str, ...]:
        """An episode of each id in words."""
        return self.nouns or (self.line,)

    @property
    def numbers_lines(self) -> bool:
        """Whether an episode has several lines of the log sheet: the score so far has the number of the open one.

        Its field has the name of a line, and so has the kind of entry that begins one.
        """
        return any(field.name == self.line for field in self.score.FIELDS)

    @property
    def log_line(self) -> type[Record]:
        """The record of a line of the log sheet."""
        return getattr(self.records, "LogLine", self.score)

    @cached_property
    def logged(self) -> int:
        """The lines of a log sheet on the mat; one line is the score."""
        line = self.log_line.dtype
        return next((block.shape[0] for block in self.mat.FIELDS if block.dtype == line and block.shape), 1)


class Maker:
    """The making of one game, part by part.

    Args:
        module: the ``__name__`` of the module ``game`` of the game's package, which keeps the record as ``GAME``.
        declared: its declarations.
    """

    def __init__(self, module: str, declared: GameDeclaration) -> None:
        package = module.removesuffix(".game")
        self.module, self.declared = module, declared
        self.name = package.rpartition(".")[2]
        self.codes, self.mat = declared.codes, declared.mat
        self.acts = Catalogue(self.codes.Act)
        self.block = block_of(self.mat, declared.score)
        self.over = int(self.codes.Decision["OVER"])
        self.without_choice = tuple(int(one) for one in self.codes.Decision if one.name in WITHOUT_CHOICE)
        self.bound = self._bound()
        self.words = MadeWords(declared.log_line, declared.points, declared.unit, declared.line)
        self.beside = get_type_hints(self.bound.names["Table"])
        self.seen = self._seen()

    def _bound(self) -> Bound:
        """Return the bound rules; those of one module are bound now."""
        rules: Any = self.declared.rules
        if not self.is_single:
            bound: Bound = rules.RULES
            return bound
        return bind_rules(rules.__name__, self.codes, mat=self.mat, table=MadeTable, faults=MadeFault)

    def _seen(self) -> Seen:
        """Return what the writer of observations reads."""
        observed = self.declared.observed
        if isinstance(observed, Seen):
            return observed
        scratch = {} if observed.derived is None else {"derived": observed.derived}
        return Seen(layout=observed.layout(self.mat), mat=self.mat, work_out=observed.work_out, scratch=scratch)

    @cached_property
    def is_single(self) -> bool:
        """Whether the rules are one module, so that the house makes the steps of a war."""
        return not hasattr(self.declared.rules, "RULES")

    @cached_property
    def ledger(self) -> Any:
        """The chapter with the ledger: its record ``Ledger``, and ``PARTS``, the named parts of the reward."""
        return next((chapter for chapter in self.bound.chapters if hasattr(chapter, "Ledger")), None)

    @property
    def result(self) -> type[Record]:
        """The record of the end of an episode: that of the records or of the ledger, or the score."""
        kind: type[Record] | None = getattr(self.declared.records, "Result", getattr(self.ledger, "Result", None))
        return self.declared.score if kind is None else kind

    @cached_property
    def seed_key(self) -> tuple[int, int]:
        """Key of the hash that makes war seeds."""
        digest = hashlib.sha256(self.name.encode()).digest()
        return self.declared.seed_key or (int.from_bytes(digest[:4]), int.from_bytes(digest[4:8]))

    @cached_property
    def label(self) -> Callable[[int], str]:
        """Return an action in words that needs no mat."""
        return Labels(self.acts, {}, {}, lambda charts, name: int(charts[name])).plain

    @cached_property
    def plan_arguments(self) -> PlanArguments:
        """The arguments of a game whose plan has a field for each."""
        declared = self.declared
        charts = roll_list(self.codes.Chart)
        return PlanArguments(self.name, charts, declared.plan, declared.arguments, declared.fewest)

    @cached_property
    def checks(self) -> MatChecks:
        """The checks that every game needs."""
        plan = block_of(self.mat, self.declared.plan)
        return MatChecks(self.mat, plan, self.block, self.over, self.declared.check)

    # --- the engine ---

    @cached_property
    def arrays(self) -> Any:
        """The arrays of wars."""
        declared, beside = self.declared, self.beside
        writer = make_writer(self.name, self.module, self.seen, self.bound.names["Table"])
        log, bank = beside.get("log"), declared.bank
        return make_arrays(
            WarKinds(
                writer=writer,
                **{name: beside[name] for name in ("dice", "tape", "charts", "journal")},
                ledger=MadeLedger if self.ledger is None else self.ledger.Ledger,
                result=self.result,
                line=declared.log_line,
                most_lines=declared.logged if log is None else log.dtype["lines"].shape[0],
                decisions=self.codes.Decision,
                actions=len(self.acts.actions),
                plan=declared.plan,
                also_stored={} if log is None else {"logs": log},
                bank=None if bank is None else lambda: bank.rows,
            ),
            self.module,
        )

    def steps(self) -> dict[str, Any]:
        """Return the steps of a war that the rules do not have."""
        if not self.is_single:
            return {"__name__": self.module}
        declared, codes = self.declared, self.codes
        names = ("lay_out", "next_step", "decide", "is_legal")
        parts = {rule: getattr(declared.rules, rule) for rule in names if hasattr(declared.rules, rule)}
        if missing := [rule for rule in names[:-1] if rule not in parts]:
            raise ValueError(f"rules: got no {' and no '.join(missing)}, allowed are {', '.join(names[:-1])}")
        parts |= {"Mat": self.mat, "Plan": declared.plan, "PLAN": block_of(self.mat, declared.plan)}
        parts |= {"NOTHING_OPEN": self.without_choice[0], "OVER": self.over, "CHOICE": int(codes.Entry["CHOICE"])}
        parts |= {"ANSWERS": self.acts.answers(codes.Decision), "ACTIONS": len(self.acts.actions)}
        parts |= {"STANDING": self.block, "POINTS": declared.points}
        return make_steps(self.module, self.bound.names | parts, declared.score)

    def engine_parts(self) -> dict[str, Any]:
        """Return the parts of the engine."""
        codes, bank = self.codes, self.declared.bank
        sequence: Any = self.bound.sequence
        steps = () if sequence is None else (*reversed(sequence.STEPS.values()), self.bound.names["write_mask"])
        cut = {"logs": "lines"} if "log" in self.beside else {}
        left_out = {} if bank is None else {"reports": ("charts",)}
        state: dict[str, Any] = {"number": 1, "cut": cut | {"tapes": "values"}, "left_out": left_out}
        sides = {one: one.dice for one in codes.Chart if one.dice and one.declared.is_planned}
        tape: dict[str, Any] = {"record": self.beside["tape"], "charts": codes.Chart, "sides": sides}
        parts = {
            "kernels": make_kernels(self.name, self.arrays, self.steps(), self.seed_key, self.bound),
            "arrays": self.arrays,
            "compiled_ahead": tuple(filter(callable, steps)),
            "state": StateForm(**state | dict(self.declared.state)),
            "tape": TapeForm(**tape | dict(self.declared.tape)),
            "check_ledger": ledger_check(self.arrays.kinds.ledger),
            "faults": getattr(codes, "Fault", MadeFault),
            "bank": bank,
            "hidden": self.declared.hidden,
        }
        if "log" not in self.beside:
            parts["log_lines"] = lambda wars, war: wars.mats[self.block][
                war : war + int(wars.reports["line_index"][war])
            ]
        if "check_mat" not in self.declared.engine:
            parts |= {"check_mat": self.checks.check_mat, "check_laid_out": self.checks.check_laid_out}
        return parts

    # --- the environments ---

    def env_parts(self) -> dict[str, Any]:
        """Return the parts of the environments."""
        declared, line = self.declared, self.declared.line
        parts = {
            "kinds": self.arrays.kinds,
            "title": declared.title,
            "without_choice": self.without_choice,
            "rewards": MADE_PARTS if self.ledger is None else self.ledger.PARTS,
            "names": LineNames(f"{line}_index", f"{line}s", f"{line}s_ended"),
            "seed_key": self.seed_key,
            "layouts": {None: self.seen.layout},
            "line_dict": lambda line, charts: in_words(line, declared.log_line),
            "result_dict": lambda result, charts: in_words(result, self.result),
            "label": lambda action, mat, charts: self.label(action),
        }
        war: Any = declared.war or self.plan_arguments
        parts |= {"read_war": war.read, "arguments": war.arguments}
        if declared.war is None:
            parts |= {"charts_at": war.charts_at, "spec_of": war.spec_of}
        else:
            parts |= {"charts_at": war.bank.charts_at, "spec_of": lambda codes, charts: war(charts=charts, **codes)}
        if "make_setup" not in declared.envs:
            parts["make_setup"] = setup_maker(self.mat, (block_of(self.mat, declared.plan),))
        if "sentences" not in declared.envs:
            parts["sentences"] = self._sentences()
        return parts

    def _sentences(self) -> Any:
        """Return the sentences of the journal."""
        codes, entry = self.codes, entry_type(self.module, self.beside["journal"].line)
        return made_sentences(entry, codes.Entry, codes.Chart, codes.Modifier, self.label)

    # --- the other parts ---

    def view_parts(self) -> dict[str, Any]:
        """Return the parts that show the mat."""
        declared, sheet = self.declared, self.declared.sheet
        if not isinstance(sheet, SheetParts):
            return {"sheet": sheet}
        maker = SheetMaker(
            declared.title, self.mat, self.block, declared.points, declared.unit, self.codes.Decision, sheet
        )
        return {"sheet": maker, "silhouettes": sheet.silhouettes}

    def flight_parts(self) -> dict[str, Any]:
        """Return the parts that flights of policies read."""
        declared, block = self.declared, self.block

        def score_range(spec: Any) -> tuple[int, int]:
            points = next(each for each in declared.score.FIELDS if each.name == declared.points)
            return points.low, points.high

        parts = {
            "standing": declared.score,
            "standings": lambda wars: wars.mats[block],
            "scores": lambda results, spec: results[declared.points].astype(np.float64),
            "score_range": score_range,
            "score_in_words": self.words.score,
            "lines_of": lambda spec: 1,
        }
        if "log" not in self.beside:
            parts["log_sheets"] = lambda wars: wars.mats[block][:, None]
        return parts

    def replay_parts(self) -> dict[str, Any]:
        """Return the parts that replays are made of."""
        declared, block = self.declared, self.block
        parts = {
            "arguments_of": self.plan_arguments.given_by if declared.war is None else declared.war.given,
            "earned": lambda engine: float(engine.wars.mats[block][declared.points][0]),
            "line_of": lambda mat: 0,
            "action_name": lambda action: self.acts.verb_of(action).name,
            "title": title_words,
            "ending": self.words.ending,
            "noun": declared.line,
        }
        if declared.numbers_lines:
            parts["line_of"] = lambda mat: max(0, int(mat[block][declared.line]) - 1)
            parts["name_of_line"] = lambda mat: str(mat[block][declared.line])
        return parts

    def game(self) -> Game:
        """Return the record."""
        declared, ids = self.declared, PACKAGES[self.name].ids
        parts: dict[str, Any] = {
            "usual": ids[-1],
            "policy_group": f"stuka_env.policies.{self.name}",
            "rules": declared.number_of_rules,
            "engine": EngineParts(**self.engine_parts() | dict(declared.engine)),
            "envs": EnvParts(**self.env_parts() | dict(declared.envs)),
            "views": ViewParts(**self.view_parts() | dict(declared.views)),
            "flights": FlightParts(**self.flight_parts() | dict(declared.flights)),
            "replays": ReplayParts(**self.replay_parts() | dict(declared.replays)),
            "log_sheets": declared.log_sheets or self.words.log_sheet(declared.title),
        }
        return Game(name=self.name, ids=ids, declared=declared, make_room=_make_room, **parts | dict(declared.record))


def make_game(module: str, declared: GameDeclaration) -> Game:
    """Return the record of a game.

    Args:
        module: the ``__name__`` of the module ``game`` of the game's package, or of the one module of a game. It keeps
            the record as ``GAME``. It gets the sentences and the type of their entries, for pickling.
        declared: its declarations.
    """
    if declared.codes is None:
        home = sys.modules[module]
        declared = replace(declared, codes=home, records=home, rules=home)
        register_game(module, str(home.__file__), declared.ids)
    game = Maker(module, declared).game()
    sentences = game.envs.sentences
    if sentences.__module__ == module:
        vars(sys.modules[module]).update({"SENTENCES": sentences, sentences.entry.__name__: sentences.entry})
    return game


def _make_room(game: Game, name: str) -> Any:
    """Make the record of a room of a game. Its module imports the faces of games, which a war does not need."""
    from stuka_env.building.rooms import ROOMS

    return ROOMS[name](game)
