"""The rulebook's worked examples, as games with strict dice; the table :data:`TRACES` has each played to its end."""

from collections.abc import Callable

import pytest

from stuka_env.engine.engine import TapeError
from stuka_env.games.stuka.charts import load_charts
from tests.support.game import Game

NO_CONTACT = 1
"""D10 on B1, Jun/Jul 1941."""
RESTING = {"pilots": [{"stress": 3}], "gunners": [{"stress": 3}]}
DROP = ("ATTACK", "DROP")
GO_ON = ("EN_ROUTE", "GO_ON")
NO_FLY = ("MUSTER", "NO_FLY")
GAMBLE = ("ATTACK", "GAMBLE")


def then(game: Game, *answers: tuple[str, str] | tuple[str, str, int]) -> Game:
    """The game after these answers, each as decision, verb and argument."""
    for decision, verb, *argument in answers:
        game.answer(decision, verb, *argument)
    return game


def mission_roll() -> Game:
    """An operation on its first mission."""
    return Game("Stuka/Operation-v0", dice={"A1": [(2, 3, 4)]})


def four_zones_out(**dice: object) -> Game:
    """Five aircraft on their way to zone 5 in June 1941; nothing happens before zone 4. Gunner 3 is Green."""
    game = Game(
        "Stuka/Operation-v0",
        setup={"target": "airfield", "zone": 5},
        dice={
            "EVENT": ["waypoint_reached", "radio_silence", "tail_wind", "cloud_bank"],
            "B1": [NO_CONTACT] * 3 + [8],
            **dice,
        },
    )
    game.brief(5, gunners=[1, 2, 11, 4, 5])
    game.answer("EN_ROUTE", "GO_ON")
    return game


def interception() -> Game:
    """One fighter in zone 4, which hits aircraft 3."""
    return four_zones_out(B2=[1, 1, 1, 5], B3=[(4, 5)], CUP=[3], C1=[(4, 5), (9, 2)])


def escorted_away() -> Game:
    """The escort removes that fighter."""
    return four_zones_out(B2=[1, 1, 1, 2], A4=[1], A6=[1])


def ten_aircraft() -> Game:
    """A Staffel of ten in zone 3; fighters have shot down number 7."""
    game = Game(
        "Stuka/Operation-v0",
        setup={"target": "airfield", "zone": 4},
        dice={
            "A1": [(3, 4, 1)],
            "EVENT": [
                "waypoint_reached",
                "radio_silence",
                "tail_wind",
                "cloud_bank",
                "endless_steppe",
                "familiar_river",
            ],
            "B1": [NO_CONTACT, NO_CONTACT, 3, NO_CONTACT, NO_CONTACT, NO_CONTACT],
            "B2": [1, 1, 5, 1, 1, 1],
            "B3": [(6, 3)],
            "CUP": [7],
            "C1": [(1, 6)],
            "C3": [6, 6],
            "C5": [2] * 9,
            "A4": [6],
            "A6": [1],
            "A2": [3, 3, 3, 3, 3, 3, 3, 10],
            "C8": [1],
            "C9_KIA": [9, 10],
        },
    )
    game.brief(10)
    game.answer("EN_ROUTE", "GO_ON")
    return game


def two_fighters(escort: int) -> Game:
    """Two fighters in zone 3, and this roll for the escort."""
    game = Game(
        "Stuka/Operation-v0",
        setup={"target": "airfield", "zone": 4},
        dice={
            "EVENT": ["waypoint_reached", "radio_silence", "tail_wind"],
            "B1": [NO_CONTACT, NO_CONTACT, 3],
            "B2": [1, 1, escort],
            "B3": [(6, 1)],
            "A4": [1],
            "A6": [1],
        },
    )
    game.brief(5)
    game.answer("EN_ROUTE", "GO_ON")
    return game


def resting_crew() -> Game:
    """A crew with three stress, and five missions nobody flies."""
    return Game("Stuka/Operation-v0", setup=RESTING, dice={"A1": [(3, 4, 1)] * 5})


def flying_crew() -> Game:
    """The same crew after a mission."""
    game = Game(
        "Stuka/Operation-v0",
        setup={**RESTING, "target": "bridge", "zone": 1},
        dice={"A1": [(3, 4, 1)], "A4": [1], "A6": [1], "A2": [1, 1, 1], "C5": [1, 1, 1]},
    )
    game.brief(3)
    game.answer("EN_ROUTE", "GO_ON")
    for _ in range(3):
        game.answer("ATTACK", "DROP")
    game.answer("RELIEF", "KEEP_RELIEF")
    return game


def six_scores() -> Game:
    """A mission of six attacks."""
    game = Game(
        "Stuka/Mission-v0",
        segment="1941-11",
        setup={"target": "rail", "zone": 1},
        dice={
            "A4": [1],
            "A6": [1],
            "A2": [1, 6, 5, 8, 9, 1],
            "C5": [1, 1, 1, 1, 1, 10],
            "C6": [10],
            "C7": [1, 1],
            "C8": [1],
        },
    )
    game.brief(6, special="SC1000", carriers=[1])
    game.answer("EN_ROUTE", "GO_ON")
    for _ in range(6):
        game.answer("ATTACK", "DROP")
    return game


def six_missions() -> Game:
    """A segment whose last mission is flown."""
    game = Game(
        "Stuka/Segment-v0",
        segment="1942-11",
        duration="short",
        setup={"mission": 6, "scores": [90, 65, 75, 80, 0], "target": "rail", "zone": 1},
        dice={"A4": [1], "A6": [1], "A2": [2, 2, 2], "C5": [1, 1, 10], "C6": [10], "C7": [1, 1], "C8": [1]},
    )
    game.brief(3)
    game.answer("EN_ROUTE", "GO_ON")
    for _ in range(3):
        game.answer("ATTACK", "DROP")
    return game


def end_of_segment(duration: str, missions: int) -> Game:
    """A crew with so many missions at the end of its first segment."""
    last = {"regular": 10, "short": 6}[duration]
    game = Game(
        "Stuka/Operation-v0",
        duration=duration,
        setup={"mission": last, "pilots": [{"missions": missions}], "gunners": [{"missions": missions}]},
        dice={"A1": [(3, 4, 1)] * 2},
    )
    game.answer("MUSTER", "NO_FLY")
    return game


def fourth_aircraft_lost(cup: list[int]) -> Game:
    """Five aircraft; Anti-Aircraft fire takes number 4 over zone 2; homeward a card asks for a number from the cup."""
    game = Game(
        "Stuka/Operation-v0",
        setup={"target": "airfield", "zone": 2},
        dice={
            "EVENT": ["waypoint_reached", "oil_on_the_windscreen"],
            "B1": [NO_CONTACT] * 2,
            "B2": [1] * 2,
            "A4": [1],
            "A6": [2],
            "C1": [(1, 6)],
            "C3": [6, 6],
            "A2": [1] * 4,
            "CUP": [4, *cup],
        },
    )
    game.brief(5)
    game.answer("EN_ROUTE", "GO_ON")
    return game


def mixed_crew() -> Game:
    """Aircraft 2 of four, with a Green gunner and a damaged tail, over its target."""
    tail = load_charts().record.c1[9]
    ruffled = next(die for die in range(1, 7) if tail[die].marker and tail[die].stress == 1)
    game = Game(
        "Stuka/Operation-v0",
        setup={"target": "bridge", "zone": 1},
        dice={"A4": [1], "A6": [2], "CUP": [2], "C1": [(9, ruffled)], "A2": [1]},
    )
    game.brief(4, gunners=[1, 11, 3, 4], special="SC1000", carriers=[2])
    game.answer("EN_ROUTE", "GO_ON")
    return game


def refused_number() -> Game:
    """Number 4 is planned to come out of the cup once more."""
    game = fourth_aircraft_lost([4])
    for _ in range(3):
        game.answer("ATTACK", "DROP")
    with pytest.raises(TapeError, match="CUP"):
        game.answer("ATTACK", "DROP")
    return game


def example_of_play() -> Game:
    """Barbarossa, Nov/Dec 1941. A second pilot rests, a third is in hospital, to see the end of the mission on them."""
    return Game(
        "Stuka/Operation-v0",
        setup={
            "segment": "1941-11",
            "pilots": [{}] * 7 + [{"stress": 2}, {"duty": "hospital", "timer": 3}],
        },
        dice={
            "A1": [(3, 4, 3), (1, 1, 1), (3, 4, 1)],
            "EVENT": ["waypoint_reached", "lost_rabbits_foot", "heard_the_one_about", "spots_in_the_distance"],
            "B1": [10, 4, 9, 9],
            "B2": [6, 6, 6, 2],
            "CUP": [3, 4, 2],
            "A4": [4],
            "A6": [3],
            "C1": [(10, 6), (9, 1)],
            "C3": [3],
            "C4": [4],
            "A2": [6, 5, 6, 4],
            "GAMBLE": [5],
            "B3": [(4, 4)],
            "C5": [7, 5, 8, 10],
            "C6": [6],
            "C8": [4],
            "C9_WIA": [2],
            "C9_KIA": [7],
        },
    )


def on_the_way_out() -> Game:
    """In zone 1: Staffel of five, SC1000 on 1 and 4, the Green gunner in 4."""
    game = example_of_play()
    game.brief(5, gunners=[1, 2, 3, 11, 5], special="SC1000", carriers=[1, 4])
    return game


def example_at_the_attack() -> Game:
    """Up to the first attack: Staffel of five D, SC1000 on 1 and 4, the Green gunner in 4."""
    return then(on_the_way_out(), GO_ON, GO_ON)


def example_at_the_airfield() -> Game:
    """Up to the last decision before the landings."""
    game = example_at_the_attack()
    for verb in ("DROP", "DROP", "DROP", "GAMBLE"):
        game.answer("ATTACK", verb)
    game.answer("EVENT", "CHEER_PILOT", 3)
    game.answer("EN_ROUTE", "GO_ON")
    return game


TRACES: dict[str, Callable[[], Game]] = {
    "T1": mission_roll,
    "T2": interception,
    "T2b": escorted_away,
    "T3": lambda: then(ten_aircraft(), ("EN_ROUTE", "SEND_HOME", 10), GO_ON, *[DROP] * 8),
    "T4 escort 5": lambda: two_fighters(5),
    "T4 escort 6": lambda: two_fighters(6),
    "T5 resting": lambda: then(resting_crew(), *[NO_FLY] * 4),
    "T5 flying": flying_crew,
    "T6": six_scores,
    "T7": six_missions,
    "T8 three missions": lambda: end_of_segment("regular", 3),
    "T8 two missions": lambda: end_of_segment("regular", 2),
    "T8 short": lambda: end_of_segment("short", 3),
    "T9": lambda: then(fourth_aircraft_lost([5]), *[DROP] * 4),
    "T9 refused": refused_number,
    "T10": lambda: then(mixed_crew(), DROP),
    "T11 mission": example_of_play,
    "T11 outbound": lambda: then(on_the_way_out(), GO_ON),
    "T11 attack": example_at_the_attack,
    "T11 attacks": lambda: then(example_at_the_attack(), DROP, DROP, DROP, GAMBLE),
    "T11 homeward": example_at_the_airfield,
    "T11 landing": lambda: then(example_at_the_airfield(), ("RELIEF", "KEEP_RELIEF")),
}
"""Every worked example, played as far as the book tells it."""
TAPED: dict[str, Callable[[], Game]] = {
    "T2": interception,
    "T9": lambda: fourth_aircraft_lost([5]),
    "T11": example_at_the_airfield,
}
"""Three of them, for tests that take longer."""
