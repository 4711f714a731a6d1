"""Pictures of mats: every part is drawn in its place only, whatever lies on the mat."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from stuka_env.declared.sheet import Panel
from stuka_env.game import game_named, game_names
from stuka_env.games.interceptor.codes import Act
from stuka_env.games.interceptor.codes import Decision as InterceptorDecision
from stuka_env.games.interceptor.words.labels import label
from stuka_env.games.stuka.codes import SEATS, Decision, Duty, Entry, Leg, Status
from stuka_env.games.stuka.rules.table import JournalLine
from stuka_env.games.stuka.words.crew_names import PEOPLE
from stuka_env.games.stuka.words.journal import SENTENCES, JournalEntry
from stuka_env.render.canvas import Box
from stuka_env.render.pages import HEIGHT, WIDTH
from stuka_env.views import picture
from stuka_env.views.picture import Painter
from stuka_env.views.show import panel_boxes, picture_of
from tests.support.each import each
from tests.support.interceptor.mats import CHARTS, random_mats
from tests.support.interceptor.playing import IDS, bold
from tests.support.mats import MATS, OPTIONS, READY, ROSTERS, fighting_mat, flying_mat, put
from tests.support.pictures import assert_only, inside
from tests.support.playing import make

pytest.importorskip("pygame")
STUKA, INTERCEPTOR = game_named("stuka"), game_named("interceptor")
PANELS = panel_boxes(STUKA, flying_mat())
DECISION, JOURNAL = Box(*STUKA.views.decision), Box(*STUKA.views.journal)
Placed = dict[tuple[Any, Box], int]
"""Parts with their boxes, and how often each was drawn."""


def leaves(monkeypatch: pytest.MonkeyPatch, name: str, panel: Panel) -> tuple[Placed, NDArray[np.uint8]]:
    """Return the parts of a panel with their boxes, and its picture."""
    placed: Placed = {}
    draw = Painter.part

    def drawn(self: Painter, part: Any, box: Box) -> None:
        placed[part, box] = placed.get((part, box), 0) + 1
        draw(self, part, box)

    with monkeypatch.context() as patch:
        patch.setattr(Painter, "part", drawn)
        pixels = picture._panel_pixels.__wrapped__(game_named(name).views, panel)
    return placed, pixels


@each("name", MATS)
def test_parts_are_drawn_inside_their_panels(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, _, _ = name.partition(" ")
    for panel in game_named(game).views.sheet(MATS[name]()).panels:
        if panel.area:
            placed, _ = leaves(monkeypatch, game, panel)
            assert all(inside(box, Box(0, 0, *panel.area[2:])) for _, box in placed)


@each("name", MATS)
def test_a_change_shows_in_the_place_of_its_part_only(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two mats of a game: where their pictures differ, a part differs too, or has another place."""
    game, _, _ = name.partition(" ")
    sheet = game_named(game).views.sheet
    others = [made for other, made in MATS.items() if other.startswith(game) and other != name]
    for one, other in zip(sheet(MATS[name]()).panels, sheet(others[0]()).panels, strict=True):
        if one.area and one.area == other.area and one != other:
            (before, drawn), (after, redrawn) = (leaves(monkeypatch, game, panel) for panel in (one, other))
            boxes = [box for _, box in before.keys() ^ after.keys()]
            assert_only(drawn, redrawn, *boxes[:1] and [Box(0, 0, *one.area[2:])])
            differs = (drawn != redrawn).any(axis=2)
            for box in boxes:
                differs[box.y : box.y + box.h, box.x : box.x + box.w] = False
            assert not differs.any()


def test_only_panels_that_change_are_drawn_again() -> None:
    mats = [flying_mat(), flying_mat()]
    put(mats[1]["aircraft"][READY], status=Status.REPAIR, timer=2)
    before, after = (picture_of(STUKA, mat) for mat in mats)
    drawn = picture._panel_pixels.cache_info().misses
    assert_only(before, after, PANELS["cards"], PANELS["waiting"])
    picture_of(STUKA, mats[0])
    assert picture._panel_pixels.cache_info().misses == drawn


@pytest.mark.parametrize("crowd", [1, 6, 22])
def test_everybody_on_a_crowded_space_is_seen(crowd: int) -> None:
    """Taking any one of them off the replacement track shows there."""
    mat = flying_mat()
    people = [(roster, place) for place in range(SEATS) for roster in ROSTERS][:crowd]
    for roster in ROSTERS:
        mat[roster]["duty"] = Duty.NOBODY
    mat["aircraft"]["status"] = Status.READY
    for roster, place in people:
        put(mat[roster][place], duty=Duty.REPLACEMENT, timer=5)
    full = picture_of(STUKA, mat)
    for roster, place in (people[0], people[-1]):
        gone = mat.copy()
        put(gone[roster][place], duty=Duty.NOBODY, timer=0)
        assert_only(full, picture_of(STUKA, gone), PANELS["waiting"], PANELS["crews"])


def test_crews_have_their_names_where_there_is_room() -> None:
    """On the cards of those who fly and in the question."""
    mat, names = flying_mat(), PEOPLE.names(3)
    put(mat["cursor"], decision=Decision.EN_ROUTE, subject=0)
    changed = PANELS["cards"], PANELS["crews"]
    assert_only(picture_of(STUKA, mat), picture_of(STUKA, mat, crews=names), *changed[:1])
    put(mat["cursor"], decision=Decision.PROMOTE, subject=1)
    assert_only(picture_of(STUKA, mat), picture_of(STUKA, mat, crews=names), changed[0], DECISION)
    assert max(map(len, PEOPLE.surnames.every())) <= 9


def told(*results: int) -> list[JournalEntry]:
    """A journal of moves to these zones."""
    raw = np.zeros(len(results), JournalLine.dtype)
    raw["kind"], raw["chart"], raw["leg"], raw["zone"] = Entry.MOVE, -1, Leg.OUT, results
    raw["result"] = results
    return SENTENCES.translate(raw, None)


def test_the_journal_and_the_options_show() -> None:
    mat = flying_mat()
    bare = picture_of(STUKA, mat)
    assert_only(bare, picture_of(STUKA, mat, told(1)), JOURNAL)
    assert_only(picture_of(STUKA, mat, told(1)), picture_of(STUKA, mat, told(1, 2)), JOURNAL)
    assert_only(bare, picture_of(STUKA, mat, (), [(63, "Fly on to zone 5")]), DECISION)
    many = [(index, f"Option {index} with " + "a long name " * index) for index in range(40)]
    assert_only(picture_of(STUKA, mat, (), many), picture_of(STUKA, mat, (), many[:-1]), DECISION)


def test_long_sentences_are_broken_and_the_newest_is_seen() -> None:
    long = [entry._replace(text="word " * 200) for entry in told(1, 2, 3)]
    one, other = (picture_of(STUKA, flying_mat(), journal) for journal in (long, [*long, *told(4)]))
    assert_only(one, other, JOURNAL)


@each("name", MATS)
def test_the_same_mat_is_the_same_picture(name: str) -> None:
    game = game_named(name.partition(" ")[0])
    one, other = (picture_of(game, MATS[name]()) for _ in range(2))
    assert one.shape == (HEIGHT, WIDTH, 3) and one.dtype == np.uint8
    assert one.tobytes() == other.tobytes() and one is not other and one.flags.writeable


@each("name", game_names())
def test_an_empty_mat_can_be_drawn(name: str) -> None:
    game = game_named(name)
    mat = np.zeros(1, game.engine.arrays.stored["mats"].dtype)[0]
    assert picture_of(game, mat).shape == (HEIGHT, WIDTH, 3)


@each("decision", list(InterceptorDecision))
def test_any_mat_can_be_drawn(decision: InterceptorDecision) -> None:
    """Also with values that no play has together."""
    for mat in random_mats(200 + decision, 2):
        mat["cursor"]["decision"] = decision
        mat["sortie"]["raid"] = min(int(mat["sortie"]["raid"]), len(CHARTS.names.raids[0]) - 1)
        legal = [(int(act), label(act, mat, CHARTS)) for act in Act if decision in act.decisions]
        shown = picture_of(INTERCEPTOR, mat, (), legal, CHARTS)
        assert shown.shape == (HEIGHT, WIDTH, 3) and shown.dtype == np.uint8


@pytest.mark.parametrize("env_id", IDS)
def test_every_decision_of_an_episode_has_a_picture_of_its_own(env_id: str) -> None:
    env = make(env_id, render_mode="rgb_array", **dict.fromkeys(OPTIONS, True))
    env.reset(seed=3)
    rng, shown, over = np.random.default_rng(3), [env.render()], False
    while not over and len(shown) < 120:
        _, _, over, _, _ = env.step(int(bold(env.action_masks(), rng)))
        shown.append(env.render())
    assert all(each.shape == (HEIGHT, WIDTH, 3) and each.dtype == np.uint8 for each in shown)
    assert len({each.tobytes() for each in shown}) > 0.9 * len(shown) > 3


@pytest.mark.parametrize("decision", ["SKILL", "DEBRIEF", "AIRCRAFT"])
def test_in_a_debriefing_the_aircraft_is_at_the_base(decision: str) -> None:
    """The mat keeps the box of the sortie until the debriefing is over."""
    one, other = fighting_mat(), fighting_mat()
    put(other["cursor"], decision=InterceptorDecision[decision])
    panels = panel_boxes(INTERCEPTOR, one)
    before, after = (picture_of(INTERCEPTOR, mat) for mat in (one, other))
    assert_only(before, after, panels["track"], Box(*INTERCEPTOR.views.decision))


@pytest.mark.slow
def test_a_missing_library_is_named_in_one_line() -> None:
    """Without pygame the package imports, and a picture names the extra to install."""
    code = """
import sys
sys.modules["pygame"] = None
import numpy as np
from stuka_env.game import game_named
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.views.show import picture_of
try:
    picture_of(game_named("stuka"), np.zeros(1, Mat.dtype)[0])
except Exception as error:
    print(type(error).__name__, error)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True)
    assert run.stdout == (
        f"DependencyNotInstalled pictures of the mat: pygame is not installed in {sys.executable}, "
        "the extra 'render' of stuka-env brings it\n"
    )
