"""The tables of the leaderboard, a page for each game, from the entries in docs/leaderboard/.

``evaluate.py --track`` writes the entries. An entry with other wars, charts or rules than this package's is refused,
and one whose figures do not follow from its scores.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from agents.evaluation.entries import TRIVIAL_KIND, LeaderboardEntry, read_entry
from agents.evaluation.entry_checks import check_entry, rules_digest
from agents.evaluation.entry_fields import EntryError
from agents.evaluation.intervals import CONFIDENCE, Interval, interval, span, student_interval
from agents.evaluation.tables import numbered
from agents.evaluation.tracks import EvaluationTrack, TrackScenario
from agents.evaluation.way import Scores, share_of_way, wars_for_a_tenth
from agents.game_rooms import has_room, laboratory_of
from agents.games.stuka.evaluation.tracks import DURATION, TRACKS
from agents.learner_parts import learner_parts
from stuka_env.game import game_named, game_names
from stuka_env.play.parts import play_parts
from stuka_env.policy import NEUTRAL, RANDOM
from tools import DOCS
from tools.generated import LEFT, RIGHT, page_of, page_with, paragraph, table

ENTRIES = DOCS / "leaderboard"
TRACKS_ROOM = "evaluation.tracks"
"""The room of a game with its tracks."""
FORM = ".2f"
FEW_WARS = 200
"""Number of wars below which a rare large difference may not have occurred yet (:func:`few_wars_interval`)."""
IMAGINED: Mapping[str, float] = {
    "Stuka/Mission-v0": 10.0,
    "Stuka/Operation-v0": 10.0,
    "Stuka/Campaign-v0": 10.0,
    "Interceptor/Sortie-v0": 1.0,
    "Interceptor/Month-v0": 2.0,
    "Interceptor/Career-v0": 10.0,
    "Wing/Campaign-v0": 30.0,
}
"""Distance in points of two imagined wars from the mean, one on each side, by the environment."""
COVERAGE = {
    "Stuka/Mission-v0": "how-certain-a-difference-is",
    "Interceptor/Career-v0": "how-certain-differences-of-careers-and-sorties-are",
}
"""Sections of the page of clients with the measured coverage of intervals, by the environment."""
CHARTS_TEXT = """ The 64 sets of charts are the [bank's](charts.md#other-plausible-charts) for evaluation, the same set
in the same war for every policy. No set for training or selection is among them. Train on `charts="random"` and choose
on `charts="random-selection"`. A policy that was tuned with a look at the sets for evaluation is not a fair entry. An
agent that was trained under one set of charts flies here too, under charts unknown to it."""


class Board(NamedTuple):
    """The leaderboard of a game."""

    game: str
    page: Path
    charts_page: str
    """Page of its charts in the same folder."""
    tracks: Mapping[str, EvaluationTrack]
    baseline: str
    """Policy that every entry is compared with, war by war."""
    wars: Callable[[EvaluationTrack], str]
    """Return the wars of a track in words."""
    noun: Callable[[EvaluationTrack], str]
    """Return the wars of a track as a noun."""
    longest: str
    """Its longest wars, of which the digest of the rules is made, in words."""
    unit: str
    """Unit of the score."""
    ladder: tuple[str, ...] = ()
    """Scripts that every entry on a track of few wars is compared with, the weakest first."""
    neutral: str = "takes the first option that does not refuse"
    """The play of the neutral policy in words."""

    def few_text(self, track: EvaluationTrack) -> str:
        """Return the text above the differences on a track of few wars."""
        noun, imagined = self.noun(track), numbered(int(IMAGINED[track.headline.env]), self.unit)
        section = COVERAGE.get(track.headline.env)
        measured = "" if section is None else f" [Their coverage](clients.md#{section}) was measured."
        return (
            "The differences to the scripts of the ladder. Brackets after differences are 95 % intervals of Student's "
            f"t for the difference over all such {noun}. `{NEUTRAL}` {self.neutral}. The squares of two imagined "
            f"{noun}, {imagined} from the mean on either side, are added.{measured}"
        )


def _wars_of_operations(track: EvaluationTrack) -> str:
    """Return the wars of a track of the first game in words."""
    wars = ", ".join(
        f"{each.wars:,} wars of {each.title if each.name != 'campaign' else 'all three operations in a row'}"
        for each in track.scenarios
    )
    return f"{DURATION} duration, {wars}"


def _episodes(track: EvaluationTrack) -> str:
    """Return the noun of the wars of a track with one kind of wars."""
    return track.headline.title.lower()


def _numbered_episodes(track: EvaluationTrack) -> str:
    """Return the wars of a track with one kind of wars in words."""
    return f"{track.headline.wars:,} {_episodes(track)}"


def plain_board(game: str) -> Board:
    """Return the leaderboard of a game whose tracks have one kind of wars each, from its declarations."""
    tracks = laboratory_of(game, TRACKS_ROOM).TRACKS
    longest = next(track for track in tracks.values() if track.headline.env == game_named(game).usual)
    return Board(
        game=game,
        page=page_of(game, "leaderboard"),
        charts_page=page_of(game, "charts").name,
        tracks=tracks,
        baseline=learner_parts(game).yardsticks[0],
        wars=_numbered_episodes,
        noun=_episodes,
        longest=_episodes(longest),
        unit=play_parts(game).unit,
    )


STUKA_BOARD = Board(
    game="stuka",
    page=DOCS / "leaderboard.md",
    charts_page="charts.md",
    tracks=TRACKS,
    baseline="old_hand",
    ladder=("random", "random_flyer", "doctrine", NEUTRAL, "kette", "old_hand", "champion"),
    neutral="flies three aircraft and takes the first option that does not refuse",
    wars=_wars_of_operations,
    noun=lambda track: "missions" if track.headline.env == "Stuka/Mission-v0" else "campaigns",
    longest="campaigns",
    unit="point",
)
CAREER_BOARD = plain_board("interceptor")._replace(
    baseline="veteran",
    ladder=("random", NEUTRAL, "random_flyer", "careful", "by_the_book", "veteran", "champion"),
)
WING_BOARD = plain_board("wing")._replace(ladder=(RANDOM, NEUTRAL, "cautious", "by_the_book", "best"))
OWN_BOARDS = {board.game: board for board in (STUKA_BOARD, CAREER_BOARD, WING_BOARD)}
"""The leaderboards that say more than the declarations of their game."""
BOARDS = tuple(OWN_BOARDS.get(name) or plain_board(name) for name in game_names() if has_room(name, TRACKS_ROOM))


# --- entries ---


def read_entries(folder: Path) -> list[LeaderboardEntry]:
    """Return all entries of a folder, checked.

    Raises:
        EntryError: a file is not in order, or a policy is on a track twice.
    """
    entries: dict[tuple[str, str], LeaderboardEntry] = {}
    for path in sorted(folder.glob("*.json")):
        entry = read_entry(path)
        place = (entry.track, entry.policy)
        if place in entries:
            raise EntryError(f"{path}: policy: got {entry.policy!r}, which is already on track {entry.track}")
        if entry.seal is not None:
            raise EntryError(f"{path}: seed: got {entry.seed!r}, allowed on the page are public wars")
        try:
            check_entry(entry)
        except EntryError as error:
            raise EntryError(f"{path}: {error}") from None
        entries[place] = entry
    return list(entries.values())


def ranked(entries: Sequence[LeaderboardEntry], track: EvaluationTrack) -> list[LeaderboardEntry]:
    """Return the entries of a track, the best first, by adjusted scores.

    Plain and adjusted scores differ by the luck of the track's wars, so one order has scores of one kind.
    """
    own = [entry for entry in entries if entry.track == track.name]
    return sorted(own, key=lambda entry: (-entry.headline.adjusted.mean, entry.policy))


# --- tables ---


def scored(entry: LeaderboardEntry, scenario: TrackScenario) -> str:
    """Return a cell with a mean score and its interval; bold if the interval is the narrower one."""
    scores = entry.scenarios[scenario.name]
    words = span(scores.score._asdict(), FORM)
    return f"**{words}**" if scores.is_plain_sharper else words


def adjusted(entry: LeaderboardEntry, scenario: TrackScenario) -> str:
    """Return a cell with a mean luck-adjusted score and its interval."""
    return span(entry.scenarios[scenario.name].adjusted._asdict(), FORM)


def few_wars_interval(values: NDArray[np.float64], imagined: float) -> Interval:
    """Return the mean of a number for each war, ``(N,)``, with its 95 % interval by Student's t.

    The squares of two imagined wars are added to those of the wars. Without them the bounds of two policies that differ
    in few wars would be too narrow.

    Args:
        values: the numbers.
        imagined: distance of the imagined wars from the mean.
    """
    return student_interval(values, 2 * imagined**2, float(stats.t.ppf((1 + CONFIDENCE) / 2, len(values) - 1)))


def interval_of_mean(values: NDArray[np.float64], env: str) -> Interval:
    """Return the mean of a number for each war of an environment, ``(N,)``, with the interval that suits so many."""
    return interval(values) if len(values) >= FEW_WARS else few_wars_interval(values, IMAGINED[env])


def difference(entry: LeaderboardEntry, baseline: LeaderboardEntry | None, scenario: TrackScenario) -> str:
    """Return a cell with the difference of the adjusted scores to the baseline's in the same wars."""
    if baseline is None or entry is baseline:
        return "-"
    own, other = (one.scenarios[scenario.name].adjusted_scores() for one in (entry, baseline))
    return span(interval_of_mean(own - other, scenario.env)._asdict(), f"+{FORM}")


def name_of(entry: LeaderboardEntry) -> str:
    """Return a cell with the policy, its link, its author, and the mark of many forced answers."""
    words = f"`{entry.policy}`" if entry.link is None else f"[`{entry.policy}`]({entry.link})"
    mark = "" if entry.language_model is None else entry.language_model.mark
    return ", ".join(filter(None, (words, entry.author, mark)))


def decisions_of(entry: LeaderboardEntry) -> str:
    """Return a cell with the number of decisions that a learner learned from."""
    if entry.kind != "learner":
        return "-"
    return "unknown" if entry.decisions_seen is None else f"{entry.decisions_seen:,}"


class Way(NamedTuple):
    """The way from ``random`` to the best script of a track."""

    chance: Scores
    """Adjusted scores of ``random``."""
    best: Scores
    """Those of the best script."""

    def cells(self, entry: LeaderboardEntry, baseline: LeaderboardEntry | None) -> tuple[str, str]:
        """Return the cells of an entry: its share of the way, and the wars that a tenth of the way needs."""
        own = entry.headline.adjusted_scores()
        share = share_of_way(own, self.chance, self.best)
        is_pair = baseline is not None and baseline is not entry
        wars = wars_for_a_tenth(own, baseline.headline.adjusted_scores(), *self) if baseline and is_pair else None
        words = "-" if share is None else f"{share.mean:.0f} % [{share.low:.0f}, {share.high:.0f}]"
        return words, "-" if wars is None else f"{wars:,}"


def way_of(track: EvaluationTrack, own: Sequence[LeaderboardEntry]) -> Way | None:
    """Return the way of a track; None for a track that states no shares, or without these two scripts."""
    found = {entry.policy: entry.headline.adjusted_scores() for entry in own}
    if not track.best or not {RANDOM, track.best} <= found.keys():
        return None
    return Way(found[RANDOM], found[track.best])


def row(rank: int, entry: LeaderboardEntry, baseline: LeaderboardEntry | None, way: Way | None) -> tuple[str, ...]:
    """Return a row of a track's table."""
    headline = entry.flown.headline
    return (
        str(rank) if entry.flown.ranks else "-", name_of(entry), entry.kind, scored(entry, headline),
        adjusted(entry, headline), *(way.cells(entry, baseline) if way else ()),
        difference(entry, baseline, headline), decisions_of(entry), entry.date, entry.version,
    )  # fmt: skip


def by_scenario(
    board: Board, track: EvaluationTrack, own: Sequence[LeaderboardEntry], baseline: LeaderboardEntry | None
) -> list[str]:
    """Return a table of the scenarios that do not rank, or nothing if there are none."""
    others = track.scenarios[1:]
    if not others or not own:
        return []
    head = [
        "policy",
        *(word for each in others for word in (f"{each.title}, adjusted", f"difference to `{board.baseline}`")),
    ]
    rows = [
        [f"`{entry.policy}`"]
        + [word for each in others for word in (adjusted(entry, each), difference(entry, baseline, each))]
        for entry in own
    ]
    return [
        "The same entries in the track's other scenarios:",
        "",
        *table(head, rows, [LEFT, *[RIGHT] * (len(head) - 1)]),
    ]


# --- tracks of few wars ---


def by_ladder(board: Board, track: EvaluationTrack, own: Sequence[LeaderboardEntry]) -> list[str]:
    """Return a table of the differences to the scripts of the ladder, or nothing on a track of many wars."""
    own = [entry for entry in own if entry.kind != TRIVIAL_KIND]
    if track.headline.wars >= FEW_WARS or not own:
        return []
    rungs = {entry.policy: entry for entry in own}
    head = ["policy", *(f"to `{name}`" for name in board.ladder)]
    rows = [
        [f"`{entry.policy}`", *(difference(entry, rungs.get(name), track.headline) for name in board.ladder)]
        for entry in own
    ]
    return [*paragraph(board.few_text(track)), *table(head, rows, [LEFT, *[RIGHT] * len(board.ladder)])]


CAUSES = {
    "no_form": "form",
    "illegal_now": "illegal now",
    "never_legal": "never legal",
    "filtered": "filter",
    "cut": "cut",
}
"""Columns of the causes of refused answers, by the figure."""


def usage_row(entry: LeaderboardEntry) -> list[str]:
    """Return a row with the figures of a language model."""
    figures, wars = entry.language_model, entry.flown.headline.wars
    assert figures is not None
    cost = "-" if figures.cost is None else f"{figures.cost:.2f}"
    share = figures.forced / max(1, figures.questions)
    unforced = "-" if figures.unforced_score is None else f"{figures.unforced_score:.2f} ({figures.unforced_wars})"
    read, written = (f"{tokens / wars:,.0f}" for tokens in (figures.prompt_tokens, figures.reply_tokens))
    return [
        f"`{entry.policy}`",
        *(f"{count:,}" for count in (figures.calls, figures.refusals)),
        *(f"{getattr(figures, name):,}" for name in CAUSES),
        f"{figures.forced:,} ({share:.1%})".replace("%", " %"),
        f"{entry.headline.score.mean:.2f}",
        unforced,
        f"{figures.neutral_score:.2f}",
        read,
        written,
        "-" if figures.seconds_a_call is None else f"{figures.seconds_a_call:.2f}",
        cost,
    ]


def by_usage(own: Sequence[LeaderboardEntry]) -> list[str]:
    """Return a table of the calls, tokens, times and costs of language models, or nothing without any."""
    rows = [usage_row(entry) for entry in own if entry.language_model is not None]
    head = (
        "model",
        "calls",
        "refused",
        *CAUSES.values(),
        "forced",
        "score with forced answers",
        "without (wars)",
        f"`{NEUTRAL}` in the same wars",
        "tokens read in a war",
        "written in a war",
        "seconds of a call",
        "cost of all wars",
    )
    return table(head, rows, [LEFT, *[RIGHT] * (len(head) - 1)]) if rows else []


# --- the page ---


def track_text(board: Board, track: EvaluationTrack) -> str:
    """Return a description of a track."""
    ranks = f". The rank is that on {track.headline.title}" if len(track.scenarios) > 1 else ""
    drawn = f'`charts="{track.headline.charts}"`, ' if track.headline.charts else ""
    version = f" Version {track.version} of the texts." if track.version > 1 else ""
    return (
        f"`--track {track.name}`: `{track.headline.env}`, {drawn}{board.wars(track)}{ranks}.{version} "
        f"Evaluation seed {track.seed}.{CHARTS_TEXT if track.headline.charts else ''}"
        f"{way_text(board, track) if track.best else ''}"
    )


def way_text(board: Board, track: EvaluationTrack) -> str:
    """Return the meaning of the shares of a track, and whether it ranks."""
    form, asked = track.form, ", ".join(f"`{name}`" for name in track.form.asked)
    few = f" The policy is asked {asked}; `{form.answered_by}` takes all other decisions." if form.asked else ""
    warm_up = "" if track.ranks else " A trivial player comes far here, so the track ranks nobody: it is a warm-up."
    return (
        f"{few}{warm_up} The share of the way is that from `{RANDOM}` to `{track.best}`, by adjusted scores in the "
        "same wars. *Wars for a tenth*: so many show a difference of a tenth of the way to "
        f"`{board.baseline}`. Players of the kind `{TRIVIAL_KIND}` know nothing of the game "
        "([which they are](language_models.md#trivial-players))."
    )


def track_part(board: Board, track: EvaluationTrack, entries: Sequence[LeaderboardEntry]) -> str:
    """Return the part of the page with one track."""
    own = ranked(entries, track)
    baseline = next((entry for entry in own if entry.policy == board.baseline), None)
    way = way_of(track, own)
    shares = ("share of the way", "wars for a tenth") if way else ()
    head = ("rank", "policy", "kind", "score", "adjusted", *shares, f"difference to `{board.baseline}`",
            "decisions learned from", "date", "version")  # fmt: skip
    sides = (RIGHT, LEFT, LEFT, *[RIGHT] * (len(head) - 5), LEFT, LEFT)
    rows = [row(rank, entry, baseline, way) for rank, entry in enumerate(own, 1)]
    lines = [
        "", *paragraph(track_text(board, track)), *(table(head, rows, sides) if rows else ["No entries yet.", ""]),
        *by_scenario(board, track, own, baseline), *by_ladder(board, track, own), *by_usage(own),
    ]  # fmt: skip
    return "\n".join(lines)


def digests(board: Board) -> str:
    """Return the part of the page with the digests of charts and rules."""
    first, *_ = board.tracks.values()
    drawn = [
        f" The digest of the sets of the track `{track.name}`, with their draw, is `{track.charts_digest()}`."
        for track in board.tracks.values()
        if track.headline.charts
    ]
    text = (
        f"The charts are [reconstructions]({board.charts_page}), so a score is one under these: "
        f"SHA-256 `{first.charts_digest()}`.{''.join(drawn)} The digest of the rules, `{rules_digest(board.game)}`, is "
        f"made of the results of some random {board.longest}."
    )
    return "\n".join(["", *paragraph(text)])


def page(folder: Path = ENTRIES, board: Board = STUKA_BOARD) -> str:
    """Return the text of the page of a board.

    Raises:
        EntryError: an entry is not in order.
    """
    entries = read_entries(folder)
    tracks = {name: partial(track_part, board, track, entries) for name, track in board.tracks.items()}
    return page_with(board.page, {**tracks, "digests": partial(digests, board)})


PAGES = {board.page: partial(page, board=board) for board in BOARDS}
