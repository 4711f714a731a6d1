"""The crews of a formation as one question."""

import pytest

from stuka_env.text import Refusal, Taken, TextGame
from tests.support.text_players import begun


@pytest.fixture
def game() -> TextGame:
    """A war that asks for the crews of three aircraft."""
    game = TextGame(begun("Stuka/Mission-v0", 3))
    game.answer("Fly 3 aircraft")
    return game


def seated(game: TextGame) -> list[tuple[int, int]]:
    return [(int(card["pilot"]), int(card["gunner"])) for card in game.war.mat["aircraft"][:3]]


def test_all_seats_are_one_question(game: TextGame) -> None:
    assert game.question.words == "who flies the 3 aircraft, and who leads in aircraft 1"
    assert len(game.question.options) == 1
    assert isinstance(game.answer("the best rested"), Taken)
    assert seated(game) == [(1, 1), (2, 2), (3, 3)]


@pytest.mark.parametrize(
    "answer",
    [
        "[[4, 5], [6, 1], [2, 3]]",
        '{"answer": [[4, 5], [6, 1], [2, 3]]}',
        '{"crews": [[4, 5], [6, 1], [2, 3]]}',
        "1: pilot 4, gunner 5; 2: pilot 6, gunner 1; 3: pilot 2, gunner 3",
        "aircraft 1: 4+5\naircraft 2: 6+1\naircraft 3: 2+3",
        "<think>[[1, 1]]</think>Fresh crews first.\n\nAnswer:\n```json\n[[4, 5],\n\n [6, 1], [2, 3]]\n```",
        "My crews:\n- **1:** pilot 4, gunner 5\n- **2:** pilot 6, gunner 1\n- **3:** pilot 2, gunner 3",
        "Answer: 1: pilot 4 and gunner 5; 2: pilot 6 and gunner 1; 3: pilot 2 and gunner 3.",
    ],
)
def test_own_crews_are_read(answer: str, game: TextGame) -> None:
    taken = game.answer(answer)
    assert isinstance(taken, Taken), str(taken)
    assert taken.words == "pilot + gunner 1: 4+5, 2: 6+1, 3: 2+3"
    assert seated(game) == [(4, 5), (6, 1), (2, 3)]


@pytest.mark.parametrize(
    "answer", ["1", "Answer: 1 because pilot 3 is tired, gunner 5 too", "[1]", "1. The best rested"]
)
def test_the_number_of_an_offer_is_no_crew(answer: str, game: TextGame) -> None:
    assert isinstance(game.answer(answer), Taken)
    assert seated(game) == [(1, 1), (2, 2), (3, 3)]


def test_seats_that_are_left_out_go_to_the_best_rested(game: TextGame) -> None:
    assert isinstance(game.answer("[[null, 2], [1]]"), Taken)
    assert seated(game) == [(2, 2), (1, 1), (3, 3)]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("[[1, 1], [1, 2], [3, 3]]", "The pilot 1 has two seats."),
        ("[[12, 1]]", "There is no pilot 12: the numbers are 1 to 11."),
        ("[[11, 1]]", "The pilot 11 cannot sit in aircraft 1"),
        ("4: pilot 1, gunner 1", "Aircraft 4 does not fly: the formation has aircraft 1 to 3."),
        ("[[1, true]]", "The crew of aircraft 1 must be a pair of numbers, pilot and gunner."),
        ("[[1, 2, 3]]", "The crew of aircraft 1 must be a pair of numbers, pilot and gunner."),
        ("[]", 'The crews must read "1: pilot 3'),
        ('{"crews": 3}', 'The crews must read "1: pilot 3'),
        ('{"answer": []}', "The crews must be pairs of pilot and gunner"),
        ("1: pilot 3, gunner 5\n2: pilot four", 'The crews must read "1: pilot 3'),
        ("anybody", 'The crews must read "1: pilot 3'),
        ("7", "There is no option 7: the numbers are 1 to 1."),
    ],
)
def test_crews_that_cannot_be_are_refused(answer: str, reason: str, game: TextGame) -> None:
    before = game.war.get_state()
    refusal = game.answer(answer)
    assert isinstance(refusal, Refusal)
    assert refusal.reason.startswith(reason)
    assert refusal.allowed[-1].startswith("Or your own crews as JSON")
    assert game.war.get_state() == before


def test_the_last_crews_are_offered_in_the_next_mission() -> None:
    game = TextGame(begun("Stuka/Segment-v0", 5))
    used: list[tuple[int, int]] = []
    while not game.over:
        if game.question.list_question is not None:
            if used:
                break
            assert isinstance(game.answer("[[4, 5], [6, 1], [2, 3]]"), Taken)
            used = seated(game)
        else:
            last = str(len(game.question.options))
            assert isinstance(game.answer("Fly 3" if "how many" in game.question.words else last), Taken)
    assert used == [(4, 5), (6, 1), (2, 3)]
    assert [option.words.partition(" (")[0] for option in game.question.options] == [
        "The best rested",
        "As last time, the best rested for who is missing",
    ]
