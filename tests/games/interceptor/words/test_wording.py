"""Every code has a word."""

from stuka_env.declared.codes import Code, plural, signed
from stuka_env.games.interceptor import codes
from stuka_env.games.interceptor.words import labels

CODES = [
    kind for kind in vars(codes).values() if isinstance(kind, type) and issubclass(kind, Code) and kind is not Code
]


def test_every_code_has_a_word_of_its_own() -> None:
    words = {kind.__name__: [code.word for code in kind] for kind in CODES}
    assert [name for name, own in words.items() if not all(own) or len(set(own)) < len(own)] == []


def test_months_and_ranks() -> None:
    assert (codes.Month(0).word, codes.Month(10).word) == ("March 1943", "January 1944")
    assert codes.Month.by_short()["1944-01"] == codes.Month.JANUARY_1944
    assert labels.rank_words(codes.Career.OFFICER, codes.Rank.SECOND) == "Hauptmann"
    assert labels.rank_words(codes.Career.NCO, codes.Rank.FOURTH) == "Oberfeldwebel"
    assert labels.award_words(codes.Award.WOUND_BADGE, 2) == "Wound Badge in Silver"


def test_numbers_in_words() -> None:
    assert plural(1, "box") == "1 box" and plural(2, "box") == "2 boxes"
    assert plural(3, "aircraft") == "3 aircraft" and plural(0, "hit") == "0 hits"
    assert codes.hits_words(0) == "no hit" and codes.hits_words(2) == "2 hits"
    assert signed(0) == "0" and signed(2) == "+2"
    assert codes.Weather.word_of(7) == "7"
