"""The odds of options are those of the compiled rules, which are played with every number of every die."""

import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

from stuka_env.declared.labels import OptionLabel, shown_label
from stuka_env.engine.enumeration import PLAY_ON
from stuka_env.engine.every_roll import EveryRoll, chances, throws
from stuka_env.engine.outcomes import Enumeration, merged
from stuka_env.games.wing.charts import load_charts
from stuka_env.games.wing.codes import ACTS, Act, Decision, Departure, Enemy, Escort, Gone, Leg, Level, Phase
from stuka_env.games.wing.words.labels import label
from stuka_env.games.wing.words.odds import WORDS, Odds
from tests.support.each import each
from tests.support.wing.game import ANTWERP, EINDHOVEN, FRANKFURT, KOBLENZ, RUHR, Campaign

LIMIT = 600_000
V, T, G = Level.VETERAN, Level.TRAINED, Level.GREEN
CHECKING = (Phase.TURN, Phase.CHECKS, Phase.LOSS, Phase.LEAVE, Phase.DEPARTURE)
"""The steps with which damaged bombers are checked."""
BEFORE_FLAK = (Phase.TURN, Phase.CHECKS, Phase.ESCORT_CHECKS, Phase.RENDEZVOUS, Phase.SITE)
"""The steps of a turn before the flak of a site."""
Mats = Any
"""Mats with their probabilities."""


@pytest.fixture(scope="module")
def engine() -> Any:
    """The engine of a campaign, whose mat the tests replace."""
    env: Any = gymnasium.make("Wing/Campaign-v0").unwrapped
    env.reset(seed=1)
    return env.engine


def spread(engine: Any, game: Campaign, action: int, is_done: Callable[[Any], bool]) -> Mats:
    """Return all mats that follow from an action, or without one from the next step, until they are done."""
    engine.wars.mats[0] = game.mat
    war = Enumeration(engine)
    stored, weights = war.possible(1), np.ones(1)
    actions, ends, end_weights = np.array([action]), [], []
    while len(stored):
        following = war.expand(stored, actions, LIMIT)
        passed = np.bincount(
            following.target, following.weight * weights[following.source], minlength=len(following.rows)
        )
        done = following.settled | np.array([bool(is_done(mat)) for mat in war.mats(following.rows)], bool)
        ends.append(following.rows[done])
        end_weights.append(passed[done])
        stored, weights = following.rows[~done], passed[~done]
        actions = np.full(len(stored), PLAY_ON)
    rows, sums = merged(ends, end_weights)
    assert sums.sum() == pytest.approx(1)
    return list(zip(sums.tolist(), war.mats(rows), strict=True))


def in_phase(*phases: Phase) -> Callable[[Any], bool]:
    """Return whether a mat is before the step of one of these phases."""
    return lambda mat: int(mat["cursor"]["phase"]) in phases


def expected(mats: Mats, number_of: Callable[[Any], float]) -> float:
    """Return the mean of a number."""
    return sum(chance * float(number_of(mat)) for chance, mat in mats)


def lost(mat: Any) -> int:
    """Return the bombers lost."""
    return int((mat["seats"]["gone"] == Gone.LOST).sum())


def odds_of(game: Campaign) -> Odds:
    """Return the odds on the mat of a game."""
    mat: Any = game.mats[0]
    return Odds(mat, load_charts())


def flying(levels: list[Level], box: int = KOBLENZ, **mission: int) -> Campaign:
    """Return a formation without escorts, in 1944."""
    game = Campaign().fly(levels, box, card=38, track=20)
    for name, value in mission.items():
        setattr(game.mat.mission, name, value)
    game.mat.mission.goal = 0 if game.mat.mission.leg == Leg.HOME else FRANKFURT
    return game


def asks(game: Campaign, decision: Decision, phase: Phase) -> Campaign:
    """Open a decision, after which a step follows."""
    game.mat.cursor.decision, game.mat.cursor.phase = decision, phase
    return game


def new_damage(game: Campaign) -> Callable[[Any], int]:
    """Return a function that counts the bombers that are damaged now, and neither were nor are lost."""
    before = game.mats[0]["seats"]["damaged"].copy()
    return lambda mat: int(((mat["seats"]["damaged"] > before) & (mat["seats"]["gone"] != Gone.LOST)).sum())


def attacked(engine: Any, game: Campaign) -> Mats:
    """Return what comes of flak of level 3 on the way home."""
    game.mat.enemy.flak_level, game.mat.work.after_flak = 3, Phase.MOVE
    asks(game, Decision.FLAK, Phase.FLAK)
    return spread(engine, game, int(Act.KEEP.value), in_phase(Phase.MOVE, Phase.AFTERMATH))


@each("damaged", [(), (0,), (1, 5)])
def test_flak_costs_what_every_throw_costs(engine: Any, damaged: tuple[int, ...]) -> None:
    """Two elements; a bomber that is hit may drop out, and come home alone."""
    game = flying([V, T, G, T, T, G], box=FRANKFURT, leg=Leg.HOME)
    for seat in damaged:
        game.mat.seats[seat].damaged = 1
    mats, toll = attacked(engine, game), odds_of(game).toll_of_flak(3, FRANKFURT, 0)
    assert toll.lost == pytest.approx(expected(mats, lost)) and toll.lost > 0.05
    assert toll.damaged == pytest.approx(expected(mats, new_damage(game)))


def test_an_empty_place_is_drawn_again(engine: Any) -> None:
    """So flak costs one bomber of an element as much as three equal ones."""
    mats = attacked(engine, flying([T, T, T], box=FRANKFURT, leg=Leg.HOME))
    alone = odds_of(flying([T], box=FRANKFURT, leg=Leg.HOME)).toll_of_flak(3, FRANKFURT, 0)
    assert alone.lost == pytest.approx(expected(mats, lost))
    two = odds_of(flying([V, G], box=FRANKFURT, leg=Leg.HOME)).toll_of_flak(3, FRANKFURT, 0)
    others = [odds_of(flying([level], box=FRANKFURT, leg=Leg.HOME)).toll_of_flak(3, FRANKFURT, 0) for level in (V, G)]
    assert two.lost == pytest.approx(sum(one.lost for one in others) / 2)


@each("low", [0, 1])
def test_the_flak_of_a_run_comes_and_costs_what_every_throw_costs(engine: Any, low: int) -> None:
    game = asks(flying([V, T, G], box=FRANKFURT, leg=Leg.TARGET), Decision.ALTITUDE, Phase.RUN_FLAK)
    action = int(Act.LOW.value if low else Act.HIGH.value)
    mats, odds = spread(engine, game, action, in_phase(Phase.AIM, Phase.AFTERMATH)), odds_of(game)
    toll = odds.toll_of_run_flak(low).times(odds.chance_of_run_flak(low))
    assert toll.lost == pytest.approx(expected(mats, lost))
    assert toll.damaged == pytest.approx(expected(mats, new_damage(game))) and toll.damaged > 0


@each("squadron", [0, 1])
@each("low", [0, 1])
def test_a_run_scores_what_every_throw_scores(engine: Any, low: int, squadron: int) -> None:
    """The new and the old bombers of both types, some with larger loads; nothing can be lost at this target."""
    game = flying([T, V, G, G], box=EINDHOVEN, leg=Leg.TARGET, cloud=1, loose=1)
    game.mat.plan.squadron, game.mat.mission.low, game.mat.bombers[1].model = squadron, low, 1
    game.mat.mission.card = next(
        number for number, card in enumerate(game.charts.cards) if card.hits in (3, 4) and card.value > 1
    )
    points = int(game.mat.mission.points)
    asks(game, Decision.RUN, Phase.BOMBS)
    for clear_view, act in enumerate((Act.KEEP, Act.PLAY)):
        game.mat.luck.counters[3] = 1
        mats, bombs = spread(engine, game, int(act.value), in_phase(Phase.MOVE)), odds_of(game).bombs(low, clear_view)
        assert bombs.hits == pytest.approx(expected(mats, lambda mat: mat["mission"]["hits"]))
        assert bombs.points == pytest.approx(expected(mats, lambda mat: mat["mission"]["points"] - points))


def test_flak_comes_in_a_box_as_in_every_throw(engine: Any) -> None:
    game, seen = asks(flying([V, T, G], box=KOBLENZ), Decision.MOVE, Phase.TURN), 0
    row = game.charts.boxes[KOBLENZ]
    for box in row.links[: row.link_count].tolist():
        chance = odds_of(game).chance_of_site(box)
        if not game.charts.boxes[box].rendezvous:
            mats = spread(engine, game, Act.BOX + box, lambda mat: mat["cursor"]["phase"] not in BEFORE_FLAK)
            assert chance == pytest.approx(expected(mats, lambda mat: mat["cursor"]["phase"] == Phase.FLAK))
            seen += chance > 0
    assert seen


@each("from_base", [2, 4, 7])
def test_interceptors_come_as_in_every_throw(engine: Any, from_base: int) -> None:
    game = asks(flying([V, T, G], box=KOBLENZ), Decision.MOVE, Phase.TURN)
    box = next(box for box, row in enumerate(game.charts.boxes) if row.from_base == from_base)
    chance = odds_of(game).chance_of_interceptors(box)
    game.mat.mission.box, game.mat.route.visits[box] = box, 1
    mats = spread(engine, asks(game, Decision.OVER, Phase.EVENT), PLAY_ON, lambda mat: True)
    met = expected(mats, lambda mat: mat["cursor"]["phase"] == Phase.INTERCEPTION)
    assert chance == pytest.approx(met) and met > 0


def test_no_interceptors_come_where_the_formation_loiters() -> None:
    game = asks(flying([V], box=ANTWERP), Decision.MOVE, Phase.TURN)
    near = next(box for box, row in enumerate(game.charts.boxes) if row.from_base == 2)
    assert odds_of(game).chance_of_interceptors(near) > 0
    game.mat.route.visits[near] = 1
    assert odds_of(game).chance_of_interceptors(near) == 0


def test_damaged_bombers_fall_behind_as_in_every_throw(engine: Any) -> None:
    game = asks(flying([V, G, T], box=KOBLENZ), Decision.MOVE, Phase.TURN)
    game.mat.seats[1].damaged = game.mat.seats[2].damaged = game.mat.seats[2].hit = 1
    mats = spread(engine, game, Act.BOX + FRANKFURT, lambda mat: mat["cursor"]["phase"] not in CHECKING)
    loss = odds_of(game).loss_by_checks(FRANKFURT)
    assert loss == pytest.approx(expected(mats, lost)) and loss > 0
    assert odds_of(game).loss_by_checks(0) == 0


@each("act", [Act.SEND, Act.ALONE])
def test_a_bomber_comes_home_as_in_every_throw(engine: Any, act: Act) -> None:
    game = flying([V, G, T], box=FRANKFURT)
    game.mat.escorts.ready, game.mat.work.seat, game.mat.work.after_loss = 4, 1, Phase.EVENT
    game.mat.cursor.subject, game.mat.cursor.departure = 1, Departure.DROPS_OUT
    asks(game, Decision.STRAGGLER, Phase.DEPARTURE)
    mats = spread(engine, game, int(act.value), in_phase(Phase.EVENT))
    home = expected(mats, lambda mat: mat["seats"]["gone"][1] == Gone.HOME)
    assert odds_of(game).chance_home(act == Act.SEND) == pytest.approx(home)
    words = label(int(act.value), game.mats[0], load_charts())
    assert words == f"{act.text} (home with {home:.0%})"


@each("ace", [0, 1])
@each("covered", [0, 1])
def test_an_attack_costs_what_every_throw_costs(engine: Any, ace: int, covered: int) -> None:
    """A single one on the left bomber of a formation that is loose; a neighbour is damaged."""
    game = flying([T, G, V, T], box=FRANKFURT, loose=1)
    game.mat.seats[0].damaged, enemy = 1, game.mat.enemy
    enemy.model, enemy.number, enemy.left, enemy.covers, enemy.round_number, enemy.wave = Enemy.FW_190, 1, 1, 1, 2, 1
    game.mat.escorts.ready = game.mat.work.reserve = 0
    own = game.mat.attacks[0]
    own.seat, own.ace = 1, ace
    game.mat.work.interceptors[0] = 2
    for attack in range(1, len(game.mat.attacks)):
        game.mat.attacks[attack].seat = -1
    asks(game, Decision.COVER, Phase.STRIKE)
    odds = odds_of(game)
    row = odds.mat.attacks[0]
    row.covered = covered
    toll = odds.toll_of_attack(0, row)
    own.covered = covered
    action = int(Act.DONE.value)
    mats = spread(engine, game, action, lambda mat: mat["attacks"]["done"][0] and in_phase(Phase.STRIKE)(mat))
    assert toll.lost == pytest.approx(expected(mats, lost)) and toll.lost > 0
    assert toll.damaged == pytest.approx(expected(mats, new_damage(game)))


def test_the_mean_attack_is_that_on_a_random_bomber(engine: Any) -> None:
    """Of two interceptors one is an ace; the Lead place of the second element is empty."""
    game = flying([T, G, V, T, G], box=FRANKFURT)
    game.mat.seats[3].gone = Gone.HOME
    enemy = game.mat.enemy
    enemy.model, enemy.number, enemy.left, enemy.aces = Enemy.BF_109, 2, 2, 1
    odds, losses = odds_of(game), []
    for seat in (0, 1, 2, 4):  # all places have the same chance, and an empty one is drawn again with its element
        for ace in (0, 1):
            row = odds.mat.again().attacks[0]
            row.seat, row.ace = seat, ace
            losses.append(odds.toll_of_attack(0, row).lost)
    assert odds.toll_of_interceptor().lost == pytest.approx(np.mean(losses))


FIGHTS = {
    "one against one": (1, 1, 0, 0),
    "one against two": (1, 2, 0, 0),
    "two against one": (2, 1, 0, 0),
    "with the ace": (1, 1, 0, 1),
    "against an ace": (1, 1, 1, 0),
    "three against one, ace against ace": (3, 1, 1, 1),
}


@each("fight", list(FIGHTS))
def test_a_round_hits_what_every_throw_hits(engine: Any, fight: str) -> None:
    fighting, left, aces, ace = FIGHTS[fight]
    game = flying([T, G, V], box=FRANKFURT)
    escorts, enemy = game.mat.escorts, game.mat.enemy
    escorts.type, escorts.ready, escorts.ace = Escort.P_38, fighting, ace
    enemy.model, enemy.number, enemy.left, enemy.aces, enemy.aces_left = Enemy.BF_109, left, left, aces, aces
    enemy.fighting, enemy.stay, enemy.ace_fights, enemy.round_number = fighting, fighting, ace, 1
    asks(game, Decision.PRESS, Phase.SECOND_FIGHT)
    mats = spread(engine, game, Act.PRESS.value + 0, in_phase(Phase.BOMBERS))
    fire = odds_of(game).fire(fighting, ace)
    assert fire.interceptors == pytest.approx(expected(mats, lambda mat: left - int(mat["enemy"]["left"])))
    assert fire.escorts == pytest.approx(expected(mats, lambda mat: fighting - int(mat["escorts"]["ready"])))


def test_escorts_stay_for_the_turns_that_are_named() -> None:
    game = flying([T, G, V], box=RUHR)
    escorts = game.mat.escorts
    escorts.ready, escorts.type, escorts.range_used = 4, Escort.P_47, 1
    escorts.offered, escorts.offered_type = 4, Escort.P_51
    asks(game, Decision.RENDEZVOUS, Phase.SITE)
    for act, is_new in ((Act.TAKE, True), (Act.LEAVE, False)):
        turns, other = odds_of(game).turns_of_escorts(is_new), flying([T, G, V], box=RUHR)
        other.mat.escorts, counted = game.mats[0]["escorts"], 0
        asks(other, Decision.RENDEZVOUS, Phase.SITE).take(act)
        while other.mat.escorts.ready:
            other.step(Phase.ESCORT_CHECKS)
            counted += 1
        assert counted - 1 == turns


def test_little_friends_are_those_of_every_throw(engine: Any) -> None:
    game = flying([T, G, V], box=FRANKFURT)
    game.mat.luck.counters[1] = 1
    game.mat.enemy.model, game.mat.enemy.number, game.mat.enemy.left = Enemy.BF_109, 1, 1
    asks(game, Decision.INTERCEPTED, Phase.FORCED)
    mats = spread(engine, game, int(Act.LITTLE_FRIENDS.value), in_phase(Phase.FORCED))
    for (kind, ace), chance in odds_of(game).friends().items():
        is_own = expected(mats, lambda mat, own=(kind, ace): (mat["escorts"]["type"], mat["escorts"]["ace"]) == own)  # type: ignore[misc]
        assert chance == pytest.approx(is_own)


def test_the_lead_crew_aims_and_a_bomber_defends_itself_as_in_every_throw() -> None:
    """A level is worth 1 of a die; the fire of a bomber without neighbours hits from 8 on."""
    game = Campaign(campaign=3).go()
    assert game.decision == Decision.CREW
    game.mat.mission.cloud = 0
    aims = {int(game.mat.crews[slot].level): odds_of(game).aim_of(slot) for slot in range(18) if game.mask[slot]}
    assert aims == pytest.approx({V: 4 / 6, T: 3 / 6, G: 2 / 6})
    crew = next(slot for slot in range(18) if game.mask[slot] and game.mat.crews[slot].level == T)
    game.act(Act.CREW, crew + 1)
    odds = odds_of(game)
    for slot in range(18):
        if game.mask[Act.BOMBER + slot]:
            own = game.charts.bombers[2 * game.mat.plan.squadron + game.mat.bombers[slot].model].air_combat
            least = 8 - int(own) - int(game.charts.lead_fires)
            throws_of_two = [one + two for one in range(1, 7) for two in range(1, 7)]
            assert odds.defence_of(slot) == pytest.approx(sum(total >= least for total in throws_of_two) / 36)


def test_every_label_shows_or_leaves_out_its_odds() -> None:
    """The hidden block of a mat counts for nothing."""
    env: Any = gymnasium.make("Wing/Mission-v0").unwrapped
    seen, rng = set[Act](), np.random.default_rng(7)
    for seed in range(8):
        env.reset(seed=seed)
        over = False
        while not over:
            legal, blind = env.legal_actions(), env.mat.copy()
            blind["work"] = np.zeros(1, blind.dtype["work"])[0]
            assert [label(index, blind, env.engine.charts) for index, _ in legal] == [words for _, words in legal]
            for index, words in legal:
                assert words.odds in words and (words == words.text) == (words.odds == "")
                assert shown_label(words, False) == words.text
                seen |= {ACTS.verb_of(index)} if words.odds else set()
            assert env.legal_actions(odds=False) == [(index, words.text) for index, words in legal]
            _, _, over, _, _ = env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
    assert seen <= set(WORDS) and len(seen) > 8
    assert isinstance(pickle.loads(pickle.dumps(words)), OptionLabel)
    assert pickle.loads(pickle.dumps(words)).text == words.text


def test_dice_show_every_sum_with_its_chance() -> None:
    assert {sum(faces): round(36 * chance) for faces, chance in throws((6, 6, 0))}[7] == 6
    dice = chances(lambda dice: sum(dice.throw((6, 0, 0))) + sum(dice.throw((6, 0, 0))))
    assert dice[7] == pytest.approx(6 / 36) and sum(dice.values()) == pytest.approx(1)

    def until_low(dice: EveryRoll) -> int:
        while True:
            if (face := dice.throw((6, 0, 0))[0]) < 4:
                return face

    assert chances(until_low, most=1) == pytest.approx({1: 1 / 3, 2: 1 / 3, 3: 1 / 3})
