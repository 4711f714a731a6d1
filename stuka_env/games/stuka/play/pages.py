"""Pages of a terminal: everybody's career, and the log sheet."""

import itertools

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stuka_env.games.stuka.codes import SEATS, Quality
from stuka_env.games.stuka.play.results import careers_of
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.careers import Career, fate_words, promotion_words
from stuka_env.play.war import War
from stuka_env.views.terminal import GRADE_STYLES

CAREER_HEADS = ("no.", "name", "level", "flown", "attacks Ø", "kills", "wounds", "lost", "stress", "fate")
CAREER_NOTE = (
    "attacks Ø: the mean score of his aircraft's attacks; lost: aircraft with him aboard; stress: the most he had.\n"
    "The names are invented; the rules know people by their numbers."
)


def _fate_and_promotions(career: Career) -> str:
    return "; ".join([fate_words(career), *promotion_words(career)])


def _career_row(career: Career) -> list[Text]:
    level = Quality(career.level).word
    number = f"G{career.person - SEATS}" if career.person > SEATS else f"P{career.person}"
    counts = (career.kills, career.wounds, career.shot_down, career.most_stress)
    return [
        Text(number, "bold"),
        Text(career.name),
        Text(level, GRADE_STYLES[career.level]),
        Text(str(len(career.flown))),
        Text("-" if career.average is None else f"{career.average:.1f}"),
        *(Text(str(count) if count else "-") for count in counts),
        Text(_fate_and_promotions(career), "" if career.until is None else "red"),
    ]


def careers_view(war: War) -> RenderableType:
    """Return one line for each career."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    for place, name in enumerate(CAREER_HEADS):
        table.add_column(name, justify="left" if place in (0, 1, 2, len(CAREER_HEADS) - 1) else "right")
    for career in careers_of(war):
        table.add_row(*_career_row(career), style="dim" if career.until is not None else "")
    return Group(table, "", Text(CAREER_NOTE, "dim"))


def log_sheet_view(war: War) -> Table:
    """Return the log sheet (8.7), the missions of each segment under its name."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    for name in ("mission", "target", "zone", "flew", "lost", "score", "level"):
        table.add_column(name, justify="left" if name in ("target", "level") else "right")
    first = int(war.mat["war"]["mission_of_war"]) - len(war.lines) + 1
    for segment, its_missions in itertools.groupby(enumerate(war.lines, first), key=lambda line: line[1]["segment"]):
        table.add_row("", Text(wording.segment_words(segment), "bold"))
        for number, mission in its_missions:
            target = f"{mission['size']} {mission['target']}".strip() if not mission["no_fly"] else "not flown"
            target += ", aborted" if mission["aborted"] else ""
            words = [mission[key] for key in ("zone", "sent", "lost", "score", "level")]
            table.add_row(*(Text(str(word)) for word in (number, target, *words)))
    return table
