"""The network that follows the layout of a game: rows, actions that name them, and every game through it."""

from typing import Any

import gymnasium
import numpy as np
import pytest
import torch

from stuka_env.game import game_named, game_names
from stuka_env.networks.layers import masked_log_probs
from stuka_env.networks.layout_network import naming_verbs, row_blocks
from stuka_env.networks.parts import networks_of
from stuka_env.networks.policies import policy_arguments, policy_class

NETWORK = {"kind": "layout", "card": 8, "trunk": 16}
ROWS = {
    "stuka": {"aircraft": 10, "pilots": 11, "gunners": 11, "seats": 10},
    "interceptor": {},
    "support": {"units": 21, "planes": 6},
    "wing": {"route": 69, "seats": 12, "bombers": 18, "crews": 18, "attacks": 8},
    "dogfight": {"planes": 8},
}
"""Blocks of equal records and their rows, by game."""
NAMED = {"stuka": {"pilots", "gunners", "aircraft"}, "support": {"units", "planes"}}
NAMED |= {"wing": {"crews", "bombers", "route", "attacks"}}
"""Blocks whose rows actions name."""


def make(game: str) -> Any:
    torch.manual_seed(0)
    space, actions = space_of(game), gymnasium.spaces.Discrete(networks_of(game).actions)
    return policy_class(NETWORK, game)(space, actions, lambda _: 1e-3, **policy_arguments(NETWORK))


def space_of(game: str) -> Any:
    return next(iter(networks_of(game).layouts.values())).space("flat")


def seen(game: str, count: int) -> Any:
    return torch.rand((count, *space_of(game).shape), generator=torch.Generator().manual_seed(1))


@pytest.mark.parametrize("game", game_names())
def test_the_rows_are_the_equal_records_of_the_mat(game: str) -> None:
    layout = next(iter(networks_of(game).layouts.values()))
    assert {name: len(places) for name, places in row_blocks(layout).items()} == ROWS[game]
    assert set(naming_verbs(space_of(game))) == NAMED.get(game, set())
    for block, verbs in naming_verbs(space_of(game)).items():
        assert all(verb.row + verb.size <= ROWS[game][block] for verb in verbs)


@pytest.mark.parametrize("game", game_names())
def test_every_game_is_played_and_learned(game: str) -> None:
    policy = make(game)
    mask = np.zeros((5, networks_of(game).actions), np.bool_)
    mask[:, ::4] = True
    actions, values, log_probs = policy(seen(game, 5), action_masks=mask)
    assert mask[0, actions.numpy()].all() and values.shape == (5, 1)
    (values.sum() + log_probs.sum()).backward()
    for name, weights in policy.named_parameters():
        assert weights.grad is not None, f"{name} is not connected"


@pytest.mark.parametrize("game", NAMED)
def test_two_rows_change_places_and_so_do_the_logits_of_the_actions_that_name_them(game: str) -> None:
    """Until learning tells places apart, a row is judged by what it holds, not by where it stands."""
    policy, observations = make(game), seen(game, 3)
    blocks = row_blocks(next(iter(networks_of(game).layouts.values())))
    for block, verbs in naming_verbs(space_of(game)).items():
        first = max(verb.row for verb in verbs)
        one, other = blocks[block][first], blocks[block][first + 2]
        swapped, order = observations.clone(), np.arange(networks_of(game).actions)
        swapped[:, one], swapped[:, other] = observations[:, other], observations[:, one]
        for verb in verbs:
            start = verb.action + first - verb.row
            order[[start, start + 2]] = order[[start + 2, start]]
        with torch.no_grad():
            before, after = policy.all_log_probs(observations), policy.all_log_probs(swapped)
        torch.testing.assert_close(before[:, order], after)
        assert not torch.allclose(before, after, atol=1e-7), block


@pytest.mark.parametrize("game", game_names())
def test_every_action_has_a_logit_of_its_own(game: str) -> None:
    head = make(game).action_net
    assert len(set(head.order.tolist())) == networks_of(game).actions


@pytest.mark.parametrize("game", NAMED)
def test_what_no_legal_action_names_is_not_scored_and_nothing_else_changes(game: str) -> None:
    policy, verbs = make(game), [verb for own in naming_verbs(space_of(game)).values() for verb in own]
    masks = torch.zeros(len(verbs) + 1, networks_of(game).actions, dtype=torch.bool)
    masks[-1] = True
    for row, verb in enumerate(verbs):
        masks[row, verb.action : verb.action + verb.size] = True
    found = []
    for sparing in (False, True):
        encoded = policy.extract_features(seen(game, len(masks)))
        log_probs = masked_log_probs(policy.action_net(encoded, *[masks] * sparing), masks)
        found.append([log_probs, *torch.autograd.grad(log_probs[masks].square().sum(), [*policy.parameters()][:20])])
    for every, asked in zip(*found, strict=True):
        torch.testing.assert_close(asked, every)


@pytest.mark.parametrize("game", game_names())
def test_an_argument_names_rows_that_the_observation_has(game: str) -> None:
    blocks = row_blocks(next(iter(networks_of(game).layouts.values())))
    assert {verb.argument.rows for verb in game_named(game).declared.codes.Act} - {""} <= set(blocks)


def test_an_argument_that_names_rows_that_are_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    verb = game_named("support").declared.codes.Act.PLANE
    for rows, row in (("planes", 4), ("plane", 0)):
        monkeypatch.setattr(verb, "argument", verb.argument._replace(rows=rows, row=row))
        with pytest.raises(ValueError, match=f"argument of PLANE: got rows of '{rows}' up to {row + 3}"):
            naming_verbs(space_of("support"))
