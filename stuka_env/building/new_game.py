"""The beginning of a game: one module that plays, with its project file."""

import keyword
import re
import sys
from pathlib import Path

from stuka_env.io.arguments import argument_error
from stuka_env.io.files import write_whole
from stuka_env.registration import game_names

NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")
"""Names of games, which are names of modules."""
FOLDER = "{}-game"
"""The folder of a game. It is no name of a module: Python would import the folder in the place of the module."""
MODULE = '''"""TITLE: press on for points, or stop in time. Each turn is a point; a low roll takes all."""

from stuka_env.building.game import GameDeclaration, make_game
from stuka_env.building.table import MadeTable
from stuka_env.declared.actions import Verb
from stuka_env.declared.codes import Code
from stuka_env.declared.journal import EntryCode, RollCode, entry, roll
from stuka_env.declared.records import Record, code, count, flag, nested, record
from stuka_env.engine.frame import ask, modify, note, succeeds
from stuka_env.engine.frame import roll as roll_dice

TURNS, LOST = 10, 4  # turns of a game, and the highest total that ends it with nothing


class Level(Code):
    EASY = "easy"
    HARD = "hard"


class Decision(Code):
    NONE = "nothing to decide"
    TURN = "whether to press on"
    OVER = "nothing: the game is over"


class Modifier(Code):
    LEVEL = "level"


class Act(Verb):  # each with the decision that it answers
    STOP = "stop", Decision.TURN
    PRESS_ON = "press on", Decision.TURN


class Chart(RollCode):
    DANGER = roll("turn", 6, 6, title="Danger", printed="", result=("all is well", "all is lost"))


class Entry(EntryCode):  # the sentences of the journal
    ROLL = entry("{roll}.")
    MODIFIER = entry("{modifier} on {roll}.", silent=True)
    CHOICE = entry("The choice: {choice}.")
    OVER = entry("The game is over.")


@record
class Plan(Record):  # the arguments of the environment
    level: int = code(Level, "level")


@record
class Cursor(Record):
    decision: int = code(Decision, "open decision")


@record
class Score(Record):  # also the result, and the line of the log sheet
    turn: int = count(TURNS, "turns so far")
    points: int = count(TURNS, "points")
    over: int = flag("the game is over")


@record
class Mat(Record):  # everything that a player sees
    plan: Plan = nested(Plan)
    cursor: Cursor = nested(Cursor)
    score: Score = nested(Score)


def lay_out(mat: Mat, table: MadeTable, plan: Plan) -> None:
    mat.score.turn = 0


def next_step(mat: Mat, table: MadeTable) -> None:
    if mat.score.turn == TURNS:
        end(mat, table)
    else:
        ask(mat, Decision.TURN)


def decide(mat: Mat, table: MadeTable, decision: int, action: int) -> None:
    if action == Act.STOP:
        end(mat, table)
        return
    hard = modify(mat, table, Chart.DANGER, Modifier.LEVEL, -int(mat.plan.level == Level.HARD))
    mat.score.turn += 1
    mat.score.points += 1
    if succeeds(table, roll_dice(mat, table, Chart.DANGER, mat.score.turn, hard) <= LOST):
        mat.score.points = 0
        end(mat, table)


def end(mat: Mat, table: MadeTable) -> None:
    mat.score.over = 1
    note(mat, table, Entry.OVER, 0, 0)


GAME = make_game(
    __name__,
    GameDeclaration(
        title="TITLE", ids=("ID",), summary=__doc__ or "", arguments={"level": "easy"}, line="game",
        gives_up=frozenset({Act.STOP}),
    ),
)  # fmt: skip
'''
PROJECT = """[project]
name = "stuka-NAME"
version = "1"
description = "TITLE, a game of stuka_env"
dependencies = ["stuka-env"]

[project.entry-points."stuka_env.games"]
"ID" = "NAME"

[tool.setuptools]
py-modules = ["NAME"]
"""


def write_game(name: str, folder: Path) -> list[Path]:
    """Write a game of one module and its project file into a new folder ``folder/NAME-game``; return the files.

    Raises:
        ValueError: the name is not allowed, or the folder exists or cannot be written.
    """
    if not NAME.fullmatch(name):
        raise argument_error("NAME", name, "small letters, digits and _, a letter first")
    if name in game_names():
        raise argument_error("NAME", name, f"a name that no installed game has: {', '.join(game_names())}")
    if keyword.iskeyword(name) or name in sys.stdlib_module_names:
        raise argument_error("NAME", name, "a name that is neither a word nor a module of Python")
    home = folder / FOLDER.format(name)
    title = name.replace("_", " ").capitalize()
    words = {"TITLE": title, "ID": f"{title.title().replace(' ', '')}/Game-v0", "NAME": name}
    files = {home / f"{name}.py": MODULE, home / "pyproject.toml": PROJECT}
    try:
        home.mkdir(parents=True)
        for file, text in files.items():
            write_whole(file, re.sub("TITLE|ID|NAME", lambda found: words[found[0]], text))
    except FileExistsError:
        raise argument_error("NAME", name, f"a name whose folder {home.name} does not exist in {folder}") from None
    except OSError as error:
        raise ValueError(f"--folder: {str(folder)!r} cannot be written ({error.strerror})") from None
    return list(files)
