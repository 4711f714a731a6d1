"""Worths of choices: the traits that they are made of, and the side of a choice that the champion takes."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from agents.clones import read_only
from agents.games.interceptor.players import SECOND_GAME
from agents.games.interceptor.scripts.champion import WORTHS, WORTHS_OF_CHAMPION
from agents.games.interceptor.scripts.champion import reasoned as champion
from agents.games.interceptor.scripts.traits import POSITION_TRAITS, Trait, traits_of
from agents.games.interceptor.scripts.worths import CHOICES, NO_CHOICE, Choice, choice_of, worth_of, worths_of
from agents.luck.examples import MixedPlayer
from agents.registry import RandomPolicy, make_policy
from agents.rows import join_rows, some_rows
from agents.seeds import tuning_seeds
from stuka_env.flights.episodes import fly_wars
from stuka_env.games.interceptor.charts import load_charts
from stuka_env.games.interceptor.codes import Act, Decision, Range, Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.policy import PolicyInput

CAREERS, SEED = 40, 3
flies_careers = pytest.mark.slow  # seconds, and compiled code that nothing else needs
KEPT = 4
"""One decision in so many is kept."""
CHARTS: Any = load_charts().record
NEGATIVE = {Choice.AGAIN: Act.LET_GO, Choice.ON: Act.HOME}
"""The side that is taken if the worth is not positive; of shots it is BREAK_OFF."""


class Positions(NamedTuple):
    """Positions with a choice that a worth decides, M of them."""

    mats: Any
    masks: Any
    own: Any
    """``(M,)``: the champion's action."""


class Recorder:
    """The champion, who keeps some of its decisions."""

    name = "recorder"

    def __init__(self) -> None:
        self._champion = make_policy("champion", SECOND_GAME)
        self.kept: list[Positions] = []

    def act(self, inputs: PolicyInput, actions: Any) -> None:
        """Write the champion's actions."""
        self._champion.act(inputs, actions)
        is_choice = np.isin(inputs.snapshot["cursor"]["decision"], (Decision.BURST, Decision.PASS, Decision.ONWARD))
        some = np.flatnonzero(is_choice & (inputs.snapshot["career"]["over"] == 0) & (inputs.noise % KEPT == 0))
        self.kept.append(Positions(inputs.snapshot[some].copy(), inputs.masks[some].copy(), actions[some].copy()))


@cache
def positions() -> Positions:
    """Return positions of some careers, in which one decision in a hundred was random: rare situations occur too."""
    recorder = Recorder()
    player = MixedPlayer(recorder, RandomPolicy(), np.zeros(0, np.int64), 1)
    fly_wars(player, WarSpec(scale=Scale.CAREER), tuning_seeds(SEED, 0, CAREERS))
    found = join_rows(recorder.kept)
    choices = [choice_of(mat, mask) for mat, mask in zip(found.mats, found.masks, strict=True)]
    return some_rows(found, np.array(choices) != NO_CHOICE)


@flies_careers
def test_every_trait_occurs_and_all_but_one_differ() -> None:
    found = positions()
    traits = np.array([traits_of(mat, CHARTS) for mat in found.mats])
    assert traits.shape == (len(found.own), POSITION_TRAITS)
    assert np.isfinite(traits).all() and np.abs(traits).max() < 20
    constant = [Trait(place).name for place in range(POSITION_TRAITS) if traits[:, place].std() == 0]
    assert constant == ["ALWAYS"]


@flies_careers
def test_traits_count_what_their_words_say() -> None:
    found = positions()
    for mat in found.mats[found.mats["bomber"]["present"] == 1][:200]:
        traits, bomber = traits_of(mat, CHARTS), mat["bomber"]
        row = CHARTS["bombers"][bomber["type"]]
        to_go = row["wing"] - max(bomber["port_wing"], bomber["starboard_wing"])
        for hits, trait in ((1, Trait.WING_1), (2, Trait.WING_2), (3, Trait.WING_3)):
            assert traits[trait] == (to_go <= hits)
        assert traits[Trait.GUNNERS] == bomber["gunners"]
        assert traits[Trait.LIFE_DAMAGED] == traits[Trait.LIFE] * traits[Trait.DAMAGED]


@flies_careers
def test_choices_are_those_of_the_decisions() -> None:
    found = positions()
    seen = set()
    for mat, mask in zip(found.mats, found.masks, strict=True):
        choice, decision = choice_of(mat, mask), mat["cursor"]["decision"]
        seen.add(choice)
        if decision == Decision.BURST:
            ranges = {Range.CLOSE: Choice.CLOSE, Range.MEDIUM: Choice.MEDIUM, Range.LONG: Choice.LONG}
            assert choice == ranges[Range(int(mat["bomber"]["range"]))]
        else:
            assert choice == {Decision.PASS: Choice.AGAIN, Decision.ONWARD: Choice.ON}[Decision(int(decision))]
    assert seen == set(Choice)


@flies_careers
def test_no_choice_without_both_sides() -> None:
    found = positions()
    bursts = np.flatnonzero(found.mats["cursor"]["decision"] == Decision.BURST)
    mask = found.masks[bursts[0]].copy()
    mask[Act.BREAK_OFF] = 0
    assert choice_of(found.mats[bursts[0]], mask) == NO_CHOICE


@flies_careers
def test_the_champion_takes_the_side_of_the_worth() -> None:
    found = positions()
    for place, mat in enumerate(found.mats[:400]):
        choice = choice_of(mat, found.masks[place])
        worth = worth_of(read_only(WORTHS_OF_CHAMPION), choice, mat, CHARTS)
        given = champion(mat, CHARTS, found.masks[place], 0)
        assert given.action == found.own[place]
        refused = given.action == NEGATIVE.get(Choice(choice), Act.BREAK_OFF)
        assert refused == (worth <= 0)
        if refused:
            assert given.about == pytest.approx(worth)


def test_the_table_of_worths_is_complete() -> None:
    assert set(WORTHS) == set(Trait)
    assert worths_of(WORTHS).shape == (CHOICES, POSITION_TRAITS)
    assert worths_of({Trait.AIM: (1.0, 2.0, 3.0, 4.0, 5.0)})[:, Trait.AIM].tolist() == [1, 2, 3, 4, 5]
