"""The first game as a record of what it provides to be played by hand."""

from collections.abc import Mapping
from typing import Any

from stuka_env.game import game_named
from stuka_env.games.stuka.codes import Act, Chart, Scale, to_index
from stuka_env.games.stuka.play import lessons
from stuka_env.games.stuka.play.seating import CREW_SEATING
from stuka_env.games.stuka.rules.ledger import score_due
from stuka_env.games.stuka.words.journal import card_words
from stuka_env.games.stuka.words.labels import crew_label
from stuka_env.play.parts import Choice, PlayParts, ResultParts, WordParts
from stuka_env.play.typed_rolls import Need
from stuka_env.play.war import War


def drawn(war: War, need: Need) -> list[Choice]:
    """Return the numbers of the cup, or the event cards; none while dice are asked for."""
    if need.chart == Chart.CUP:
        return [
            Choice(slot, slot, f"Number {slot}: {war.crews.named(crew_label(war.mat, slot))}", "")
            for slot in need.choices
        ]
    return [
        Choice(number, card, card_words(to_index(card), war.charts), "") for number, card in enumerate(need.choices, 1)
    ]


ABOUT_GAME = """\
You lead a squadron of dive bombers. At every question the options are listed with what they mean; where a chart gives \
odds, they stand in brackets.

On the Mission Track, square brackets are where the formation is, and the target stands in brackets. Levels of people, \
the lowest first: Green, Veteran, Ace, Elite, Hero."""
ABOUT_DICE = """\
You roll. The program names the chart and the crew, adds the modifiers and keeps the records. Type the faces as they \
lie, white dice first, such as 3 4 2. A 0 on a D10 is a 10. u takes back a roll with a typing error."""
ABOUT_PAGE = (
    "L is the leader and D the Lucky Dog. Red squares are stress, red crosses wounds, a red x damage. The meaning of "
    "each word is shown when the pointer rests on it; all words are at the foot of the page."
)


RIVAL_SCRIPT = "old_hand"
"""The yardstick of all comparisons."""
TRAINED_AGENT = "distilled"
"""The trained agent of all wars, under any charts."""


def target_words(mission: Mapping[str, Any], number: int) -> str:
    """Return number and target of a completed mission; ``number`` counts from 0."""
    if not mission["zone"]:
        return f"{number + 1}"
    return f"{number + 1}: {mission['size']} {mission['target']}, zone {mission['zone']}"


def mission_words(mission: Mapping[str, Any]) -> str:
    """Return the score of a completed mission and its losses."""
    if mission["no_fly"]:
        return "not flown"
    lost = f", {mission['lost']} lost" if mission["lost"] else ""
    return f"{mission['score']}{lost}"


PLAY = PlayParts(
    game=game_named("stuka"),
    title="STUKA",
    words=WordParts(
        drawn=drawn,
        gives_up=frozenset({Act.NO_FLY, Act.ABORT}),
        in_order=lambda war: war.legal,
        about_game=ABOUT_GAME,
        about_dice=ABOUT_DICE,
        about_page=ABOUT_PAGE,
    ),
    results=ResultParts(
        points=score_due,
        level=lambda war: str((war.result or {})["level"]),
        so_far=lambda war: "" if war.scale == Scale.MISSION else f"{war.points:.1f} points so far",
        compared=target_words,
        scored=mission_words,
        rivals=(TRAINED_AGENT, RIVAL_SCRIPT),
        nouns=("war",) * len(Scale),
    ),
    facts=lessons,
    seating=CREW_SEATING,
)
