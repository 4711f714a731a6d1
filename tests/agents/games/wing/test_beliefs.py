"""The beliefs of the scripts of the third game, against plain calculations."""

import itertools
from functools import cache
from typing import Any

import numpy as np
import pytest

from agents.chances import chance_at_least, chance_at_most
from agents.games.wing.scripts import all_wrong, best, by_the_book, cautious
from agents.games.wing.scripts.route import costs_of, move, turns_of_escorts
from agents.games.wing.scripts.style import Style
from agents.games.wing.scripts.target import points_expected, price_of_damage
from stuka_env.games.wing.codes import ACTS, SLOTS, Act, Decision, Level, Status
from stuka_env.games.wing.rules.sequence import write_mask
from tests.support.each import each
from tests.support.wing.game import FRANKFURT, KOBLENZ, Campaign

KASSEL_CARD, FRANKFURT_CARD = 34, 38
STYLES = [script.STYLE for script in (by_the_book, cautious, all_wrong, best)]
VTG = [Level.VETERAN, Level.TRAINED, Level.GREEN]


def play(script: Any, game: Campaign, stop: Decision) -> list[tuple[str, int, int]]:
    """Let a script play until the first of another decision, and return verbs, arguments and reasons."""
    choices = []
    while game.decision != stop:
        given = script.reasoned(game.mat, game.table.charts, game.mask, 0)
        action = ACTS.actions[given.action]
        choices.append((action.verb, action.argument, int(given.reason)))
        game.act(Act[action.verb], action.argument)
    return choices


def at_move(game: Campaign) -> Campaign:
    """Open the decision about the next box."""
    game.mat.cursor.decision = Decision.MOVE
    write_mask(game.mat, game.table, game.mask)
    return game


def seats(script: Any, crews: dict[Level, int]) -> list[int]:
    """Return the levels of the crews that a script seats, of a squadron with so many crews of each level."""
    game = Campaign().go()
    levels = [level for level, count in crews.items() for _ in range(count)]
    for slot, crew in enumerate(game.mat.crews):
        crew.level, crew.status = (levels[slot], 1) if slot < len(levels) else (0, 0)
    game.mat.mission.required = 9
    game.go()
    play(script, game, Decision.MOVE)
    return [int(game.mat.crews[seat.crew].level) for seat in game.mat.seats[:9]]


def test_the_book_sends_the_best_crews_and_all_wrong_the_worst() -> None:
    crews = {Level.VETERAN: 3, Level.TRAINED: 4, Level.GREEN: 4}
    assert seats(by_the_book, crews) == [2, 2, 2, 1, 1, 1, 1, 0, 0]
    assert seats(all_wrong, crews) == [0, 0, 0, 0, 1, 1, 1, 1, 2]


def test_the_best_script_keeps_the_best_crews_for_the_leads() -> None:
    """The others learn; the third Veteran rests, as long as there are others."""
    assert seats(best, {Level.VETERAN: 4, Level.TRAINED: 4, Level.GREEN: 4}) == [2, 1, 1, 2, 1, 1, 2, 0, 0]
    assert seats(best, {Level.VETERAN: 1, Level.TRAINED: 6, Level.GREEN: 4}) == [2, 0, 0, 1, 0, 0, 1, 1, 1]


@each("style", STYLES)
@each("damaged", [0, 2])
@each("escorts", [0, 6])
def test_a_route_is_the_cheapest_of_all_routes(style: Style, damaged: int, escorts: int) -> None:
    """A plain search over all ways finds the same cost."""
    game = Campaign().fly(VTG, 8, card=KASSEL_CARD, track=15)
    mat, charts = game.mat, game.table.charts
    mat.mission.limit = 8
    mat.mission.came_from = 2
    mat.route.visits[8] = 1
    mat.escorts.ready = escorts
    for seat in range(damaged):
        mat.seats[seat].damaged = 1
    way, goal = style.way, int(mat.mission.goal)
    costs = costs_of(mat, charts, way, 99)

    @cache
    def enter(box: int, came: int, left: int, cover: int) -> float:
        cover = max(0, cover - 1)
        fighters = costs.fighters[box]
        cost = fighters * (way.escorted if cover else way.alone) + rest(box, came, left, cover)
        if costs.stays[box] > cover:
            chance, met = costs.meeting[box] * way.meeting, int(costs.stays[box])
            cost = chance * (fighters * way.escorted + rest(box, came, left, met)) + (1 - chance) * cost
        return float(costs.entry[box] + cost)

    def rest(box: int, came: int, left: int, cover: int) -> float:
        if box == goal:
            return 0.0
        row = charts.boxes[box]
        near = [int(other) for other in row.links[: row.link_count] if other and row_distance(other) < left]
        onward = [other for other in near if other != came] or near
        return min(enter(other, box, left - 1, cover) for other in onward)

    def row_distance(box: int) -> int:
        return int(charts.boxes[box].distance[goal])

    at_move(game)
    cover = int(turns_of_escorts(mat, charts)) if way.alone else 0
    plain = {int(box): enter(int(box), 8, 7, cover) for box in np.flatnonzero(game.mask) - ACTS.index_of(Act.BOX, 0)}
    given = move(mat, charts, game.mask, style, None)
    assert given.about == pytest.approx(min(plain.values()))
    assert plain[ACTS.actions[given.action].argument] == pytest.approx(given.about)


def test_the_book_takes_the_shortest_way_and_the_cautious_one_that_with_least_flak() -> None:
    moves, flak = {}, {}
    for script in (by_the_book, cautious, all_wrong):
        game = at_move(Campaign().fly(VTG, 0, card=FRANKFURT_CARD))
        goal, limit = int(game.mat.mission.goal), 9
        game.mat.mission.limit = limit
        boxes = []
        while game.mat.mission.box != goal:
            given = script.reasoned(game.mat, game.table.charts, game.mask, 0)
            game.take(Act.BOX, ACTS.actions[given.action].argument)
            boxes.append(int(game.mat.mission.box))
            at_move(game)
        moves[script] = len(boxes)
        flak[script] = sum(int(game.table.charts.boxes[box].flak) for box in boxes[:-1])
    assert moves[by_the_book] == 7 and moves[all_wrong] == 9
    assert flak[cautious] <= flak[by_the_book] < flak[all_wrong]


def test_the_points_expected_are_those_of_all_throws() -> None:
    """Three bombers, 216 throws; a target with two hits is damaged by one."""
    game = Campaign().fly(VTG, KOBLENZ, card=1)
    charts, need = game.table.charts, 4 - 1  # the lead crew is Veteran, its bombing is +1
    card = charts.cards[1]
    card.hits, card.value = 2, 5
    points = [0, 2, 5, 5]
    throws = itertools.product(range(1, 7), repeat=3)
    mean = np.mean([points[sum(die >= need for die in throw)] for throw in throws])
    assert points_expected(game.mat, charts, 0) == pytest.approx(mean)


def test_chances_of_dice() -> None:
    assert [round(36 * chance_at_most(total)) for total in (1, 2, 7, 12)] == [0, 1, 21, 36]
    assert [round(6 * chance_at_least(least)) for least in (-3, 1, 4, 6, 9)] == [6, 6, 3, 1, 0]


def test_low_is_chosen_where_it_gains_more_than_its_flak_costs() -> None:
    """A single hit is missing at an expensive target; heavy flak forbids what none allows."""
    chosen = []
    for level in (1, 3):
        game = Campaign().fly([Level.VETERAN] * 12, FRANKFURT, card=FRANKFURT_CARD)
        game.mat.enemy.flak_level, game.mat.cursor.decision = level, Decision.ALTITUDE
        game.table.charts.cards[FRANKFURT_CARD].hits = 10
        chosen.append(best.reasoned(game.mat, game.table.charts, game.mask, 0))
    light, heavy = chosen
    assert light.about == heavy.about > light.more and heavy.more > light.more
    assert light.action == ACTS.index_of(Act.LOW, 0)


@each(
    "left, bombers, price",
    [(0, 12, 0.35), (5, 12, 0.5), (9, 18, 0.5), (2, 12, 0.41), (5, 10, 0.7), (0, 9, 0.65)],
)
def test_damage_costs_more_while_missions_follow_and_bombers_are_few(left: int, bombers: int, price: float) -> None:
    game = Campaign().fly(VTG, KOBLENZ)
    game.mat.track.last = game.mat.track.box + left
    game.mat.bombers["status"] = [Status.READY] * bombers + [Status.NONE] * (SLOTS - bombers)
    assert price_of_damage(game.mat) == pytest.approx(price)


@pytest.mark.parametrize(("number", "action"), [(1, Act.CONTINUE), (6, Act.CHANGE_COURSE)])
def test_change_of_course_is_for_great_threats(number: int, action: Act) -> None:
    game = Campaign().fly(VTG, KOBLENZ)
    mat = game.mat
    mat.enemy.model, mat.enemy.number, mat.luck.counters[0] = 0, number, 1
    mat.escorts.ready = 2
    mat.cursor.decision = Decision.INTERCEPTED
    write_mask(mat, game.table, game.mask)
    given = best.reasoned(mat, game.table.charts, game.mask, 0)
    assert given.action == ACTS.index_of(action, 0)
    assert (given.about >= given.more) == (action == Act.CHANGE_COURSE)


def test_the_ace_is_sent_or_held_back_by_style() -> None:
    game = Campaign().fly(VTG, KOBLENZ)
    game.mat.cursor.decision = Decision.ACE
    write_mask(game.mat, game.table, game.mask)
    for script, verb in ((best, Act.SEND_ACE), (by_the_book, Act.SEND_ACE), (cautious, Act.HOLD_ACE)):
        assert script.reasoned(game.mat, game.table.charts, game.mask, 0).action == verb


@each("script", [best, by_the_book, cautious, all_wrong])
@each("waiting", [0, 1])
def test_covers_are_saved_only_if_a_wave_follows(script: Any, waiting: int) -> None:
    """Two attacks on Veterans, the second by an ace."""
    game = Campaign().fly([Level.VETERAN] * 3, KOBLENZ)
    mat = game.mat
    mat.attacks["seat"][:2], mat.attacks[1].ace, mat.enemy.covers = [0, 1], 1, 1
    mat.work.interceptors[2], mat.cursor.decision = waiting, Decision.COVER
    write_mask(mat, game.table, game.mask)
    given = script.reasoned(mat, game.table.charts, game.mask, 0).action
    assert game.mask[given]
    if script == all_wrong and waiting:
        assert given == Act.DONE
    else:
        assert given == Act.COVER + (script == best)
