"""Everybody's career, as a page over the game."""

from rich.console import Group
from rich.table import Table
from rich.text import Text

from stuka_env.codes import SEATS
from stuka_env.journal import wording
from stuka_env.journal.careers import Career, Careers, fate_words, promotion_words
from stuka_env.play.board import LEVELS
from stuka_env.play.dialogs import OverlayScreen
from stuka_env.play.war import War

HEADS = ("no.", "name", "level", "flown", "attacks Ø", "kills", "wounds", "lost", "stress", "fate")
NOTE = (
    "attacks Ø: the mean score of his aircraft's attacks; lost: aircraft with him aboard; stress: the most he had.\n"
    "The names are invented; the rules know people by their numbers."
)


def careers_of(war: War) -> list[Career]:
    """Everybody who has had a place of the roster in a war, as far as it has been played."""
    opening = war.played[0]
    careers = Careers(opening.crews, opening.before.mats[0])
    for played in war.played:
        careers.add(played.journal, played.missions)
    return careers.by_place()


def _rose(career: Career) -> str:
    """What became of him, and his promotions."""
    return "; ".join([fate_words(career), *promotion_words(career)])


def _row(career: Career) -> list[Text]:
    """His line."""
    level = wording.QUALITY_WORDS[career.level]
    number = f"G{career.person - SEATS}" if career.person > SEATS else f"P{career.person}"
    counts = (career.kills, career.wounds, career.shot_down, career.most_stress)
    return [
        Text(number, "bold"),
        Text(career.name),
        Text(level, LEVELS[level]),
        Text(str(len(career.flown))),
        Text("-" if career.average is None else f"{career.average:.1f}"),
        *(Text(str(count) if count else "-") for count in counts),
        Text(_rose(career), "" if career.until is None else "red"),
    ]


def careers_page(war: War) -> OverlayScreen:
    """Everybody's career in a line."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    for place, name in enumerate(HEADS):
        table.add_column(name, justify="left" if place in (0, 1, 2, len(HEADS) - 1) else "right")
    for career in careers_of(war):
        table.add_row(*_row(career), style="dim" if career.until is not None else "")
    return OverlayScreen("Crews", Group(table, "", Text(NOTE, "dim")))
