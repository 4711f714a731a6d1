"""Every code has a word."""

import pytest

from stuka_env.games.interceptor import codes
from stuka_env.games.interceptor.words import wording

TABLES = {
    "SCALE_WORDS": codes.Scale, "ZONE_WORDS": codes.Zone, "TARGET_ZONE_WORDS": codes.TargetZone,
    "SERIES_WORDS": codes.Series, "BOMBER_WORDS": codes.Bomber, "ENEMY_WORDS": codes.Enemy,
    "SYSTEM_WORDS": codes.System, "PERSON_WORDS": codes.Person, "SKILL_WORDS": codes.Skill,
    "SHORT_SKILL_WORDS": codes.Skill, "AWARD_WORDS": codes.Award, "RANK_WORDS": codes.Career,
    "TRACK_WORDS": codes.Career, "ORIENTATION_WORDS": codes.Orientation, "POSITION_WORDS": codes.Position,
    "RANGE_WORDS": codes.Range, "AIM_WORDS": codes.Aim, "WEATHER_WORDS": codes.Weather, "HEALTH_WORDS": codes.Health,
    "SEAT_WORDS": codes.Seat, "QUALITY_WORDS": codes.Quality, "ROCKET_WORDS": codes.Rockets,
    "WINGMAN_WORDS": codes.Presence, "MARKER_WORDS": codes.Marker, "LINE_WORDS": codes.Line, "OVER_WORDS": codes.Over,
    "CAUSE_WORDS": codes.Cause, "LADDER_WORDS": codes.Ladder, "TANK_WORDS": codes.Tank,
    "TOUCHDOWN_WORDS": codes.Touchdown, "EVENT_WORDS": codes.Event, "MANEUVER_WORDS": codes.Maneuver,
    "HELP_WORDS": codes.Help, "WINGMAN_FATE_WORDS": codes.WingmanFate, "MODIFIER_WORDS": codes.Modifier,
    "OFFER_WORDS": codes.Offer, "DECISION_WORDS": codes.Decision,
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_every_code_has_a_word_of_its_own(name: str) -> None:
    table = getattr(wording, name)
    assert list(table) == list(TABLES[name])
    words = list(table.values())
    assert all(words) and len(set(words)) == len(words)


def test_months_and_ranks() -> None:
    assert (wording.MONTH_TITLES[0], wording.MONTH_TITLES[10]) == ("March 1943", "January 1944")
    assert len(wording.MONTH_TITLES) == len(codes.Month)
    assert wording.rank_words(codes.Career.OFFICER, codes.Rank.SECOND) == "Hauptmann"
    assert wording.rank_words(codes.Career.NCO, codes.Rank.FOURTH) == "Oberfeldwebel"
    assert wording.award_words(codes.Award.WOUND_BADGE, 2) == "Wound Badge in Silver"


def test_numbers_in_words() -> None:
    assert wording.plural(1, "box") == "1 box" and wording.plural(2, "box") == "2 boxes"
    assert wording.plural(3, "aircraft") == "3 aircraft" and wording.plural(0, "hit") == "0 hits"
    assert wording.fire_words(0) == "no hit" and wording.fire_words(2) == "2 hits"
    assert wording.signed(0) == "0" and wording.signed(2) == "+2"
    assert wording.word(wording.WEATHER_WORDS, 7) == "7" and wording.word(("none", "here"), 1) == "here"
