"""The mat and the open decision in words, without the columns of the text for a screen."""

from collections.abc import Iterable
from typing import Any

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import SLOTS, Entry, Leg, Role, Status, System, to_number
from stuka_env.games.stuka.drawing import text
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.entry import JournalEntry
from stuka_env.games.stuka.words.translation import worth_reading
from stuka_env.text.parts import Section, sections_of


def question_words(mat: Any) -> str:
    """Return the open decision in words."""
    return wording.decision_words(int(mat["cursor"]["decision"]), int(mat["cursor"]["subject"]))


def state_words(mat: Any, charts: LoadedCharts) -> dict[str, Section]:
    """Return the mat in words by section."""
    war = " ".join(text.heading(mat)[0].removeprefix("STUKA").split())
    is_flying = mat["mission"]["leg"] != Leg.GROUND
    mission = sections_of(text.target_line(mat))
    if is_flying or mat["mission"]["target"]:
        mission |= sections_of([*text.zone_track(mat), *text.conditions(mat, charts)])
    if is_flying and mat["mission"]["fighters"]:
        mission |= sections_of(text.flying_circle(mat))
    cards = [slot for slot in range(SLOTS) if mat["aircraft"][slot]["status"] in text.ON_MISSION]
    aircraft: Section = [_card(mat, slot) for slot in cards if mat["aircraft"][slot]["pilot"]]
    people = sections_of([*text.holding_area(mat), *text.tracks(mat), *text.score_lines(mat)])
    ready = [str(to_number(slot)) for slot in range(SLOTS) if mat["aircraft"][slot]["status"] == Status.READY]
    return {"War": war, **mission, "Aircraft": aircraft, "Aircraft ready": ", ".join(ready), **people}


def events_of(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return the entries that tell a player something new: no repetitions, and no seats, which are on the cards."""
    return [entry for entry in worth_reading(entries) if entry.kind != Entry.SEAT]


def _card(mat: Any, slot: int) -> str:
    """Return an aircraft card: "2: pilot 3 Veteran S2, gunner 5 Green, SC500 + SC50, DRM +1, in formation"."""
    words = text.card_columns(mat, slot)
    damage = [system for system, hit in zip(System.words(), mat["aircraft"][slot]["damage"], strict=False) if hit]
    parts = [{"L": "leader", "D": "Lucky Dog", "?": "the question is about it"}.get(mark, "") for mark in words.mark]
    parts += [f"{role} {' '.join(seat.split())}" for role, seat in _seats(words)]
    parts += [f"damaged: {' and '.join(damage)}"] if damage and words.damage else []
    parts += [f"range {words.range_loss}"] if words.range_loss else []
    parts += [words.load, f"DRM {words.drm}" if words.drm else "", f"score {words.score}" if words.score else ""]
    return f"{words.slot}: {', '.join(filter(None, [*parts, words.state]))}"


def _seats(words: text.CardWords) -> list[tuple[str, str]]:
    """Return the seats of a card that are taken, with their roles."""
    seats = zip(Role.words(), (words.pilot, words.gunner), strict=True)
    return [(role, seat) for role, seat in seats if seat not in ("", "-")]
