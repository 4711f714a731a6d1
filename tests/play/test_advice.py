"""Advice of policies, without a door: what they see, what they say, and who is none."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.declared.reasons import reason_of_numbers
from stuka_env.play.advice import Opinion, make_adviser
from stuka_env.play.choices import opinion_words, reason_words, worth_words
from stuka_env.play.parts import Choice
from stuka_env.play.session import Session
from stuka_env.play.war import War
from tests.support.each import each


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(War("Stuka/Operation-v0", {}, 7), tmp_path / "war.json")


class Broken:
    """No policy: it has no ``act``."""

    name = "broken"


class Thinker:
    """A policy that can say what it thinks; for ``--advise tests.play.test_advice:Thinker``."""

    name = "thinker"

    def act(self, sight: Any, actions: Any) -> None:
        actions[:] = sight.masks.argmax(axis=1)

    def explain(self, sight: Any) -> Any:
        from stuka_env.policy import PolicyOutput

        legal = sight.masks > 0
        shares = (legal / legal.sum(axis=1, keepdims=True)).astype(np.float32)
        return PolicyOutput(shares, np.array([np.nan], np.float32), np.where(legal, 50, np.nan).astype(np.float32))


def test_policies_advise_and_see_no_dice(session: Session) -> None:
    opinion = make_adviser("doctrine").consider(session.war.position())
    assert opinion.choice in [index for index, _ in session.war.legal]
    assert (opinion.probabilities, opinion.worth, opinion.value) == ({}, {}, None)
    assert opinion.reason and opinion_words(opinion.choice, opinion) == ["★"] and worth_words(opinion) == ""


def test_points_by_a_rule_of_its_own_are_called_so() -> None:
    opinion = Opinion(3, {}, {3: 1.5, 4: 0.25}, None, reason="it hits", values_are="by its own rule")
    assert worth_words(opinion) == "Points beside its choice: by its own rule."
    assert (opinion_words(3, opinion), opinion_words(4, opinion)) == (["", "★"], ["-1.2", ""])
    assert worth_words(opinion._replace(worth={})) == ""


LABELS = {3: "Fly 3 (no odds)", 4: "Fly 4", 5: "Fly 5", 6: "Fly 6", 7: "Fly 7"}


def test_numbers_are_a_reason_that_names_up_to_three_rivals() -> None:
    """A rival has its number and unit, and the likeliest comes first; one that would read 0.0 % is not named."""
    chances = {3: 0.5, 4: 0.04, 5: 0.3, 6: 0.1, 7: 0.06}
    words = reason_of_numbers(3, chances=chances, values={}, labels=LABELS, unit="points")
    rivals = "\u201cFly 5\u201d with 30 %, \u201cFly 6\u201d with 10 %, \u201cFly 7\u201d with 6.0 %"
    assert words == f"takes this with 50 %; {rivals}"
    words = reason_of_numbers(4, chances={4: 1.0, 3: 0.0004}, values={}, labels=LABELS, unit="points")
    assert words == "takes this with 100 %"
    assert reason_of_numbers(4, chances={}, values={}, labels=LABELS, unit="points") == ""
    values = {4: 41.25, 3: 40.0, 7: 42.0, 99: 50.0}
    words = reason_of_numbers(4, chances={4: 0.25}, values=values, labels=LABELS, unit="bombers")
    rivals = "42.00 after \u201cFly 7\u201d, 40.00 after \u201cFly 3\u201d"
    assert words == f"takes this with 25 % and expects 41.25 bombers after it; {rivals}"


def test_an_adviser_without_words_gives_its_numbers_as_the_reason() -> None:
    listed = [Choice(number, answer, label, "") for number, (answer, label) in enumerate(LABELS.items())]
    opinion = Opinion(4, {4: 0.75, 3: 0.25}, {4: 40.0, 3: 39.0}, 40.0)
    assert reason_words(opinion, listed).endswith("expects 40.00 points after it; 39.00 after \u201cFly 3\u201d")
    only_likely = "takes this with 75 %; \u201cFly 3\u201d with 25 %"
    assert reason_words(opinion._replace(values_are="by its own rule"), listed) == only_likely
    assert reason_words(opinion._replace(reason="it hits"), listed) == "it hits"
    assert worth_words(opinion) == "Percent beside an option: how likely it takes that."


def test_a_thinking_policy_gives_its_thoughts(session: Session) -> None:
    opinion = make_adviser("tests.play.test_advice:Thinker").consider(session.war.position())
    legal = [index for index, _ in session.war.legal]
    assert opinion.choice == legal[0] and list(opinion.probabilities) == legal
    assert sum(opinion.probabilities.values()) > 0.999
    assert list(opinion.worth) == legal and opinion.value is None
    assert opinion.compared(legal[1]) == 0 and opinion.compared(134) is None


@each("name", ["nobody", "nowhere:Nobody", "tests.play.test_advice:Broken"])
def test_an_adviser_who_is_none_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="^--advise: policy ") as error:
        make_adviser(name)
    assert "\n" not in str(error.value)
