"""The desk: a page that lists many replays of a game, compares wars that several policies flew, and opens each replay.

The data of each replay is compressed and read when its row is opened, by the script of the page of replays. More
replays than fit on a page, and other games, get further pages.
"""

import csv
import io
import itertools
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from stuka_env.game import game_named
from stuka_env.io.files import write_whole
from stuka_env.io.reading import MIB, FileError, read_text
from stuka_env.replay import Flight, Moment, Replay
from stuka_env.views.words import capital
from stuka_env.watch import MOST_REPLAYS
from stuka_env.watch.data import page_data, war
from stuka_env.watch.pack import SheetPacker, Texts, packed
from stuka_env.watch.page import (
    WATCH_SCRIPTS,
    assemble,
    embedded,
    enclosed,
    function_of,
    in_order,
    policy,
    sheet_scripts,
    source,
    style,
    worded,
)
from stuka_env.watch.parts import watch_parts

MOST_LISTED = 200
"""Replays on one page, unless one war has more."""
MOST_BYTES = 29_000_000
"""Bytes of the replays of one page, which has at most 30 MB with its script; one war may have more."""
RESULTS_TABLE = "results.csv"
"""The table of an evaluation, in the folder of its replays or above it."""
HEAD_OF_LUCK = "luck"
"""Head of the column of luck in this table."""
MISSIONS_OF_A_REPLAY, DECIDED, CELLS_OF_A_MISSION = "missions", "decided", ("number", "name", "score")
"""Names in the data of a replay: its missions, what decided one, and what else the desk has of each."""
MOST_TABLE = 64 * MIB
"""Limit of the bytes of this table."""
DESK_STYLE = "desk.css"

Score = int | None
"""The official score; None of an unfinished war."""


class KnownLuck(NamedTuple):
    """The luck of a war in the table of an evaluation."""

    score: float
    decisions: int
    luck: float


def known_lucks(folder: Path) -> dict[tuple[str, str], KnownLuck]:
    """Return the luck of wars by policy and seed, from the table of an evaluation; empty without such a table."""
    try:
        rows = csv.DictReader(io.StringIO(read_text(folder / RESULTS_TABLE, MOST_TABLE)))
        lucks = {
            (row["member"] or row["policy"], row["seed"]): KnownLuck(
                float(row["score"]), int(row["decisions"]), float(row[HEAD_OF_LUCK])
            )
            for row in rows
        }
        return {war: known for war, known in lucks.items() if math.isfinite(known.luck)}
    except (FileError, csv.Error, KeyError, ValueError, TypeError):
        return {}


class ListedReplay(NamedTuple):
    """A replay on a desk."""

    row: dict[str, Any]
    """Its row, as the page has it."""
    game: str
    kind: str
    """Wars of one kind have scores that compare: their environment, its arguments and charts."""
    war: str
    """Seed, episode and options of the reset, which determine the dice of a war of its kind."""
    actions: tuple[int, ...]
    answers: Sequence[tuple[str, str]]
    """The name of the mission of each decision, and its answer in words."""
    nouns: dict[str, Any]
    packed: str
    """Its data for the page of replays, compressed."""

    @property
    def score(self) -> Score:
        """The official score; None of an unfinished war."""
        score: Score = self.row["score"]
        return score


def listed(name: str, flight: Flight, luck: float | None = None) -> ListedReplay:
    """Return a replay for a desk.

    Args:
        name: its name on the page, such as the path of its file.
        flight: its flight.
        luck: points that dice and cards brought; None if unknown.
    """
    texts, sheets, replay, spec = Texts(), SheetPacker(), flight.replay, flight.spec
    data = war(name, flight, texts, sheets)
    score, moments, missions = replay.score, flight.moments[: len(replay.actions)], data[MISSIONS_OF_A_REPLAY]
    words = texts.all()
    copied = ("name", "policy", "env", "setting", "seed", "episode", "score", "level", "outcome")
    row = {key: data[key] for key in copied} | {
        "luck": luck,
        "adjusted": None if luck is None or score is None else round(score - luck, 3),
        "decisions": len(replay.actions),
        DECIDED: decided_words(missions, words, watch_parts(spec.game).nouns(spec).mission),
        MISSIONS_OF_A_REPLAY: [
            [*(line[name] for name in CELLS_OF_A_MISSION), words[line[DECIDED]] if DECIDED in line else ""]
            for line in missions
        ],
    }
    settings = [replay.env, spec.codes(), replay.charts_sha256]
    return ListedReplay(
        row,
        spec.game,
        json.dumps(settings, default=str),
        json.dumps([replay.seed, replay.episode, replay.options, replay.revealed], default=str),
        replay.actions,
        [(flight.name_of_line(moment), _answer(moment)) for moment in moments],
        watch_parts(spec.game).nouns(spec)._asdict(),
        packed({"wars": [data], "texts": words, "sheets": sheets.constants()}),
    )


def decided_words(missions: Sequence[Mapping[str, Any]], texts: Sequence[str], noun: str) -> str:
    """Return what decided the mission with the most weight, with its name if there are several; "" without any."""
    most = max((line for line in missions if DECIDED in line), key=lambda line: float(line["weight"]), default=None)
    if most is None:
        return ""
    words = texts[most[DECIDED]]
    return words if len(missions) == 1 else f"{capital(noun)} {most['name']}: {words}"


def _answer(moment: Moment) -> str:
    return next((words for action, words in moment.legal if action == moment.action), "an illegal action")


# --- wars that several policies flew ---


def by_score(replays: Iterable[ListedReplay]) -> list[ListedReplay]:
    """Return replays by their score, the highest first; unfinished ones come last."""
    return sorted(replays, key=lambda one: in_order(one.score))


def wars_of(replays: Iterable[ListedReplay]) -> list[list[ListedReplay]]:
    """Return the replays of each war by their score, the wars in the order of their first replay."""
    wars: dict[tuple[str, str], list[ListedReplay]] = {}
    for one in replays:
        wars.setdefault((one.kind, one.war), []).append(one)
    return [by_score(replays) for replays in wars.values()]


def parting(one: Sequence[int], other: Sequence[int]) -> int | None:
    """Return the number of the first decision, from 0, at which two replays of a war differ; None if they are equal."""
    pairs = enumerate(itertools.zip_longest(one, other))
    return next((number for number, (own, others) in pairs if own != others), None)


def means(replays: Iterable[ListedReplay]) -> dict[tuple[str, str], float]:
    """Return the mean score of each policy in wars of each kind."""
    scores: dict[tuple[str, str], list[int]] = {}
    for one in replays:
        if one.score is not None:
            scores.setdefault((one.kind, one.row["policy"]), []).append(one.score)
    return {key: sum(values) / len(values) for key, values in scores.items()}


def upset(one: ListedReplay, rivals: Iterable[ListedReplay], mean: Mapping[tuple[str, str], float]) -> Score:
    """Return the points by which a replay beat a policy with a higher mean, the most of all; None if it beat none."""
    if one.score is None:
        return None
    usual = mean[one.kind, one.row["policy"]]
    lead = (
        one.score - other.score
        for other in rivals
        if other.score is not None and mean[other.kind, other.row["policy"]] > usual
    )
    most = max(lead, default=0)
    return most if most > 0 else None


def gap(replays: Sequence[ListedReplay]) -> Score:
    """Return the points between the two highest scores of a war; None without two finished replays."""
    scores = [one.score for one in replays if one.score is not None]
    return scores[0] - scores[1] if len(scores) > 1 else None


def partings(replays: Sequence[ListedReplay]) -> list[list[Any]]:
    """Return where each replay of a war but the first parts from the first.

    Each has the place of the replay in the war, the number of the decision from 1, and the name of its mission. The
    answers of the first and of this replay follow. The number is None for equal replays.
    """
    first, lines = replays[0], []
    for place, one in enumerate(replays[1:], 1):
        number = parting(first.actions, one.actions)
        if number is None:
            lines.append([place, None, "", "", ""])
            continue
        answers = [each.answers[number] if number < len(each.answers) else None for each in (first, one)]
        mission = next(answer[0] for answer in answers if answer)
        lines.append([place, number + 1, mission, *(answer[1] if answer else "the replay ends" for answer in answers)])
    return lines


# --- the pages ---


class DeskPage(NamedTuple):
    """A page of a desk: wars of one game."""

    game: str
    first: int
    """Number of its first war, from 1."""
    wars: list[list[ListedReplay]]

    @property
    def title(self) -> str:
        """The words of links to it."""
        last, title = self.first + len(self.wars) - 1, str(self.wars[0][0].nouns["title"])
        return f"{title}, {f'wars {self.first} to {last}' if last > self.first else f'war {self.first}'}"


def split(replays: Iterable[ListedReplay]) -> list[DeskPage]:
    """Return the pages of replays: each game for itself, no war on two pages."""
    games: dict[str, list[ListedReplay]] = {}
    for one in replays:
        games.setdefault(one.game, []).append(one)
    pages = []
    for game, all_of_game in games.items():
        rows = size = 0
        for number, war_replays in enumerate(wars_of(all_of_game), 1):
            num_bytes = sum(len(one.packed) for one in war_replays)
            if number == 1 or rows + len(war_replays) > MOST_LISTED or size + num_bytes > MOST_BYTES:
                pages.append(DeskPage(game, number, []))
                rows = size = 0
            pages[-1].wars.append(war_replays)
            rows, size = rows + len(war_replays), size + num_bytes
    return pages


class Desk:
    """The replays of a desk, which are added one by one."""

    def __init__(self) -> None:
        self.replays: list[ListedReplay] = []
        self.faults: list[str] = []
        """The files that are left out, each with the reason."""
        self._lucks: dict[Path, dict[tuple[str, str], KnownLuck]] = {}

    def add(self, path: Path, name: str, flight: Flight) -> None:
        """Add the replay of a file under a name."""
        self.replays.append(listed(name, flight, self._luck_of(path.parent, flight.replay)))

    def _luck_of(self, folder: Path, replay: Replay) -> float | None:
        """Return the luck of a replay from the table of its evaluation; None if no table has this war."""
        for place in (folder, folder.parent):
            if place not in self._lucks:
                self._lucks[place] = known_lucks(place)
            known = self._lucks[place].get((replay.policy_record.name, str(replay.seed)))
            if known and (known.score, known.decisions) == (replay.score, len(replay.actions)):
                return known.luck
        return None

    def pages(self, output: Path) -> dict[Path, str]:
        """Return the pages by their files: ``output``, and beside it ``NAME-2.html`` and so on."""
        pages, mean = split(self.replays), means(self.replays)
        files = [output, *(output.with_stem(f"{output.stem}-{number}") for number in range(2, len(pages) + 1))]
        links = [[path.name, one.title] for path, one in zip(files, pages, strict=True)]
        return {
            path: page_text(one, mean, self.faults, [[*link, link[0] == path.name] for link in links])
            for path, one in zip(files, pages, strict=True)
        }

    def write(self, output: Path) -> list[Path]:
        """Write all pages, each whole or not at all, and return their files.

        Raises:
            OSError: a page cannot be written.
        """
        return [write_whole(path, text) for path, text in self.pages(output).items()]


def desk_data(
    page: DeskPage, mean: Mapping[tuple[str, str], float], faults: Sequence[str], links: Sequence[Sequence[Any]]
) -> dict[str, Any]:
    """Return what a page shows before a replay is opened."""
    nouns: list[dict[str, Any]] = []
    rows: list[dict[str, Any]] = []
    wars = []
    for number, replays in enumerate(page.wars, page.first):
        places = range(len(rows), len(rows) + len(replays))
        wars.append({"number": number, "rows": list(places), "gap": gap(replays), "partings": partings(replays)})
        for one in replays:
            if one.nouns not in nouns:
                nouns.append(one.nouns)
            surprise = upset(one, replays, mean)
            rows.append(one.row | {"war": len(wars) - 1, "nouns": nouns.index(one.nouns), "upset": surprise})
    return {
        "rows": rows,
        "wars": wars,
        "nouns": nouns,
        "faults": list(faults),
        "links": list(links),
        "most": MOST_REPLAYS,
    }


def page_text(
    page: DeskPage, mean: Mapping[tuple[str, str], float], faults: Sequence[str], links: Sequence[Sequence[Any]]
) -> str:
    """Return one page of a desk.

    Args:
        page: its wars.
        mean: see :func:`means`.
        faults: the files that are left out.
        links: file and words of each page of the desk, and whether it is this one.
    """
    desk = desk_data(page, mean, faults, links)
    viewer = function_of([*sheet_scripts(), *map(source, WATCH_SCRIPTS)])
    code = enclosed([f"const watch = {viewer};", *map(source, ("draw.js", "unpack.js", "desk.js"))])
    look = style() + source(DESK_STYLE)
    _, _, body = source("page.html").partition("<body>")
    body = assemble(body.partition("</body>")[0], data="", script="")
    viewers = (f'<template id="viewer-{i}">{worded(body, nouns)}</template>' for i, nouns in enumerate(desk["nouns"]))
    replays = itertools.chain.from_iterable(page.wars)
    shared = page_data(page.game, game_named(page.game).envs.read_arguments(0)[0], [], Texts(), SheetPacker())
    return assemble(
        worded(source("desk.html"), desk["nouns"][0]),
        policy=policy(code, look),
        style=look,
        viewers="".join(viewers),
        script=code,
        replays="\n".join(
            f'<script type="text/plain" id="replay-{i}">{one.packed}</script>' for i, one in enumerate(replays)
        ),
        data=embedded(shared | {"nouns": desk["nouns"][0], "desk": desk}),
    )
