"""Labels of actions, with what a player knows of their objects."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from stuka_env.declared.codes import plural
from stuka_env.games.wing.charts import LoadedCharts
from stuka_env.games.wing.codes import ACTS, Act, Level, Model, slot_words

table_of_actions = ACTS.table


def crew_words(slot: int, mat: Any, charts: LoadedCharts) -> Iterator[str]:
    """Yield the level of a crew, and the missions in a row that it has flown."""
    record: Any = charts.record
    crew = mat["crews"][slot]
    yield Level.word_of(int(crew["level"]))
    if mat["plan"]["fatigue"] and crew["flown"]:
        is_tired = crew["flown"] >= record["tired_after"]
        yield "tired" if is_tired else f"{plural(int(crew['flown']), 'mission')} in a row"


def model_of(slot: int, mat: Any) -> Model:
    """Return the model of a bomber."""
    return Model(2 * int(mat["plan"]["squadron"]) + int(mat["bombers"][slot]["model"]))


def box_words(box: int, mat: Any, charts: LoadedCharts) -> Iterator[str]:
    """Yield what is known of a box of the map: its way to the goal, flak, and a rendezvous."""
    record: Any = charts.record
    row = record["boxes"][box]
    left = int(row["distance"][mat["mission"]["goal"]])
    yield f"{plural(left, 'box')} to go" if left else "the goal"
    if row["flak"]:
        yield f"flak {row['flak']}"
    if row["rendezvous"] and not mat["route"]["visits"][box]:
        yield "rendezvous"


def attack_words(number: int, mat: Any) -> Iterator[str]:
    """Yield the bomber that is attacked, and an ace."""
    attack = mat["attacks"][number - 1]
    yield f"on bomber {slot_words(int(mat['seats'][attack['seat']]['bomber']))}"
    if attack["ace"]:
        yield "by an ace"


OBJECTS: Mapping[Act, Callable[[int, Any, LoadedCharts], Iterator[str]]] = {
    Act.CREW: lambda number, mat, charts: crew_words(number - 1, mat, charts),
    Act.BOMBER: lambda number, mat, charts: iter((model_of(number - 1, mat).word,)),
    Act.BOX: box_words,
    Act.COVER: lambda number, mat, charts: attack_words(number, mat),
}
"""Functions that yield what is known of the object of an action: its argument, the mat, the charts."""


def label(action: int, mat: Any, charts: LoadedCharts) -> str:
    """Return an action in words under the charts in force; with a mat also what is known of its object."""
    verb, argument = ACTS.verb_of(action), ACTS.actions[action].argument
    text = f"Fly to {charts.names.boxes[argument]}" if verb == Act.BOX else verb.text.replace("{n}", str(argument))
    known = OBJECTS.get(verb) if mat is not None else None
    return f"{text} ({', '.join(known(argument, mat, charts))})" if known else text
