"""Commentary of all games: its numbers and names are those of the mission, and other stories have other words."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest
from dogfight import codes

from stuka_env.declared.commentary import IN_SHORT, Comment, Commentary, Remark
from stuka_env.engine.engine import Engine
from stuka_env.engine.memory import copied
from stuka_env.game import game_named
from stuka_env.replay import Moment, fly
from stuka_env.watch.data import war
from stuka_env.watch.desk import decided_words, listed
from stuka_env.watch.pack import SheetPacker, Texts
from stuka_env.watch.parts import WarReader, watch_parts
from tests.support.playing import choose
from tests.support.replays import recorded
from tests.support.slow import slow

ENVIRONMENTS = {
    "stuka": "Stuka/Operation-v0",
    "interceptor": "Interceptor/Career-v0",
    "wing": "Wing/Campaign-v0",
    "support": "Support/Battle-v0",
}
SMALLEST = {"dogfight": "Dogfight/Fight-v0"}
"""The game that shows how to declare a commentary."""
LONGEST, FEWEST_DIFFERENT = 30, 26
"""Words of a sentence, and different commentaries among thirty missions with a decision."""
FEW, MANY = 30, 300
"""Missions that are read."""
NUMBER, NAME = re.compile(r"\d+"), re.compile(r"(?<=\s)\(?([A-Z][\w-]*)")
"""A number, and a word with a capital letter that does not begin a sentence."""


class Mission(NamedTuple):
    """A line of the log sheet with its journal and its commentary."""

    line: dict[str, Any]
    entries: list[Any]
    comment: Comment
    has_decision: bool


def random_moments(game: str, seed: int) -> tuple[Any, list[Moment]]:
    """Return the specification of a war that is played at random, and its moments without labels and passages."""
    parts, rng = game_named(game), np.random.default_rng(seed)
    spec, _ = parts.envs.read_arguments(parts.ids.index((ENVIRONMENTS | SMALLEST)[game]))
    engine, translator = Engine(1, spec, journal=True, penalty=0.0), parts.envs.sentences.translator(spec.charts)
    names, view, action, moments = None, engine.new_view(), np.zeros(1, np.int64), list[Moment]()
    if parts.replays.names is not None:
        names = parts.replays.names(seed, 0)
    engine.reset(view.buffers, [seed])
    while True:
        records = engine.drain_journal()
        translator.add(records)
        journal, over = translator.entries(len(records)), bool(engine.wars.reports["over"][0])
        if names is not None:
            journal, names = names.tell(journal)
        ended = engine.wars.ended["lines"][0, : int(engine.wars.reports["lines_ended"][0])]
        mat, lines = copied(engine.wars.mats)[0], [parts.envs.line_dict(line, spec.charts) for line in ended]
        action[0] = choose(engine.masks, rng)[0]
        decided, line = None if over else int(action[0]), parts.replays.line_of(mat)
        moments.append(Moment(len(moments), mat, journal, lines, line, "", [], decided, crews=names))
        if over:
            return spec, moments
        engine.step(action, view.buffers)


def read(spec: Any, moments: Sequence[Moment]) -> Iterator[tuple[WarReader, Moment]]:
    """Yield a reader after each moment of a war."""
    parts, begin = watch_parts(spec.game), moments[0]
    reader = parts.reader(spec, begin, parts.settled(begin.mat) - len(begin.lines))
    for moment in moments:
        reader.add(moment)
        yield reader, moment


@cache
def missions(game: str, least: int) -> list[Mission]:
    """Return at least so many missions that are played at random."""
    found: list[Mission] = []
    for seed in range(1, least):
        (spec, moments), ended = random_moments(game, seed), 0
        decided = {moment.line for moment in moments if moment.action is not None}
        for reader, moment in read(spec, moments):
            for line, comment in zip(moment.lines, reader.comments, strict=True):
                found.append(Mission(line, reader._by_line[ended], comment, ended in decided))
                ended += 1
        if len(found) >= least:
            return found
    raise AssertionError("too few missions")


def words_in(value: Any) -> Iterator[str]:
    """Yield the words of all values of a line."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from words_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words_in(inner)
    else:
        yield str(value)


def sources(mission: Mission) -> str:
    return " ".join([*words_in(mission.line), *(entry.text for entry in mission.entries)])


@pytest.mark.parametrize("game", ENVIRONMENTS)
@pytest.mark.parametrize("least", [FEW, slow(MANY)])
def test_numbers_and_names_are_those_of_the_mission(game: str, least: int) -> None:
    for mission in missions(game, least):
        known = sources(mission)
        numbers, names = set(NUMBER.findall(known)), set(re.findall(r"[\w-]+", known))
        for sentence in mission.comment.sentences:
            assert set(NUMBER.findall(sentence)) <= numbers, (sentence, known)
            assert set(NAME.findall(sentence)) <= names, (sentence, known)


@pytest.mark.parametrize("game", ENVIRONMENTS)
@pytest.mark.parametrize("least", [FEW, slow(MANY)])
def test_a_mission_with_a_decision_has_three_short_sentences(game: str, least: int) -> None:
    told = missions(game, least)
    assert {len(mission.comment.sentences) for mission in told if mission.has_decision} == {3}
    for sentence in (one for mission in told for one in mission.comment.sentences):
        assert len(sentence.split()) <= LONGEST and sentence.endswith(".") and "{" not in sentence, sentence
        assert sentence[0].isupper() or sentence[0].isdigit(), sentence


@pytest.mark.parametrize("game", ENVIRONMENTS)
def test_other_stories_have_other_sentences(game: str) -> None:
    told = [mission.comment.sentences for mission in missions(game, FEW) if mission.has_decision][:30]
    assert len(set(told)) >= min(FEWEST_DIFFERENT, len(told) - 4)
    assert len({sentences[1] for sentences in told}) > len(told) // 3


@pytest.mark.parametrize("env", ["Stuka/Segment-v0", "Interceptor/Month-v0", "Wing/Mission-v0"])
def test_debrief_strip_and_desk_have_it(env: str) -> None:
    flight, texts = fly(recorded(env)), Texts()
    comments: list[Comment] = []
    for reader, moment in read(flight.spec, flight.moments):
        comments += reader.comments
        own = {id(line): comment for line, comment in zip(moment.lines, reader.comments, strict=True)}
        for debrief in reader.debriefs():
            shown = [section.lines for section in debrief.sections if section.title == IN_SHORT]
            assert shown == ([] if debrief.line is None else [own[id(debrief.line)].sentences])
    lines = war("war", flight, texts, SheetPacker())["missions"]
    decided = [texts.all()[line["decided"]] for line in lines if "decided" in line]
    assert decided == [comment.deciding for comment in comments] and all(decided)
    most = max(comments, key=lambda comment: comment.weight)
    row = listed("war", flight).row
    assert row["decided"].endswith(most.deciding)
    assert [words for *_, words in row["missions"] if words] == decided


def test_the_debrief_of_a_battle_begins_with_it() -> None:
    *_, (reader, _) = read(*random_moments("support", 1))
    (title, sentences), *_ = reader.debrief()
    assert title == IN_SHORT and len(sentences) == 3 and "after turn 12 the battle stands at" in sentences[2]


# --- the language, with a game of one's own ---


def test_the_dogfight_declares_what_decided_it_and_what_it_cost() -> None:
    *_, (reader, moment) = read(*random_moments("dogfight", 1))
    (title, sentences), *_ = reader.debrief()
    lost = [entry for entry in reader._journal if entry.kind == codes.Entry.SHOT_DOWN]
    own = sum(entry.first < codes.SIDE for entry in lost)
    assert title == IN_SHORT and lost
    assert sentences[0].startswith(f"{codes.plane_words(lost[0].first).capitalize()} was shot down, on a ")
    assert sentences[1] == f"It cost {own} of your planes and {len(lost) - own} of the enemy's."


KINDS, CHARTS = codes.Entry, codes.Chart
OWN = Commentary(
    decided=(
        Remark("{Plane} fell{luck}.", 2, KINDS.SHOT_DOWN),
        Remark("{Plane} was hit first; {SHOT_DOWN.plane} fell.", 3, KINDS.DAMAGED),
        Remark("{line.lost} lost.", 1, when="lost"),
        Remark("Nothing fell.", 0),
    ),
    words={"lost": "{} planes".format},
)


def entry_of(kind: Any, chart: Any = None, dice: tuple[int, ...] = (), **numbers: int) -> Any:
    kinds = game_named("dogfight").envs.sentences.entry
    return kinds(**dict.fromkeys(kinds._fields, 0) | {"kind": kind, "chart": chart, "dice": dice} | numbers)


def said(*entries: Any, lost: int = 0) -> Comment:
    return OWN.about({"lost": lost}, entries, game_named("dogfight").envs.sentences, None)


def test_the_largest_weight_that_can_be_said_wins() -> None:
    fell, hit = entry_of(KINDS.SHOT_DOWN, first=1), entry_of(KINDS.DAMAGED, first=0)
    assert said().sentences == ("Nothing fell.",) and said().weight == 0
    assert said(lost=2).sentences == ("2 planes lost.",)
    assert said(hit).sentences == ("Nothing fell.",), "the other remark needs a kind that the journal lacks"
    assert said(hit, fell) == Comment(("Own plane 1 was hit first; own plane 2 fell.",), 3)
    assert (
        Commentary().about({}, (), game_named("dogfight").envs.sentences, None) == Comment() and not Comment().deciding
    )


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ((1, 1), ", on a low throw of 1 and 1"),
        ((6, 5), ", on a high throw of 6 and 5"),
        ((3, 4), ", on a throw of 3 and 4"),
    ],
)
def test_luck_has_the_dice(dice: tuple[int, int], words: str) -> None:
    fell = entry_of(KINDS.SHOT_DOWN, first=1)
    assert said(entry_of(KINDS.ROLL, CHARTS.FIRE, dice), fell).sentences == (f"Own plane 2 fell{words}.",)


def test_the_nearest_cause_counts() -> None:
    roll, choice, fell = entry_of(KINDS.ROLL, CHARTS.FIRE, (1, 1)), entry_of(KINDS.CHOICE), entry_of(KINDS.SHOT_DOWN)
    assert said(roll, choice, fell).sentences == ("Own plane 1 fell, by choice.",)
    assert said(choice, roll, fell).sentences == ("Own plane 1 fell, on a low throw of 1 and 1.",)
    assert said(fell).sentences == ("Own plane 1 fell.",)


def test_a_desk_names_the_mission_with_the_largest_weight() -> None:
    lines: list[dict[str, Any]] = [
        {"name": "1", "decided": 0, "weight": 5},
        {"name": "2", "decided": 1, "weight": 9},
        {"name": "3"},
    ]
    texts = ["A.", "B."]
    assert decided_words(lines, texts, "mission") == "Mission 2: B."
    assert decided_words(lines[:1], texts, "mission") == "A."
    assert decided_words(lines[2:], texts, "mission") == ""
