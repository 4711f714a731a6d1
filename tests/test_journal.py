"""The journal of a small game as declared: sentences, short displays, debriefs."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from stuka_env.declared.codes import Code
from stuka_env.declared.journal import EntryCode, Look, RollCode, counted, entry, named, roll
from stuka_env.declared.log_sheet import under
from stuka_env.declared.records import Numbers, Record, int8, record
from stuka_env.declared.sentences import (
    SentenceContext,
    Sentences,
    added_words,
    declaration_of,
    is_chance,
    sum_words,
    worth_reading,
)


class Beast(Code):
    RABBIT = 0
    FOX = 1, "old fox"


class Reason(Code):
    RAIN = 0
    HUNGER = 1


class Field(Code):
    BURROW = 0
    FOREST = 1


class Dice(RollCode):
    E1_HUNT = roll(Field.FOREST, 6, 6, title="The hunt", result=Beast, about="{who}")
    E2 = roll(Field.BURROW, 4, title="Sleep", says="{result} nights of {hours}", hours=int, silent=True)


class Kind(EntryCode):
    ROLL = entry("A roll of {dice}.")
    MODIFIER = entry("Modifier for {roll}: {modifier}.", silent=True)
    EATEN = entry("{Prey} loses {ears}.", prey=Beast, ears=counted("ear", "no ear"), look=Look.LOSS, section="Losses")
    FOUND = entry(
        "{who} finds nothing.", "{who} finds a {second}.", first=int, second=named(Beast), echoes=Dice.E1_HUNT
    )
    CAUGHT = entry("The {first} is caught.", first=("rabbit", "fox"), replaces=Dice.E1_HUNT, section=("Losses", "End"))
    DRAWN = entry("A card.", is_drawn=True)


@record
class Line(Record):
    kind: int = int8()
    chart: int = int8()
    total: int = int8()
    first: int = int8()
    second: int = int8()
    dice: Numbers = int8(shape=(2,))


class Told(NamedTuple):
    kind: Kind
    chart: Dice | None
    dice: tuple[int, ...]
    total: int
    first: int
    second: int
    text: str


SENTENCES = Sentences(
    entry=Told,
    kinds=Kind,
    charts=Dice,
    numbers=("first", "second"),
    modifier=(Reason, "first", "second"),
    codes={},
    places={Field.BURROW: "the burrow of {who}"},
    makers={
        "dice": lambda told, context: sum_words(told.dice, context.modifiers, told.total),
        "who": lambda told, context: context.charts,
    },
)


def lines(*given: dict[str, Any]) -> np.ndarray:
    records = np.zeros(len(given), Line.dtype)
    records["chart"] = -1
    for line, fields in zip(records, given, strict=True):
        for name, value in fields.items():
            line[name] = value
    return records


def told(*given: dict[str, Any]) -> list[Told]:
    return SENTENCES.translate(lines(*given), "the dog")


HUNT = {"kind": Kind.ROLL, "chart": Dice.E1_HUNT, "dice": (2, 3), "total": 4, "first": Beast.FOX}


def test_sentences_have_the_words_of_numbers_and_of_makers() -> None:
    story = told(
        {"kind": Kind.EATEN, "first": Beast.FOX, "second": 2},
        {"kind": Kind.EATEN},
        {"kind": Kind.FOUND},
        {"kind": Kind.FOUND, "first": 1, "second": 1},
        {"kind": Kind.MODIFIER, "chart": Dice.E1_HUNT, "first": Reason.RAIN, "second": -1},
        HUNT,
        {"kind": Kind.ROLL, "chart": Dice.E2, "dice": (4, 0), "total": 4, "first": 3, "second": 8},
        {"kind": Kind.ROLL, "dice": (4, 0), "total": 4},
    )
    assert [one.text for one in story] == [
        "Old fox loses 2 ears.",
        "Rabbit loses no ear.",
        "the dog finds nothing.",
        "the dog finds a fox.",
        "Modifier for the hunt (E1): -1 rain.",
        "The hunt (E1): 2 and 3 -1 rain = 4, old fox.",
        "Sleep (E2): 4, 3 nights of 8.",
        "A roll of 4.",
    ]


def test_a_growing_journal_is_read_like_a_whole_one() -> None:
    records = lines(HUNT, {"kind": Kind.MODIFIER, "chart": Dice.E1_HUNT, "second": 1}, HUNT)
    translator = SENTENCES.translator("the dog")
    for place in range(len(records)):
        translator.add(records[place : place + 1])
        assert translator.entries(1) == translator.entries()[-1:]
    twin = translator.copy()
    twin.add(records[:1])
    assert translator.entries() == SENTENCES.translate(records, "the dog") and len(twin.entries()) == 4


def test_rolls_are_for_somebody_and_have_their_dice() -> None:
    context = SentenceContext("the dog", ())
    hunt, sleep = SENTENCES.without_text(lines(HUNT, {"kind": Kind.ROLL, "chart": Dice.E2, "dice": (4, 0)}))
    assert (SENTENCES.about(hunt, context), SENTENCES.about(sleep, context)) == ("the dog", "the burrow of the dog")
    assert (Dice.E1_HUNT.thrown((6, 6)), Dice.E2.thrown((4,)), Dice.E1_HUNT.printed) == ("2d6", "1d4", "E1")
    assert added_words(((Reason.RAIN, -1), (Reason.HUNGER, 1))) == "-1 rain, +1 hunger: 0 in all"


def test_short_displays_leave_out_what_repeats_a_neighbour() -> None:
    found, caught, sleep = {"kind": Kind.FOUND}, {"kind": Kind.CAUGHT}, HUNT | {"chart": Dice.E2}
    read = worth_reading(told(HUNT, found, HUNT, caught, sleep, found, {"kind": Kind.MODIFIER, "chart": 0}))
    assert [one.kind for one in read] == [Kind.ROLL, Kind.CAUGHT, Kind.FOUND]


def test_headings_events_and_chance_follow_from_the_declarations() -> None:
    story = told(HUNT, {"kind": Kind.EATEN}, {"kind": Kind.CAUGHT}, {"kind": Kind.DRAWN})
    assert [one.kind for one in under(story, "Losses")] == [Kind.EATEN, Kind.CAUGHT]
    assert [one.kind for one in under(story, "End")] == [Kind.CAUGHT]
    assert [declaration_of(one).happens for one in story] == [False, True, False, False]
    assert [is_chance(one) for one in story] == [True, False, False, True]


def test_a_misspelt_option_or_name_is_no_declaration() -> None:
    with pytest.raises(AssertionError, match="sectoin: got 'Losses'"):
        entry("A loss.", sectoin="Losses")

    class Wrong(EntryCode):
        ROLL = entry("A roll of {dice} by {nobody}.")

    with pytest.raises(AssertionError, match="nobody: neither a maker, a number nor a field"):
        Sentences(
            entry=Told, kinds=Wrong, charts=Dice, numbers=("first", "second"), modifier=(Reason, "first", "second"),
            codes={}, places={}, makers={"dice": lambda told, context: "", "who": lambda told, context: ""},
        )  # fmt: skip
