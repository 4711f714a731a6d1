"""The mat as text of at most 100 columns and 40 lines without colours, for ``render_mode="ansi"``."""

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from stuka_env.games.interceptor.charts import LoadedCharts, load_charts
from stuka_env.games.interceptor.codes import (
    CARDS,
    NOBODY,
    SERIES,
    UNLIMITED,
    Bomber,
    Cause,
    Decision,
    Enemy,
    Health,
    Ladder,
    Maneuver,
    Marker,
    Offer,
    Orientation,
    Over,
    Person,
    Position,
    Presence,
    Quality,
    Range,
    Rockets,
    Scale,
    Series,
    Skill,
    TargetZone,
    Weather,
    Zone,
)
from stuka_env.games.interceptor.words import odds, wording
from stuka_env.games.interceptor.words.entry import JournalEntry
from stuka_env.games.interceptor.words.translation import worth_reading

TEXT_WIDTH = 100
TEXT_HEIGHT = 40
TAIL = 10
"""Largest number of lines of the journal."""
NAME_WIDTH = 11
"""Columns of the name of a paragraph."""
NumpyRecord = Any
"""A record of :data:`stuka_env.games.interceptor.rules.mat.Mat.dtype`."""


def clipped(text: str) -> str:
    """Return a line cut to the width of the screen."""
    return text if len(text) <= TEXT_WIDTH else text[: TEXT_WIDTH - 3] + "..."


def wrapped(name: str, words: Sequence[str]) -> list[str]:
    """Return a named paragraph, its lines indented under the name; nothing if there are no words."""
    text = ", ".join(filter(None, words))
    if not text:
        return []
    heading = f"{name + ':' if name else '':<{NAME_WIDTH}}{text}"
    return textwrap.wrap(heading, TEXT_WIDTH, subsequent_indent=" " * NAME_WIDTH)


def level_of(charts: LoadedCharts, bombers: int) -> str:
    """Return the level of victory of a number of bombers."""
    return Ladder.word_of(max(int((charts.record["ladder"] <= bombers).sum()) - 1, int(Ladder.DEFEAT)))


def score_words(mat: NumpyRecord, charts: LoadedCharts) -> str:
    """Return the score: "6 bombers (Draw)"; only a whole career has a level of victory (5.2.1)."""
    bombers = int(mat["career"]["bombers"])
    level = f" ({level_of(charts, bombers)})" if mat["settings"]["scale"] == Scale.CAREER else ""
    return wording.plural(bombers, "bomber") + level


# --- the career ---


def heading(mat: NumpyRecord, charts: LoadedCharts) -> list[str]:
    """Return the episode, the month and line, and the score."""
    career = mat["career"]
    scale = Scale.word_of(int(mat["settings"]["scale"]))
    month, lines = int(career["month"]), int(charts.record["lines"][career["month"]])
    place = wording.MONTH_TITLES[month]
    if mat["settings"]["scale"] != Scale.SORTIE and career["line"]:
        place += f", line {career['line']} of {lines}"
    return [clipped(f"INTERCEPTOR ACE   {scale}   {place}   {score_words(mat, charts)}"), "=" * TEXT_WIDTH]


def kill_words(mat: NumpyRecord) -> str:
    """Return the kills of the pilot: "3 B-17F + 1 fighter"."""
    career = mat["career"]
    kills = [f"{count} {Bomber(kind).word}" for kind, count in enumerate(career["by_type"].tolist(), 1) if count]
    kills += [wording.plural(int(career["fighters"]), "fighter")] if career["fighters"] else []
    return " + ".join(kills) or "none"


def base_words(mat: NumpyRecord, charts: LoadedCharts) -> str:
    """Return the unit, its base and its zone; empty before the unit is known."""
    unit, zone = int(mat["career"]["unit"]), Zone.word_of(int(mat["career"]["zone"]))
    return f"{charts.names.units[unit]} at {charts.names.bases[unit]} (zone {zone})" if unit else ""


def career_lines(mat: NumpyRecord, charts: LoadedCharts) -> list[str]:
    """Return kills, flights, markers and the base."""
    career = mat["career"]
    words = [f"kills {kill_words(mat)}", f"{wording.plural(int(career['flown']), 'sortie')} flown"]
    words += [f"{career['sit_out']} to sit out"] if career["sit_out"] else []
    words += [f"{career['aircraft_lost']} aircraft lost"] if career["aircraft_lost"] else []
    markers = zip(Marker.words(), career["markers"], strict=True)
    words += [f"marker {name}" for name, count in markers if count]
    return wrapped("Career", [*words, base_words(mat, charts)])


def person_words(mat: NumpyRecord, person: Person) -> list[str]:
    """Return points, clock and skills of a person."""
    name = ("pilot", "wingman", "gunner")[person]
    who = mat[name]
    words = [wording.plural(int(who["points"]), "point")] if who["points"] else []
    words += [Skill(skill).short for skill in odds.owned_skills(mat, person)]
    return words + [f"Expert {Series.word_of(series)}" for series in range(SERIES) if who["expert"][series]]


def pilot_lines(mat: NumpyRecord) -> list[str]:
    """Return the pilot: rank, health, Prestige, skills and awards."""
    pilot = mat["pilot"]
    words = [
        wording.rank_words(int(pilot["track"]), int(pilot["rank"])),
        Health.word_of(int(pilot["health"])),
        f"Prestige {pilot['prestige']}, level {pilot['level']}",
    ]
    words += [f"fatigue {pilot['fatigue']}"] if mat["settings"]["fatigue"] else []
    words += [wording.plural(int(pilot["free_moves"]), "free move")] if pilot["free_moves"] else []
    awards = [wording.award_words(award, grade) for award, grade in odds.held_awards(mat)]
    return wrapped("Pilot", words + person_words(mat, Person.PILOT)) + wrapped("Awards", awards)


def crew_lines(mat: NumpyRecord, charts: LoadedCharts) -> list[str]:
    """Return the wingman, and the gunner if the aircraft has a seat for one."""
    wingman, gunner = mat["wingman"], mat["gunner"]
    words = [Presence.word_of(int(wingman["present"]))]
    words += ["Ace"] if wingman["ace"] else []
    words += person_words(mat, Person.WINGMAN)
    lines = wrapped("Wingman", words)
    series = charts.record["models"][mat["aircraft"]["model"]]["series"]
    if charts.record["series"][series]["crew"] > 1:
        words = [wording.GUNNER_WORDS[int(gunner["present"])], Health.word_of(int(gunner["health"]))]
        words += person_words(mat, Person.GUNNER)
        old = mat["old_gunner"]
        words += [f"the old one is back in {wording.plural(int(old['away']), 'sortie')}"] if old["present"] else []
        lines += wrapped("Gunner", words)
    return lines


# --- aircraft ---


FRAME = (
    ("port_wing", "wing", "port wing"),
    ("starboard_wing", "wing", "starboard wing"),
    ("airframe", "airframe", "airframe"),
    ("tail", "tail", "tail"),
    ("controls", "controls", "controls"),
)
"""Systems with a threshold: field of the mat, field of the charts, name."""
SWITCHES = {
    "armour": "engine armour hit",
    "leak": "LEAK",
    "oxygen": "oxygen out",
    "radio": "radio out",
    "boost": "boost out",
    "gear": "landing gear damaged",
    "rear_gun": "rear gun out",
}
"""Systems that are whole or not: field of the mat, words for the damage."""


def frame_words(machine: NumpyRecord, row: NumpyRecord) -> list[str]:
    """Return the damaged systems with a threshold: "port wing 2/3"."""
    return [f"{name} {machine[field]}/{row[limit]}" for field, limit, name in FRAME if machine[field]]


def engine_words(machine: NumpyRecord, count: int) -> list[str]:
    """Return the engines that were hit: "engine 1: 2 hits"."""
    hits = machine["engines"].tolist()[:count]
    names = [f"engine {place}" if count > 1 else "engine" for place in range(1, count + 1)]
    return [f"{name}: {wording.plural(hit, 'hit')}" for name, hit in zip(names, hits, strict=True) if hit]


def switch_words(machine: NumpyRecord) -> list[str]:
    """Return the damaged systems that have no threshold."""
    return [text for field, text in SWITCHES.items() if field in machine.dtype.names and machine[field]]


def gun_words(mat: NumpyRecord, charts: LoadedCharts) -> list[str]:
    """Return the weapons with their ammunition: "MG 151/20 6/6"."""
    aircraft = mat["aircraft"]
    weapons = charts.record["models"][aircraft["model"]]["weapons"]
    words = []
    for place, name in enumerate(charts.names.weapons[int(aircraft["model"])]):
        gun, full = aircraft["guns"][place], int(weapons[place]["ammunition"])
        text = name if full == UNLIMITED else f"{name} {gun['ammunition']}/{full}"
        words.append(text + (" out" if gun["out"] else " jammed" if gun["jammed"] else ""))
    return words


def aircraft_lines(mat: NumpyRecord, charts: LoadedCharts) -> list[str]:
    """Return the own aircraft, its weapons and its damage."""
    aircraft = mat["aircraft"]
    if not aircraft["speed"]:
        return []  # none has been chosen
    model = int(aircraft["model"])
    row = charts.record["series"][charts.record["models"][model]["series"]]
    words = [f"{charts.names.models[model]}", f"speed {aircraft['speed']}"]
    words += [f"firepower {odds.firing_firepower(mat, charts.record)}"]
    words += ["agile"] if odds.is_agile(mat, charts.record) else []
    words += [f"rockets {Rockets.word_of(int(aircraft['rockets']))}"] if aircraft["rockets"] != Rockets.NONE else []
    words += gun_words(mat, charts)
    damage = frame_words(aircraft, row) + engine_words(aircraft, int(row["engines"])) + switch_words(aircraft)
    return wrapped("Aircraft", words) + wrapped("Damage", damage or ["none"])


# --- the sortie ---


def sortie_lines(mat: NumpyRecord, charts: LoadedCharts) -> list[str]:
    """Return the raid, the track of boxes and the aircraft met."""
    sortie = mat["sortie"]
    if not sortie["raid"]:
        return []
    city = charts.names.raids[mat["career"]["month"]][sortie["raid"]]
    words = [f"{city} ({TargetZone.word_of(int(sortie['target_zone']))})"]
    words.append(f"weather {Weather.word_of(int(sortie['weather']))}")
    track = range(int(sortie["entry"]), int(sortie["last_box"]) + 1)
    words.append(f"boxes {' '.join(f'[{box}]' if box == sortie['box'] else str(box) for box in track)}")
    if sortie["orientation"] != NOBODY:
        words.append(Orientation.word_of(int(sortie["orientation"])))
    if sortie["bomber_type"]:
        kind = int(sortie["bomber_type"])
        boxed = sortie["formation"] and charts.record["bombers"][kind]["formation"]
        words.append(f"{Bomber.word_of(kind)}s{' in formation' if boxed else ''}")
    if sortie["escort"]:
        name = Enemy.word_of(int(sortie["escort"]))
        words.append("no escort" if sortie["escort"] == Enemy.NONE else f"{name}s")
    return wrapped("Raid", words)


FIRST_WORDS = ("", "the pilot fires first", "the bomber does not answer")


def bomber_lines(mat: NumpyRecord, charts: LoadedCharts) -> list[str]:
    """Return the bomber under attack."""
    bomber = mat["bomber"]
    if not bomber["present"]:
        return []
    row = charts.record["bombers"][bomber["type"]]
    words = [
        Bomber.word_of(int(bomber["type"])),
        f"{Range.word_of(int(bomber['range']))} range",
    ]
    words += [FIRST_WORDS[bomber["first"]]] if bomber["first"] else []
    words += frame_words(bomber, row) + engine_words(bomber, int(row["engines"])) + switch_words(bomber)
    words += [f"{wording.plural(int(bomber['gunners']), 'gunner')} hit"] if bomber["gunners"] else []
    words += [
        f"{name} {Health.word_of(int(health))}"
        for name, health in zip(("pilot", "copilot"), bomber["pilots"], strict=True)
        if health
    ]
    words += ["the wingman attacks"] if bomber["wingman_ordered"] == 1 else []
    return wrapped("Bomber", words)


def fighter_lines(mat: NumpyRecord, charts: LoadedCharts) -> list[str]:
    """Return the enemy fighter and the position against him."""
    fighter = mat["fighter"]
    if not fighter["present"]:
        return []
    row = charts.record["enemies"][fighter["type"]]
    words = [
        Enemy.word_of(int(fighter["type"])),
        f"you are {Position.word_of(int(fighter['position']))}",
        f"round {fighter['rounds']}",
        f"speed {fighter['speed']}",
        f"firepower {odds.enemy_firepower(mat, charts.record)}",
    ]
    words += [Quality.word_of(int(fighter["quality"]))] if mat["settings"]["enemy_quality"] else []
    words += frame_words(fighter, row) + engine_words(fighter, int(row["engines"])) + switch_words(fighter)
    words += [f"pilot {Health.word_of(int(fighter['pilot']))}"] if fighter["pilot"] else []
    return wrapped("Enemy", words)


def card_words(mat: NumpyRecord, charts: LoadedCharts) -> list[str]:
    """Return the cards that lie face up, each with the parts that can count."""
    deck, row = mat["deck"], charts.record
    own, enemy, wing, gunner = (int(deck[field]) for field in ("own", "enemy", "wing", "gunner"))
    words = []
    if own:
        card = row["cards"][own - 1]
        fire = odds.fire_of(row, own, odds.firing_firepower(mat, row))
        texts = f"defence {Maneuver.word_of(int(card['maneuver']))}, wingman {wording.help_words(card)}"
        words.append(f"own card {own}: fire {fire}{', a jam' if card['jam'] else ''}, {texts}")
    if enemy and mat["fighter"]["present"]:
        fire = odds.fire_of(row, enemy, odds.enemy_firepower(mat, row))
        defence = Maneuver.word_of(int(row["cards"][enemy - 1]["maneuver"]))
        words.append(f"enemy's card {enemy}: fire {fire}, defence {defence}")
    elif enemy:
        words.append(f"enemy's card {enemy}: defensive fire {row['cards'][enemy - 1]['defensive_fire']}")
    if wing:
        words.append(f"wingman's card {wing}: fire {odds.fire_of(row, wing, odds.help_firepower(row, own))}")
    if gunner:
        words.append(f"gunner's card {gunner}: fire {row['cards'][gunner - 1]['defensive_fire']}")
    return words


def card_lines(mat: NumpyRecord, charts: LoadedCharts) -> list[str]:
    """Return the cards left, and those that lie face up."""
    lines = wrapped("Deck", [f"{CARDS - int(mat['deck']['drawn'].sum())} of {CARDS} cards left"])
    return lines + [clipped(" " * NAME_WIDTH + words) for words in card_words(mat, charts)]


def models_on_hand(mat: NumpyRecord, charts: LoadedCharts) -> list[str]:
    """Return the types that R1 shows in this debriefing."""
    shown = mat["desk"]["available"].tolist()
    return [name for name, is_shown in zip(charts.names.models, shown, strict=True) if is_shown]


def about_to_be_lost(mat: NumpyRecord) -> int:
    """Return the sorties that wounds, repairs and orders of this debriefing cost (7.9)."""
    desk = mat["desk"]
    repairs = 0 if desk["spared"] or desk["changed"] else int(desk["repair"])
    return max(int(desk["lost"]), repairs) + int(desk["ordered"])


def desk_lines(mat: NumpyRecord, charts: LoadedCharts) -> list[str]:
    """Return the types that R1 shows and the sorties about to be lost, in a debriefing."""
    models, lost = models_on_hand(mat, charts), about_to_be_lost(mat)
    lines = wrapped("On hand", models)
    return lines + (wrapped("Lost", [f"{wording.plural(lost, 'sortie')} about to be lost"]) if lost else [])


# --- the rest ---


def journal_lines(entries: Iterable[JournalEntry], most: int) -> list[str]:
    """Return the last lines of the journal, each with the box of the aircraft."""
    last = worth_reading(entries)[-most:] if most > 0 else []
    lines = [clipped(f"  {entry.box or '.'}  {entry.text}") for entry in last]
    return ["-" * TEXT_WIDTH, *lines] if lines else []


def question_words(mat: NumpyRecord) -> str:
    """Return the open decision, with the reason for which aircraft are offered."""
    cursor = mat["cursor"]
    question = wording.decision_words(int(cursor["decision"]), int(cursor["person"]))
    is_offer = cursor["decision"] == Decision.AIRCRAFT
    return f"{question}: {Offer.word_of(int(mat['desk']['offer']))}" if is_offer else question


def options(mat: NumpyRecord, legal: Sequence[tuple[int, str]]) -> list[str]:
    """Return the open decision and the legal actions, in two columns if they fit."""
    lines = ["-" * TEXT_WIDTH, f"To decide: {question_words(mat)}"]
    labels = [f"  [{index:>2}] {text}" for index, text in legal]
    half = TEXT_WIDTH // 2
    if len(labels) > 6 and max(map(len, labels)) < half:
        rows = (len(labels) + 1) // 2
        pairs = zip(labels[:rows], [*labels[rows:], ""][:rows], strict=True)
        return lines + [f"{left:<{half}}{right}".rstrip() for left, right in pairs]
    return lines + [clipped(text) for text in labels]


def result_lines(mat: NumpyRecord, charts: LoadedCharts) -> list[str]:
    """Return the end of the episode."""
    career = mat["career"]
    if career["over"] == Over.RUNNING:
        return []
    end = Over.word_of(int(career["over"]))
    cause = f", killed {Cause.word_of(int(career['cause']))}" if career["cause"] else ""
    return wrapped("THE END", [f"the episode {end}{cause}", score_words(mat, charts)])


def render(
    mat: NumpyRecord,
    journal_tail: Iterable[JournalEntry] = (),
    legal: Sequence[tuple[int, str]] = (),
    charts: LoadedCharts | None = None,
) -> str:
    """Return the mat as text: no line wider than :data:`TEXT_WIDTH`, no more lines than :data:`TEXT_HEIGHT`.

    Args:
        mat: a record of :data:`stuka_env.games.interceptor.rules.mat.Mat.dtype`.
        journal_tail: entries, of which the last are shown if there is space.
        legal: the legal actions with their labels.
        charts: the charts in force; None for the project's own.
    """
    book = load_charts() if charts is None else charts
    above = [
        *heading(mat, book),
        *career_lines(mat, book),
        *pilot_lines(mat),
        *crew_lines(mat, book),
        *aircraft_lines(mat, book),
        *sortie_lines(mat, book),
        *bomber_lines(mat, book),
        *fighter_lines(mat, book),
        *card_lines(mat, book),
        *desk_lines(mat, book),
        *result_lines(mat, book),
    ]
    below = options(mat, legal)
    room = TEXT_HEIGHT - len(above) - len(below) - 1
    lines = [*above, *journal_lines(journal_tail, min(TAIL, room)), *below]
    return "\n".join(lines[:TEXT_HEIGHT]) + "\n"
