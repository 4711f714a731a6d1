"""Campaign and track, the card and the cloud, assignment (W001 to W019)."""

import numpy as np
import pytest

from stuka_env.games.wing.codes import (
    Act,
    Cloud,
    Decision,
    Escort,
    Level,
    Over,
    Phase,
    Scale,
    Status,
    War,
)
from stuka_env.games.wing.codes import (
    Campaign as Campaigns,
)
from stuka_env.games.wing.rules.campaign import deal_deck
from tests.support.wing.game import Campaign

BITS = {(1942,): 1, (1942, 1943): 3, (1942, 1943, 1944): 7, (1943, 1944): 6}


@pytest.mark.rule("W001", "W003", "X78", "X01", "X31", "X33")
@pytest.mark.parametrize(
    ("campaign", "first", "last", "deck", "bombers", "crews"),
    [
        (Campaigns.FULL, 1, 25, 1, (12, 0), (6, 6, 2)),
        (Campaigns.LATE_ENTRY, 10, 24, 3, (10, 3), (5, 7, 3)),
        (Campaigns.SHORT_1944, 14, 23, 7, (7, 7), (4, 8, 4)),
        (Campaigns.SHORT_1942, 1, 5, 1, (12, 0), (6, 6, 2)),
    ],
)
def test_a_campaign_begins_with_its_box_deck_and_squadron(
    campaign: int, first: int, last: int, deck: int, bombers: tuple[int, int], crews: tuple[int, int, int]
) -> None:
    """All ready and rested; Veteran crews and old models in the first slots."""
    mat = Campaign(campaign=campaign).mat
    assert (mat.track.box, mat.track.first, mat.track.last, mat.track.deck) == (first, first, last, deck)
    ready = mat.bombers[mat.bombers["status"] == Status.READY]
    assert ready["model"].tolist() == [0] * bombers[0] + [1] * bombers[1]
    levels = mat.crews[mat.crews["status"] == Status.READY]["level"].tolist()
    assert levels == [Level.VETERAN] * crews[2] + [Level.TRAINED] * crews[1] + [Level.GREEN] * crews[0]
    assert not mat.crews["flown"].any() and not mat.luck.counters.any() and mat.track.war == War.NOTHING


@pytest.mark.rule("W005", "W006", "X02", "X05")
def test_years_join_the_deck_in_their_first_box_and_1942_leaves_before_box_17() -> None:
    """WT17."""
    game = Campaign(campaign=Campaigns.LATE_ENTRY)
    decks = {}
    for box in range(10, 18):
        game.mat.track.box = box
        deal_deck(game.mat, game.table)
        decks[box] = int(game.mat.track.deck)
    assert [decks[box] for box in (10, 13, 14, 16, 17)] == [3, 3, 7, 7, 6]


@pytest.mark.rule("W010")
def test_a_card_is_drawn_of_the_deck_alone() -> None:
    """Each card with the same chance; the deck has no memory."""
    cards = [int(Campaign(seed=seed, campaign=Campaigns.SHORT_1942).go().mat.mission.card) for seed in range(400)]
    assert set(cards) == set(range(1, 21))
    assert np.bincount(cards, minlength=21)[1:].max() < 45


def test_a_planned_card_must_be_in_the_deck() -> None:
    game = Campaign().dice(CARD=[35], CLOUD=[(1, 1)])
    with pytest.raises(AssertionError, match="NOT_IN_DECK on CARD"):
        game.go()


@pytest.mark.rule("W011")
@pytest.mark.parametrize(("dice", "cloud"), [((3, 3), 0), ((3, 4), 1), ((4, 5), 1), ((4, 6), 2)])
def test_the_cloud_by_two_dice(dice: tuple[int, int], cloud: int) -> None:
    """2 to 6 clear, 7 to 9 light, 10 to 12 heavy."""
    assert Campaign().dice(CARD=[1], CLOUD=[dice]).go().mat.mission.cloud == Cloud(cloud)


def crews(game: Campaign) -> list[int]:
    """Return the slots of the crews that may be chosen."""
    assert game.decision == Decision.CREW
    return [argument - 1 for _, argument in game.legal]


@pytest.mark.rule("W012", "W014", "W015", "W018", "W019", "X07", "X47")
def test_places_are_filled_crew_by_crew() -> None:
    """WT01: equal crews and bombers are one choice, a card without escorts has none."""
    game = Campaign(campaign=Campaigns.SHORT_1942)
    game.mat.track.war = War.ESCORTS
    game.dice(CARD=[16], CLOUD=[(4, 4)], ESCORT_TYPE=[2]).go()
    for legal, crew in (([0, 2, 8], 0), ([1, 2, 8], 2), ([1, 3, 8], 8), ([1, 3, 9], 3), ([1, 4, 9], 4), ([1, 5, 9], 9)):
        assert crews(game) == legal
        game.act(Act.CREW, crew + 1)
    game.assert_all_rolled()
    mat = game.mat
    assert game.decision == Decision.MOVE and mat.mission.sent == 6 and mat.mission.short == 0
    assert mat.seats["crew"][:6].tolist() == [0, 2, 8, 3, 4, 9] and mat.seats["bomber"][:6].tolist() == list(range(6))
    assert [(int(seat.element), int(seat.place)) for seat in mat.seats[:6]] == [
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 0),
        (1, 1),
        (1, 2),
    ]
    assert (mat.escorts.type, mat.escorts.ready) == (Escort.P_47, 0)


@pytest.mark.rule("W019")
def test_more_escorts_add_two_to_a_card_that_has_any_and_never_pass_eight() -> None:
    for card, ready in ((1, 6), (4, 8), (41, 8)):
        game = Campaign().dice(ESCORT_TYPE=[1]).fly([0] * 6, 0, card=card)
        game.mat.track.war = War.ESCORTS
        assert game.step(Phase.TAKE_OFF).mat.escorts.ready == ready


@pytest.mark.rule("W015")
def test_two_models_are_a_choice() -> None:
    """Of one model the lowest slot."""
    game = Campaign(campaign=Campaigns.SHORT_1944).dice(CARD=[1], CLOUD=[(1, 1)]).go().act(Act.CREW, 1)
    assert game.decision == Decision.BOMBER and game.mat.cursor.subject == 0
    assert game.legal == [("BOMBER", 1), ("BOMBER", 8)]
    game.act(Act.BOMBER, 8)
    assert game.mat.seats[0].bomber == 7 and game.mat.bombers[7].status == Status.FLYING


@pytest.mark.rule("W016", "X76")
def test_a_tired_crew_is_told_apart_and_its_ratings_count_one_less() -> None:
    """After three missions in a row; without the option only levels differ."""
    for fatigue, legal in ((1, [0, 1, 2, 8]), (0, [0, 2, 8])):
        game = Campaign(campaign=Campaigns.SHORT_1942, fatigue=fatigue)
        game.mat.crews[0].flown = 3
        assert crews(game.dice(CARD=[1], CLOUD=[(1, 1)]).go()) == legal
        assert game.act(Act.CREW, 1).mat.seats[0].tired == fatigue


@pytest.mark.rule("W012", "W013", "X39")
def test_missing_bombers_cost_a_point_each() -> None:
    """As many as there are, never fewer by choice."""
    game = Campaign(campaign=Campaigns.SHORT_1942)
    game.mat.bombers["status"][4:] = Status.NONE
    game.dice(CARD=[1], CLOUD=[(1, 1)], ESCORT_TYPE=[1]).go()
    for _ in range(4):
        game.act(Act.CREW, crews(game)[0] + 1)
    assert game.decision == Decision.MOVE
    mission = game.mat.mission
    assert (mission.sent, mission.short, mission.points, mission.threshold, mission.elements) == (4, 2, -2, 2, 2)


@pytest.mark.rule("W017", "X62")
def test_with_no_bomber_ready_nothing_is_flown() -> None:
    """WT17: all are short, no type of escorts is rolled."""
    game = Campaign(campaign=Campaigns.LATE_ENTRY)
    game.mat.bombers["status"][:] = Status.NONE
    game.dice(CARD=[35], CLOUD=[(1, 1)], REPLACEMENT=[1], WAR=[(3, 3)])
    game.until(Phase.AFTERMATH)
    assert game.mat.mission.points == -12 and game.mat.mission.sent == 0
    game.step(Phase.AFTERMATH)
    assert (game.mat.track.points, game.mat.track.box, game.mat.track.logged) == (-12, 11, 1)


@pytest.mark.rule("X68")
@pytest.mark.parametrize(("start", "deck", "year"), [(1, 1, 12), (7, 3, 10), (14, 7, 7), (17, 7, 7)])
def test_a_single_mission_has_the_deck_and_the_squadron_of_its_box(start: int, deck: int, year: int) -> None:
    """Each year from its first box; 1942 leaves at the draw of box 17."""
    game = Campaign(scale=Scale.MISSION, campaign=Campaigns.SINGLE, start=start)
    mat = game.mat
    assert (mat.track.box, mat.track.deck, (mat.bombers["model"][mat.bombers["status"] == 1] == 0).sum()) == (
        start,
        deck,
        year,
    )
    assert game.go().mat.track.deck == (deck if start < 17 else 6) and mat.track.over == Over.NO


def test_a_box_that_is_not_named_is_drawn_by_the_seed() -> None:
    boxes = {int(Campaign(seed=seed, scale=Scale.MISSION, campaign=4).mat.track.box) for seed in range(200)}
    assert boxes == set(range(1, 26))
