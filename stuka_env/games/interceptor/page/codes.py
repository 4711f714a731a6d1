"""Codes and words for the drawings of the mat, and the part of the charts that they need."""

from typing import Any

from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.codes import (
    Award,
    Bomber,
    Career,
    Cause,
    Decision,
    Enemy,
    Entry,
    Event,
    Health,
    Help,
    Ladder,
    Line,
    Maneuver,
    Marker,
    Orientation,
    Over,
    Position,
    Quality,
    Range,
    Rank,
    Rockets,
    Scale,
    Series,
    Skill,
    TargetZone,
    Weather,
    Zone,
)
from stuka_env.games.interceptor.rules.mat import BLOCKS, Mat
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.games.interceptor.words import wording
from stuka_env.games.interceptor.words.glossary import GLOSSARY, forms_of
from stuka_env.watch.pack import DrawnBlock, Packing
from stuka_env.watch.parts import Look, Nouns

PACKING = Packing(Mat, tuple(DrawnBlock(block.name, block.kind, 1) for block in BLOCKS))
"""The numbers of the mat that a player sees."""
EPISODE_NOUNS = {Scale.SORTIE: "sortie", Scale.MONTH: "month", Scale.CAREER: "career"}
HITS_TAKEN = (Entry.DAMAGE, Entry.WOUND, Entry.KILLED, Entry.SHOT_DOWN, Entry.JUMPED, Entry.JAMMED)
SUCCESSES = (Entry.BOMBER_DESTROYED, Entry.ENEMY_DESTROYED, Entry.CREDITED, Entry.AWARD, Entry.PROMOTED, Entry.SKILL)
STAGES = (Entry.RAID, Entry.LINE, Entry.UNIT, Entry.MOVED, Entry.OVER)
LOOKS = {
    Entry.ROLL: Look.ROLL,
    Entry.MODIFIER: Look.DETAIL,
    Entry.CHOICE: Look.CHOICE,
    **dict.fromkeys(HITS_TAKEN, Look.LOSS),
    **dict.fromkeys(SUCCESSES, Look.GAIN),
    **dict.fromkeys(STAGES, Look.MILESTONE),
}
"""Style of the kinds of journal entry."""


def nouns(spec: WarSpec | None) -> Nouns:
    """Return the words of the page; without a specification those of a career."""
    episode = EPISODE_NOUNS[Scale.CAREER if spec is None else Scale(spec.scale)]
    final = "bombers of the final score"
    return Nouns("Interceptor Ace", mission="raid", war=episode, unit="bombers", final=final, decimals=0)


def words() -> dict[str, Any]:
    """Return the names of codes."""
    return {
        "months": wording.MONTH_TITLES,
        "zones": Zone.words(),
        "target_zones": TargetZone.words(),
        "series": Series.words(),
        "bombers": Bomber.words(),
        "enemies": Enemy.words(),
        "skills": [skill.short for skill in Skill],
        "awards": Award.words(),
        "badges": wording.WOUND_BADGE_CLASSES,
        "ranks": [wording.RANK_WORDS[track] for track in Career],
        "orientations": Orientation.words(),
        "positions": [position.word for position in Position],
        "ranges": Range.words(),
        "weathers": Weather.words(),
        "healths": Health.words(),
        "qualities": Quality.words(),
        "rockets": Rockets.words(),
        "markers": Marker.words(),
        "maneuvers": Maneuver.words(),
        "events": Event.words(),
        "causes": Cause.words(),
        "ladder": Ladder.words(),
    }


def codes() -> dict[str, Any]:
    """Return codes and words that drawings use."""
    return {
        "words": words(),
        "sizes": {"RANKS": len(Rank)},
        "decisions": {one.name: int(one) for one in Decision},
        "codes": {
            "over": {one.name: int(one) for one in Over},
            "line": {one.name.lower(): int(one) for one in Line},
            "help": {one.name: int(one) for one in Help},
            "scale": {one.name: int(one) for one in Scale},
        },
    }


def glossary() -> list[list[Any]]:
    """Return the terms, each with its meaning and its forms."""
    return [[term, meaning, forms_of(term)] for term, meaning in GLOSSARY.items()]


# --- charts ---

FRAME_SYSTEMS = ("wing", "airframe", "tail", "controls")
"""Systems whose hits are counted up to a threshold."""


def _thresholds(row: Any) -> dict[str, int]:
    return {name: int(row[name]) for name in (*FRAME_SYSTEMS, "engines")}


def _model(charts: LoadedCharts, model: int) -> dict[str, Any]:
    """Return a type of aircraft: its series, its speed, and name, firepower and ammunition of its weapons."""
    row, names = charts.record["models"][model], charts.names
    weapons = zip(names.weapons[model], row["weapons"], strict=False)
    return {
        "name": names.models[model],
        "series": int(row["series"]),
        "speed": int(row["speed"]),
        "weapons": [[name, int(gun["firepower"]), int(gun["ammunition"])] for name, gun in weapons],
    }


def _card(card: Any) -> list[Any]:
    """Return a combat card: fire by column, jam, defensive fire, maneuver, hits avoided, help and its firepower."""
    fields = ("jam", "defensive_fire", "maneuver", "avoid", "help", "help_firepower")
    return [card["fire"].tolist(), *(int(card[field]) for field in fields)]


def book(charts: LoadedCharts) -> dict[str, Any]:
    """Return names and numbers of the charts in force that drawings need."""
    row, names = charts.record, charts.names
    return {
        "models": [_model(charts, model) for model in range(len(names.models))],
        "series": [_thresholds(one) | {name: int(one[name]) for name in ("armour", "crew")} for one in row["series"]],
        "bombers": [_thresholds(one) for one in row["bombers"]],
        "enemies": [
            _thresholds(one) | {"armour": int(one["armour"]), "guns": guns, "fire": one["firepower"].tolist()}
            for one, guns in zip(row["enemies"], names.enemy_weapons, strict=True)
        ],
        "engine_hits": [int(row["engine_hits"]), int(row["armoured_hits"])],
        "columns": row["columns"].tolist(),
        "cards": [_card(card) for card in row["cards"]],
        "lines": row["lines"].tolist(),
        "ladder": row["ladder"].tolist(),
        "bombs": int(row["bombs_until_box"]),
        "flak": int(row["flak_from_box"]),
        "units": list(names.units),
        "bases": list(names.bases),
        "raids": [list(month) for month in names.raids],
    }
