"""Questions of the second game in words, and the options that take several decisions."""

from stuka_env.games.interceptor.codes import Act
from stuka_env.text import Taken, TextGame
from tests.support.text_players import begun


def test_one_answer_learns_nothing_for_anybody() -> None:
    game = TextGame(begun("Interceptor/Sortie-v0", 3))
    assert game.question.words == "officer or NCO"
    assert isinstance(game.answer("Fly as Oberleutnant"), Taken)
    assert game.war.decision == "SKILL"
    taken = game.answer("All the same")
    assert isinstance(taken, Taken)
    assert set(taken.actions) == {Act.DONE}
    assert game.war.decision == "SCRAMBLE"


def test_the_state_has_the_raid_and_the_bomber_in_words() -> None:
    game = TextGame(begun("Interceptor/Sortie-v0", 3))
    for answer in ("Fly as Oberleutnant", "All the same", "Fly against", "Attack the B-17Fs"):
        assert isinstance(game.answer(answer), Taken)
    lines = game.observe().splitlines()
    raid = "weather good, bombers B-17Fs, in formation, met advantaged, fighters Spitfire IXs, fought 1 bomber"
    assert f"Raid: target Vannes (France), {raid}" in lines
    assert "Bomber: B-17F, formation, you fire first, long range" in lines
    assert "To decide: how to attack the bomber" in lines
    assert "4. Fire at the airframe (firepower 16: mean 1.7 hits, of 60 cards 5 GP and 3 DE)" in lines
