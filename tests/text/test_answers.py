"""Reading of answers: numbers, words, JSON, and refusals."""

import pytest

from stuka_env.text.answers import place_of, value_of

OPTIONS = (
    "Fly 6 aircraft (Staffel)",
    "Drop the bombs: SC500 + SC50 (DRM -1, expected 48)",
    "Drop the rockets",
    "Rudel Gamble (DRM -3)",
)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("2", 1),
        (" 2. ", 1),
        ('{"answer": 3}', 2),
        ('{"number": 4, "reason": "it counts"}', 3),
        ('{"choice": "rudel gamble"}', 3),
        ('"Rudel Gamble"', 3),
        ("Rudel Gamble (DRM -3)", 3),
        ("RUDEL GAMBLE", 3),
        ("4. Rudel Gamble", 3),
        ("fly 6", 0),
        ("drop the bombs", 1),
        ("I think that 2 is too risky.\nAnswer: 4", 3),
        ("Answer: 1\nNo, better:\n**Answer:** fly 6 aircraft", 0),
        ('Because of the odds:\n```json\n{"answer": 2}\n```', 1),
    ],
)
def test_an_answer_names_an_option(text: str, place: int) -> None:
    assert place_of(value_of(text), OPTIONS) == place


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0", "There is no option 0: the numbers are 1 to 4."),
        ("-1", "There is no option -1: the numbers are 1 to 4."),
        ("9" * 5000, "There is no option 999999999: the numbers are 1 to 4."),
        ("", "The answer '' is not a number or the words of an option."),
        ("null", "The answer None is not a number or the words of an option."),
        ("true", "The answer True is not a number or the words of an option."),
        ("[1]", "The answer [1] is not a number or the words of an option."),
        ("[" * 10_000, "is not the number or the words of an option."),
        ("2.5", "The answer 2.5 is not a number or the words of an option."),
        ("attack", "The answer 'attack' is not the number or the words of an option."),
        ("drop", f"The answer 'drop' fits several options: {OPTIONS[1]}; {OPTIONS[2]}."),
        ("1 or 2", "The answer '1 or 2' is not the number or the words of an option."),
    ],
)
def test_an_answer_that_names_none_has_a_reason(text: str, reason: str) -> None:
    refused = place_of(value_of(text), OPTIONS)
    assert isinstance(refused, str)
    assert reason in refused
