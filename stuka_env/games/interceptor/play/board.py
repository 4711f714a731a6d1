"""The mat for a terminal of any width, in colour: :mod:`stuka_env.games.interceptor.drawing.text`, laid out by Rich."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from stuka_env.games.interceptor.codes import Decision, Over, Presence, Scale
from stuka_env.games.interceptor.drawing import text
from stuka_env.games.interceptor.play.results import career_ends
from stuka_env.games.interceptor.words.entry import JournalEntry
from stuka_env.games.interceptor.words.translation import worth_reading
from stuka_env.play.ending import score_words
from stuka_env.play.layout import named_paragraph, struck, two_columns
from stuka_env.play.war import War

BOARD_STROKES = (
    (r"\b(?:jammed|out|LEAK|damaged|lightly wounded|absent)\b", "yellow"),
    (r"\b(?:seriously wounded|killed|destroyed|tailed|engine \d: \d hits?|engine: \d hits?)\b", "bold red"),
    (r"\b(?:port wing|starboard wing|airframe|tail|controls) \d/\d\b", "bold dark_orange"),
    (r"\b(?:tailing|advantaged|out of the sun|agile)\b", "bright_green"),
    (r"\bdisadvantaged\b", "bold dark_orange"),
    (r"\bfirepower \d+\b|\bspeed \d+\b", "bold"),
)
"""Patterns that are coloured wherever they occur, with their styles; a later one paints over an earlier one."""
HERE = "reverse bold"
"""Style of the own place on the track."""
AT_HOME = (
    Decision.TRACK, Decision.AIRCRAFT, Decision.SERIES, Decision.ZONE, Decision.SKILL, Decision.DEBRIEF,
    Decision.GUNNER,
)  # fmt: skip
"""Decisions on the ground, before a raid or after the landing."""
CARD_NAMES = {"own": "Your card", "enemy's": "Enemy card", "wingman's": "Wing card", "gunner's": "Gunner card"}
"""Names of the cards on the table, by the words of the mat as text."""
BOXES = re.compile(r", boxes [\d\[\] ]*\d\]?")
OPPONENTS = ("Bomber", "Enemy")
"""Paragraphs about the enemy that is fought."""


def coloured(words: str) -> Text:
    """Return a sentence with its marks in colour."""
    return struck(words, BOARD_STROKES)


def head_of(war: War) -> Text:
    """Return one line: the kind of episode, its time, the bombers so far, and their level but for a sortie."""
    mat, charts = war.mat, war.charts
    words = re.split(" {3,}", text.heading(mat, charts)[0].removeprefix("INTERCEPTOR ACE").strip())
    if war.scale == Scale.SORTIE:
        words[-1] = score_words(war) if war.over else words[-1].partition(":")[0]
    if mat["career"]["over"] != Over.RUNNING:
        words[-1] = f"over: {words[-1]}"
    return Text(" INTERCEPTOR ACE  ", "bold") + Text("   ".join(words))


def is_under_way(mat: Any) -> bool:
    """Whether a raid is to be met or fought; after the landing it is over."""
    return bool(mat["sortie"]["raid"] and mat["cursor"]["decision"] not in AT_HOME and not mat["career"]["over"])


def endurance_track(mat: Any) -> tuple[Text, Text]:
    """Return the endurance track: the field and the boxes from that of the raid on, with the own place marked."""
    sortie = mat["sortie"]
    track = Text()
    here = int(sortie["box"])
    track.append("▶ field" if not here else "field", HERE if not here else "")
    for box in range(int(sortie["entry"]), int(sortie["last_box"]) + 1):
        track.append(" ── ", "dim")
        track.append(f"▶ box {box}" if box == here else f"box {box}", HERE if box == here else "")
    if sortie["homeward"]:
        track.append("   must fly home", "bold red")
    return Text("Track", "bold"), track


def paragraphs(lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return the named paragraphs of some lines of the mat as text, each with its words unwrapped."""
    grouped: list[list[str]] = []
    for line in lines:
        if line.startswith(" ") and grouped:
            grouped[-1].append(line)
        else:
            grouped.append([line])
    return [named_paragraph(group) for group in grouped]


def shown(lines: Sequence[str]) -> list[tuple[Text, Text]]:
    """Return named paragraphs as rows of two columns, those about the enemy with their names in red."""
    return [
        (Text(name, "bold red" if name in OPPONENTS else "bold"), coloured(words)) for name, words in paragraphs(lines)
    ]


def cards_on_table(mat: Any, charts: Any) -> list[tuple[Text, Text]]:
    """Return the cards that lie face up, a row each, and the number of cards left."""
    left = f"{int((mat['deck']['drawn'] == 0).sum())} of {len(mat['deck']['drawn'])} cards left"
    rows = [(Text("Deck", "bold"), Text(left, "dim"))]
    for words in text.card_words(mat, charts):
        whose, _, card = words.partition(" card ")
        name = "Bomber card" if whose == "enemy's" and mat["bomber"]["present"] else CARD_NAMES[whose]
        rows.append((Text(name, "bold"), coloured(card)))
    return rows


def raid_lines(mat: Any, charts: Any) -> list[str]:
    """Return the raid, without the boxes, which the track shows."""
    return [BOXES.sub("", " ".join(line.strip() for line in text.sortie_lines(mat, charts)))]


def mat_of(war: War, width: int) -> RenderableType:
    """Return the mat of a war for a number of columns: the enemy, the own aircraft, then the people."""
    mat, charts = war.mat, war.charts
    top: list[tuple[Text, Text]] = []
    if is_under_way(mat):
        top += [*shown(raid_lines(mat, charts)), endurance_track(mat)]
        top += shown([*text.bomber_lines(mat, charts), *text.fighter_lines(mat, charts)])
        top += cards_on_table(mat, charts) if mat["sortie"]["airborne"] else []
    middle = shown([*text.aircraft_lines(mat, charts), *text.desk_lines(mat, charts)])
    low = shown([*text.pilot_lines(mat), *crew_lines(mat, charts), *text.career_lines(mat, charts)])
    low += [(Text("The end", "bold"), Text(words)) for words in career_ends(mat)]
    rows: list[tuple[Text, Text]] = []
    for block in (top, middle, low):
        rows += [*([(Text(), Text())] if rows and block else []), *block]
    return two_columns(rows)


def crew_lines(mat: Any, charts: Any) -> list[str]:
    """Return wingman and gunner; in the air no line for a wingman who is not there."""
    lines = text.crew_lines(mat, charts)
    is_alone = mat["sortie"]["airborne"] and mat["wingman"]["present"] == Presence.ABSENT
    return [line for line in lines if not (is_alone and line.startswith("Wingman"))]


def sentences(entries: Iterable[JournalEntry], most: int | None = None) -> Table:
    """Return the journal, or its last ``most`` sentences, each with the box of the aircraft."""
    readable = worth_reading(entries)
    rows = []
    for entry in readable if most is None else readable[max(0, len(readable) - most) :]:
        rows.append((Text(f"▶{entry.box}" if entry.box else "", "dim"), coloured(entry.text)))
    return two_columns(rows, 1)
