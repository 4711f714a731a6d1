"""Pages of a terminal: the log sheet."""

import itertools
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stuka_env.games.interceptor.play.results import AWARDS_IN_WORDS, FLOWN, line_result
from stuka_env.games.interceptor.words.wording import plural
from stuka_env.play.war import War

LOG_HEADS = ("line", "raid", "aircraft", "met", "bombers", "fighters", "damage", "wounds", "landing", "awards")
COUNT_FIELDS = ("met", "bombers", "fighters", "damaged", "wounds")
LOG_NOTE = (
    "met: enemy aircraft fought; damage: systems hit. A line that was not flown has the reason in place of an aircraft."
)


def log_sheet_view(war: War) -> Table:
    """Return the log sheet (4.3), the sortie lines of each month under its name."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    for name in LOG_HEADS:
        is_words = name in ("raid", "aircraft", "landing", "awards")
        table.add_column(name, justify="left" if is_words else "right", no_wrap=name != "awards")
    for month, sorties in itertools.groupby(war.lines, key=lambda line: line["month"]):
        table.add_row("", Text(month, "bold"))
        for sortie in sorties:
            table.add_row(*_row(sortie))
    return table


def _row(sortie: dict[str, Any]) -> list[Text]:
    """Return a line of the log sheet."""
    if sortie["status"] != FLOWN:
        return [Text(str(sortie["line"])), Text(sortie["raid"] or "", "dim"), Text(line_result(sortie), "dim")]
    awards = ", ".join(AWARDS_IN_WORDS[name] for name in sortie["awards"])
    return [
        Text(str(sortie["line"])),
        Text(str(sortie["raid"])),
        Text(str(sortie["aircraft"])),
        *(Text(str(sortie[name] or "-"), "bold" if name == "bombers" else "") for name in COUNT_FIELDS),
        Text(str(sortie["landing"])),
        Text(awards, "yellow"),
    ]


def record_view(war: War) -> RenderableType:
    """Return the page of the pilot's log sheet."""
    flown = sum(line["status"] == FLOWN for line in war.lines)
    if not war.lines:
        return Text("No sortie line has been used yet.")
    return Group(Text(f"{plural(flown, 'sortie')} flown", "bold"), "", log_sheet_view(war), "", Text(LOG_NOTE, "dim"))
