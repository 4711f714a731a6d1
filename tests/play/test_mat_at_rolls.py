"""At the table the mat follows the rolls of a turn, roll by roll."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from stuka_env.declared.sheet import Figure
from stuka_env.play.browser.view import packed_sheet
from stuka_env.play.war import War
from stuka_env.play.war_reader import so_far
from stuka_env.views.show import text_of
from stuka_env.views.words import sections_of
from tests.support.by_hand import any_action
from tests.support.each import each

GAMES: dict[str, dict[str, Any]] = {
    "Stuka/Mission-v0": {"segment": "1941-11"},
    "Interceptor/Sortie-v0": {"month": "1943-10", "unit": "I/ZG 26", "track": "officer"},
    "Dogfight/Fight-v0": {},
}
"""A war of each game in which the seed selects nothing: all is rolled."""
TYPE_AT_THE_MEETING = ("Interceptor/Sortie-v0", {"month": "1943-05", "unit": "II/JG 1", "track": "officer"})
"""A sortie in which the type of a bomber is rolled when it is met (7.11)."""


def faces_for(war: War, rng: np.random.Generator) -> Sequence[int]:
    """Return faces of the roll that is asked for, or a number that can be drawn."""
    assert war.need is not None
    drawable = war.need.choices
    return [int(rng.choice(drawable))] if drawable else [int(rng.integers(1, most + 1)) for most in war.need.sides]


def play_beside(wars: Sequence[War], seed: int) -> Iterator[None]:
    """Play wars with the same decisions and the same rolls; yield at every roll that is asked for."""
    first, rng = wars[0], np.random.default_rng(seed)
    while not first.over:
        if first.need is None:
            action = any_action(first, rng)
            for war in wars:
                war.take(action)
        else:
            yield
            faces = faces_for(first, rng)
            for war in wars:
                war.answer(faces)


@pytest.mark.parametrize("env", GAMES)
def test_the_mat_shows_every_roll_typed_and_none_of_the_generator(env: str) -> None:
    """Wars of other seeds have the same mat at every roll; most rolls of a turn change it."""
    later = changed = 0
    for seed in range(2):
        wars = [War(env, GAMES[env], number, table=True) for number in (1, 2)]
        before: Any = None
        for _ in play_beside(wars, seed):
            one, other = (war.mat.tobytes() for war in wars)
            assert one == other
            assert wars[0].settled_mat.tobytes() == wars[0].turn_mat.tobytes()
            if before is not None and wars[0].pending is not None and wars[0].pending.rolls:
                later += 1
                changed += one != before
            before = one
    assert changed > later / 2 > 4


@pytest.mark.parametrize("env", GAMES)
def test_a_roll_that_is_taken_back_takes_its_effect_from_the_mat(env: str) -> None:
    war, rng, taken_back = War(env, GAMES[env], 1, table=True), np.random.default_rng(3), 0
    for _ in play_beside([war], 3):
        before = war.mat.tobytes()
        war.answer(faces_for(war, rng))
        assert war.need is not None or war.mat.tobytes() == war.settled_mat.tobytes()
        war.undo()
        assert war.need is not None and war.mat.tobytes() == before
        taken_back += 1
    assert taken_back > 3


def shapes_of(part: Any) -> Iterator[str]:
    """Yield the names of the silhouettes of all figures of a sheet or of a part of it."""
    if isinstance(part, Figure):
        yield part.shape
    elif isinstance(part, tuple):
        for each in part:
            yield from shapes_of(each)


@each("env, arguments", [*GAMES.items(), TYPE_AT_THE_MEETING])
def test_text_and_browser_show_the_mat_at_every_roll(env: str, arguments: dict[str, Any]) -> None:
    war = War(env, arguments, 1, table=True)
    seen: list[tuple[str, str]] = []
    for _ in play_beside([war], 5):
        views = war.parts.game.views
        sheet = views.sheet(war.mat, war.charts)
        assert set(shapes_of(sheet)) <= set(views.silhouettes)
        page = so_far(war).sheet(())
        assert packed_sheet(page)
        seen.append((repr(sections_of(sheet)), repr(page)))
    for number in range(2):
        assert len({one[number] for one in seen}) > len(seen) // 2


@each(
    "env, chart, unknown",
    [
        ("Stuka/Mission-v0", "A4", "visibility "),
        ("Stuka/Mission-v0", "A6", "AA fire "),
        ("Interceptor/Sortie-v0", "B9", "weather "),
        ("Wing/Mission-v0", "CLOUD", "cloud "),
        ("Wing/Mission-v0", "NUMBER", "came 0"),
        ("Wing/Mission-v0", "ACES", "0 aces"),
    ],
)
def test_what_a_roll_will_decide_is_not_shown_before(env: str, chart: str, unknown: str) -> None:
    rng, met = np.random.default_rng(5), 0
    for seed in range(60):
        war = War(env, {}, seed, table=True)
        while not war.over and met < 3:
            if war.need is None:
                war.take(any_action(war, rng))
                continue
            if war.need.chart.name == chart:
                assert unknown not in text_of(war.parts.game, war.mat, charts=war.charts)
                met += 1
            war.answer(faces_for(war, rng))
        if met == 3:
            return
    raise AssertionError(f"{chart} was rolled {met} times")
