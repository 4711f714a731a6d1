"""Labels of actions, with what a player knows of their objects."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from stuka_env.declared.codes import plural
from stuka_env.declared.journal import words_of
from stuka_env.declared.labels import OptionLabel, with_facts
from stuka_env.declared.plain_values import chart_values, values_of
from stuka_env.games.wing.charts import LoadedCharts
from stuka_env.games.wing.codes import (
    ACTS,
    PLACES,
    Act,
    Cloud,
    Decision,
    Departure,
    Element,
    Enemy,
    Entry,
    Escort,
    Leg,
    Level,
    Model,
    Place,
    slot_words,
)
from stuka_env.games.wing.words.odds import odds_words


def crew_words(slot: int, mat: Any, charts: LoadedCharts) -> Iterator[str]:
    """Yield the level of a crew, and the missions in a row that it has flown."""
    crew = mat["crews"][slot]
    yield Level.word_of(int(crew["level"]))
    if mat["plan"]["fatigue"] and crew["flown"]:
        is_tired = crew["flown"] >= chart_values(charts).tired_after
        yield "tired" if is_tired else f"{plural(int(crew['flown']), 'mission')} in a row"


def model_of(slot: int, mat: Any) -> Model:
    """Return the model of a bomber."""
    return Model(2 * int(mat["plan"]["squadron"]) + int(mat["bombers"][slot]["model"]))


def box_words(box: int, mat: Any, charts: LoadedCharts) -> Iterator[str]:
    """Yield what is known of a box of the map: its way to the goal, flak, and a rendezvous."""
    row = chart_values(charts).boxes[box]
    left = row["distance"][mat["mission"]["goal"]]
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


def label(action: int, mat: Any, charts: LoadedCharts) -> OptionLabel:
    """Return an action in words under the charts in force; with a mat also its odds and what is known of its object."""
    verb, argument = ACTS.verb_of(action), ACTS.actions[action].argument
    text = f"Fly to {charts.names.boxes[argument]}" if verb == Act.BOX else verb.text.replace("{n}", str(argument))
    if mat is None:
        return OptionLabel(text)
    facts = OBJECTS[verb](argument, values_of(mat), charts) if verb in OBJECTS else ()
    return with_facts(text, facts, odds_words(verb, argument, mat, charts))


ALTITUDES = words_of(Entry.ALTITUDE.declared.numbers["altitude"])
"""The words of the altitude of a bombing run, as the journal has them."""


def _place(mat: Any) -> str:
    """Return the place that is filled: "High, Left (5 of 9)"."""
    place, required = int(mat["mission"]["place"]), int(mat["mission"]["required"])
    element, seat = divmod(place, PLACES)
    return f"{Element.word_of(element)}, {Place.word_of(seat)} ({place + 1} of {required})"


def _way(mat: Any) -> str:
    """Return the leg and the moves that are left."""
    mission = mat["mission"]
    return f"{Leg.word_of(int(mission['leg']))}, {plural(int(mission['limit']) - int(mission['moves']), 'move')} left"


def escorts_words(number: int, kind: int, ace: int) -> str:
    """Return a group of escorts: "6 P-51 with an ace"."""
    return f"{number} {Escort.word_of(kind)}{' with an ace' if ace else ''}"


def _offer(mat: Any) -> str:
    """Return the escorts that are offered and those that are there."""
    escorts = mat["escorts"]
    new = escorts_words(escorts["offered"], escorts["offered_type"], escorts["offered_ace"])
    return f"{new} for {escorts_words(escorts['ready'] + escorts['damaged'], escorts['type'], escorts['ace'])}"


def _fight(mat: Any) -> str:
    """Return the escorts that must fight, the interceptors, and whether the escorts have an ace."""
    ace = ", an ace is among the escorts" if mat["escorts"]["ace"] else ""
    return f"{mat['enemy']['must_fight'] or 'nobody'} must fight {_interceptors(mat)}{ace}"


def _of_ace(mat: Any) -> str:
    """Return the escorts that fight, of all who could, and the interceptors."""
    enemy = mat["enemy"]
    number, able = int(enemy["fighting"]), int(enemy["stay"] + enemy["free"] or mat["escorts"]["ready"])
    return f"{number} of {plural(able, 'escort')} {'fight' if number > 1 else 'fights'} {_interceptors(mat)}"


def _interceptors(mat: Any) -> str:
    enemy = mat["enemy"]
    aces = f" with {plural(int(enemy['aces_left']), 'ace')}" if enemy["aces_left"] else ""
    return f"{enemy['left']} {Enemy.word_of(int(enemy['model']))}{aces}"


def _covers(mat: Any) -> str:
    enemy = mat["enemy"]
    return f"{plural(int(enemy['covers']), 'escort')} can cover, round {enemy['round_number']}"


def _departure(mat: Any) -> str:
    cursor = mat["cursor"]
    return f"bomber {slot_words(int(cursor['subject']))} {Departure.word_of(int(cursor['departure']))}"


def _cloud(mat: Any) -> str:
    return f"the cloud is {Cloud.word_of(int(mat['mission']['cloud']))}"


SUBJECTS: dict[Decision, Callable[[Any], str]] = {
    Decision.CREW: _place,
    Decision.BOMBER: lambda mat: f"crew {slot_words(int(mat['cursor']['subject']))}",
    Decision.MOVE: _way,
    Decision.RENDEZVOUS: _offer,
    Decision.FLAK: lambda mat: f"flak of level {mat['enemy']['flak_level']}",
    Decision.INTERCEPTED: _interceptors,
    Decision.JOIN: _fight,
    Decision.PRESS: lambda mat: f"{mat['enemy']['stay'] or 'nobody'} must go on against {_interceptors(mat)}",
    Decision.COVER: _covers,
    Decision.SAVE: _departure,
    Decision.STRAGGLER: _departure,
    Decision.ALTITUDE: _cloud,
    Decision.RUN: lambda mat: f"{_cloud(mat)}, the run is {ALTITUDES(int(mat['mission']['low']))}",
    Decision.ACE: _of_ace,
}
"""The words about the subject of each decision."""


def question_of(mat: Any) -> str:
    """Return the open decision of a mat in words: "which bomber the crew takes: crew 3"."""
    decision = Decision(int(mat["cursor"]["decision"]))
    return f"{decision.word}: {SUBJECTS[decision](mat)}" if decision in SUBJECTS else decision.word
