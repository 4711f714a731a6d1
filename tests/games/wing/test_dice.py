"""Dice: addresses by place and subject, and the tape."""

from typing import Any

import numpy as np
import pytest

from stuka_env.compiling.philox import philox
from stuka_env.declared.tape import make_tape
from stuka_env.game import game_named
from stuka_env.games.wing.charts import load_charts
from stuka_env.games.wing.codes import Campaign as Campaigns
from stuka_env.games.wing.codes import Cause, Chart, Leg, Scale
from stuka_env.games.wing.rules import RULES
from stuka_env.games.wing.rules.dice import address_of, place_of, shown_subject, subject_of
from stuka_env.games.wing.rules.formation import clear_cause, random_bomber
from tests.support.each import each
from tests.support.wing.game import RUHR, Campaign

TAPE_FORM = game_named("wing").engine.tape

roll, words_at = RULES.names["roll"], RULES.names["words_at"]


def words(game: Campaign, chart: int = Chart.EVENT, subject: int = 0) -> tuple[int, ...]:
    """Return the random words of a roll."""
    return tuple(words_at(game.table.dice, chart, address_of(game.mat, game.table, chart, subject)))


def test_a_roll_depends_on_seed_mission_chart_place_and_subject_alone() -> None:
    """Two policies on one seed meet the same dice in the same box, whatever they did before."""
    game, other = Campaign(seed=7).fly([1] * 6, RUHR), Campaign(seed=7).fly([2, 0, 0], RUHR)
    other.mat.mission.loose, other.mat.mission.moves = 1, 4
    assert words(game) == words(other)
    seen = {words(game), words(Campaign(seed=8).fly([1] * 6, RUHR)), words(game, Chart.FLAK), words(game, subject=1)}
    game.mat.route.visits[RUHR] = 1
    seen.add(words(game))
    game.mat.mission.box = 37
    seen.add(words(game))
    game.mat.mission.leg = Leg.HOME
    seen.add(words(game))
    game.mat.track.box = 2
    seen.add(words(game))
    assert len(seen) == 8


def test_addresses_never_change() -> None:
    """Cause, round, wave, attacker, slot and try of a subject; mission, chart, place and seed of a roll."""
    game = Campaign(seed=7).fly([1] * 6, RUHR, leg=Leg.HOME, track=3)
    work, enemy = game.mat.work, game.mat.enemy
    work.attacker = 1
    clear_cause(game.mat, Cause.FIGHTERS, 9)
    assert work.attacker == 0
    enemy.round_number, enemy.wave, work.attacker = 2, 1, 5
    subject = subject_of(game.mat, 7)
    assert subject == ((((6 * 16 + 2) * 16 + 1) * 16 + 5) * 32 + 9) * 64 + 7
    assert words(game, Chart.PLACE, subject) == philox(3 * 4 + 2, Chart.PLACE, RUHR * 16, subject, 7, 0)
    shown = [
        shown_subject(game.mat, chart, 21) for chart in (Chart.FLAK_HIT, Chart.ESCORT_FIRE, Chart.BOMBS, Chart.TYPE)
    ]
    assert shown == [9, 5, 21, 0]


def test_before_and_after_a_leg_the_box_is_no_part_of_a_place() -> None:
    game = Campaign().fly([1] * 6, RUHR)
    places = []
    for leg in Leg:
        game.mat.mission.leg = leg
        places.append(place_of(game.mat))
    assert places == [0, 16 * RUHR, 0, 16 * RUHR, 0]


@pytest.mark.rule("X53")
def test_packed_subjects_differ() -> None:
    """A try has six bits, a slot five, the other parts four."""
    game, seen = Campaign().fly([1] * 6, RUHR), set()
    for cause in Cause:
        for part in (0, 17):
            clear_cause(game.mat, cause, part)
            for attacker, wave, attempt in ((0, 0, 0), (7, 0, 0), (0, 2, 0), (0, 0, 59)):
                game.mat.work.attacker, game.mat.enemy.wave = attacker, wave
                seen.add(subject_of(game.mat, attempt))
    assert len(seen) == len(Cause) * 2 * 4 and max(seen) < 1 << 32


@pytest.mark.rule("X53", "W045")
def test_after_sixty_tries_the_first_bomber_is_taken() -> None:
    game = Campaign().fly([1] * 6, RUHR).dice(ELEMENT=[1] * 60, PLACE=[1] * 60)
    game.mat.seats[1].gone = 2
    assert random_bomber(game.mat, game.table, Cause.TROUBLE) == 0
    game.assert_all_rolled()


def test_a_face_that_the_die_does_not_have_is_a_fault() -> None:
    game = Campaign().fly([1] * 6, RUHR).dice(TYPE=[7])
    assert roll(game.mat, game.table, Chart.TYPE, 0, 0) == 1
    with pytest.raises(AssertionError, match="NOT_ON_DIE on TYPE"):
        game.checked()


@pytest.mark.rule("W010", reason="The chances of cards show in many draws only.")
def test_a_card_is_drawn_of_the_deck_alone() -> None:
    """Each card with the same chance; the deck has no memory."""
    cards = [int(Campaign(seed=seed, campaign=Campaigns.SHORT_1942).go().mat.mission.card) for seed in range(400)]
    assert set(cards) == set(range(1, 21))
    assert np.bincount(cards, minlength=21)[1:].max() < 45


def test_a_box_that_is_not_named_is_drawn_by_the_seed() -> None:
    games = (Campaign(seed=seed, scale=Scale.MISSION, campaign=Campaigns.SINGLE) for seed in range(200))
    assert {int(game.mat.track.box) for game in games} == set(range(1, 26))


def test_faces_are_fair() -> None:
    game = Campaign(seed=3).fly([1] * 6, RUHR)
    faces = [roll(game.mat, game.table, Chart.TYPE, subject, 0) for subject in range(600)]
    assert all(70 < faces.count(face) < 130 for face in range(1, 7))


@pytest.mark.rule("X83")
def test_a_tape_has_cards_counters_and_faces_by_chart() -> None:
    tape = make_tape(TAPE_FORM, {"CARD": [35], "CLOUD": [[3, 2]], "COUNTER": [12]}, load_charts())[0]
    planned = {chart.name: tape.values[tape.start[chart] : tape.stop[chart]].tolist() for chart in Chart}
    assert {name: numbers for name, numbers in planned.items() if numbers} == {
        "CARD": [35],
        "CLOUD": [3, 2],
        "COUNTER": [12],
    }


@each(
    "planned, message",
    [
        ({"CARD": [61]}, 'dice\\["CARD"\\]: got 61, allowed is 1 to 60'),
        ({"COUNTER": [21]}, "allowed is 1 to 20"),
        ({"CLOUD": [3]}, "allowed is 1 to 6, 1 to 6"),
        ({"TRACK": [3]}, "got the chart 'TRACK'"),
    ],
)
def test_other_numbers_are_refused(planned: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_tape(TAPE_FORM, planned, load_charts())
