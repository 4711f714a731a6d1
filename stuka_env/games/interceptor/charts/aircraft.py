"""Tables of the deck, the aircraft and the units: charts with the same keys in row after row."""

from stuka_env.games.interceptor.charts import cells
from stuka_env.games.interceptor.charts.axes import ArrayPart, ChartTable, Names, Parts, Places
from stuka_env.games.interceptor.charts.cells import Word, number, one_name
from stuka_env.games.interceptor.charts.shape import (
    COLUMNS,
    MOST_BOX,
    MOST_FIREPOWER,
    MOST_LEVEL,
    MOST_SPEED,
    MOST_THRESHOLD,
    UNIT_MODELS,
    UNITS,
)
from stuka_env.games.interceptor.charts.tables import (
    CARD_NUMBERS,
    MODEL,
    TARGET_ZONE,
    TWO_DICE,
    ZONE,
    entry,
    table,
    value,
)
from stuka_env.games.interceptor.codes import ENEMY_WEAPONS, SINGLES, WEAPONS, Model

UNIT_PARTS = Parts(
    (
        ArrayPart("unit", (), cells.TEXT),
        ArrayPart("base", (), cells.TEXT),
        ArrayPart("zone", ("units.zone",), one_name(cells.ZONE_NAMES)),
        ArrayPart("from", ("units.first_month",), one_name(cells.MONTH_NAMES)),
        ArrayPart("aircraft", ("units.models",), cells.several(cells.MODEL_NAMES, UNIT_MODELS)),
    )
)
GUN_PARTS = Parts(
    (
        ArrayPart("name", ("models.weapons.never_jams",), cells.GUN),
        ArrayPart("firepower", ("models.weapons.firepower",), number(1, MOST_FIREPOWER)),
        ArrayPart("ammunition", ("models.weapons.ammunition",), cells.AMMUNITION),
    )
)
ENEMY_GUN_PARTS = Parts(
    (ArrayPart("name", (), cells.TEXT), ArrayPart("firepower", ("enemies.firepower",), number(1, MOST_FIREPOWER)))
)
THRESHOLD = number(1, MOST_THRESHOLD)


def cards() -> tuple[ChartTable, ...]:
    """Return the tables of the combat cards and of the maneuvers that they name."""
    columns = {
        "jam": ("cards.jam", cells.YES_NO, "Whether one weapon that fires jams"),
        "defensive_fire": ("cards.defensive_fire", cells.HITS, "Random hits by a bomber or a rear gunner"),
        "defence": ("cards.maneuver", one_name(cells.MANEUVER_NAMES), "Defence: the name of a maneuver below"),
        "wingman": ("cards.help cards.help_firepower", cells.HELP, "Wingman text"),
    }
    fire = tuple(
        table(
            f"cards.{card}.fire",
            "cards.fire",
            (Places(COLUMNS, 1),),
            cells.FIRE,
            "Fire, an entry for each column",
            place,
        )
        for place, card in enumerate(CARD_NUMBERS)
    )
    rest = tuple(
        value(f"cards.{card}.{key}", fields, word, meaning, place)
        for place, card in enumerate(CARD_NUMBERS)
        for key, (fields, word, meaning) in columns.items()
    )
    maneuvers = {
        "avoid": (cells.AVOID, "Hits that the maneuver avoids"),
        "improve": (number(0, 4), "Positions that the maneuver gains"),
        "agile_bonus": (number(0, 4), "Further positions that an agile aircraft gains"),
        "ends": (cells.YES_NO, "Whether the encounter ends"),
    }
    by_card = sorted((*fire, *rest), key=lambda it: it.prefix)
    return (
        *by_card,
        *(
            entry(("maneuvers", name, key), "", word, meaning)
            for name in cells.MANEUVER_NAMES
            for key, (word, meaning) in maneuvers.items()
        ),
    )


def mats() -> tuple[ChartTable, ...]:
    """Return the tables of the aircraft mats: types, series, endurance tracks, rockets, enemy fighters."""
    return (
        *(it for name, code in cells.MODEL_NAMES.items() for it in _mat(name, Model(code))),
        *(it for name, code in cells.SERIES_NAMES.items() for it in _series(name, code)),
        table(
            "track",
            "track",
            (ZONE, TARGET_ZONE),
            number(0, MOST_BOX),
            "Box of each target zone on the endurance track of a base zone; 0 is off the track",
        ),
        table("rocket_salvo", "rocket_hits", (TWO_DICE,), cells.HITS, "Random hits of a rocket salvo, by 2d6"),
        value("rocket.drag", "rocket_drag", number(0, 9), "Speed gained when the rockets are gone"),
        value("rocket.breaks_formation", "rockets_break", cells.YES_NO, "Whether a hit breaks the formation"),
        *(it for name, code in cells.FIGHTER_NAMES.items() for it in _enemy(name, code)),
    )


def _mat(name: str, model: Model) -> tuple[ChartTable, ...]:
    path, code = ("mats", name), int(model)
    series = {known: place for known, place in cells.SERIES_NAMES.items() if name.startswith(known)}
    guns = "Forward weapons: name, firepower of the group, points of ammunition (0: not counted)"
    rockets = entry(
        (*path, "rockets"), "models.rockets", cells.YES_NO, "Whether it carries rockets; may be left out", code
    )
    single = entry(
        (*path, "limited"), "", cells.YES_NO, "Whether there is only one such aircraft; may be left out", code
    )
    return (
        entry((*path, "series"), "models.series", one_name(series), "Series", code),
        entry((*path, "from"), "models.first_month", one_name(cells.MONTH_NAMES), "First month", code),
        entry((*path, "speed"), "models.speed", number(1, MOST_SPEED), "Speed", code),
        ChartTable((*path, "guns"), (), (Places(WEAPONS, 1), GUN_PARTS), cells.TEXT, guns, (code,)),
        _may_be_left_out(rockets),
        *((_may_be_left_out(single),) if model in SINGLES else ()),
    )


def _may_be_left_out(it: ChartTable) -> ChartTable:
    return ChartTable(it.path, it.fields, it.axes, it.word, it.meaning, it.prefix, optional=True)


def _series(name: str, code: int) -> tuple[ChartTable, ...]:
    columns: dict[str, tuple[Word, str]] = {
        "agile": (cells.YES_NO, "Whether the aircraft is agile"),
        "boost": (number(0, 1), "1 for an MW boost"),
        "armour": (cells.YES_NO, "Whether the engine ignores its first hit"),
        "engines": (number(1, 2), "Engines"),
        "crew": (number(1, 2), "People aboard"),
        "rear": (cells.YES_NO, "Whether it has rear guns"),
        "wing": (THRESHOLD, "Hits that lose the aircraft by a wing"),
        "airframe": (THRESHOLD, "Hits that lose the aircraft by the airframe"),
        "tail": (THRESHOLD, "Hits that lose the aircraft by the tail"),
        "controls": (THRESHOLD, "Hits that lose the aircraft by the controls"),
        "boxes": (number(1, MOST_BOX), "Last box of the endurance track that is not grey"),
    }
    return tuple(
        value(f"series.{name}.{key}", f"series.{key}", word, meaning, code) for key, (word, meaning) in columns.items()
    )


def _enemy(name: str, code: int) -> tuple[ChartTable, ...]:
    path = ("enemies", name)
    columns: dict[str, tuple[str, Word, str]] = {
        "speed": ("enemies.speed", number(1, MOST_SPEED), "Speed"),
        "fp": ("", number(1, 99), "Firepower: the sum of its weapons"),
        "agile": ("enemies.agile", cells.YES_NO, "Whether the fighter is agile"),
        "armour": ("enemies.armour", cells.YES_NO, "Whether the engine ignores its first hit"),
        "engines": ("enemies.engines", number(1, 2), "Engines"),
        "wing": ("enemies.wing", THRESHOLD, "Hits that lose the fighter by a wing"),
        "airframe": ("enemies.airframe", THRESHOLD, "Hits that lose the fighter by the airframe"),
        "tail": ("enemies.tail", THRESHOLD, "Hits that lose the fighter by the tail"),
        "controls": ("enemies.controls", THRESHOLD, "Hits that lose the fighter by the controls"),
    }
    guns = "Weapons: name and firepower of the group"
    return (
        ChartTable((*path, "guns"), (), (Places(ENEMY_WEAPONS, 1), ENEMY_GUN_PARTS), cells.TEXT, guns, (code,)),
        *(entry((*path, key), field, word, meaning, code) for key, (field, word, meaning) in columns.items()),
    )


def replacements() -> tuple[ChartTable, ...]:
    """Return the tables of R1."""
    return (
        table("prestige", "models.level", (MODEL,), number(0, MOST_LEVEL), "Prestige Level that the type asks for"),
        table(
            "die",
            "models.r1",
            (MODEL,),
            number(0, 6),
            "Highest 1d6 of its series with which the type is available; 0 is never",
        ),
    )


def units() -> tuple[ChartTable, ...]:
    """Return the starting table (4.1)."""
    rows = Names({str(row): row for row in range(1, UNITS)})
    meaning = "Rows of the starting table: unit, base, base zone, first month, types to choose from"
    return (ChartTable(("unit",), (), (rows, UNIT_PARTS), cells.TEXT, meaning),)
