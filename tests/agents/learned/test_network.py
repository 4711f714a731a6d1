"""The networks: shapes, shared judgement of cards, and being made again; needs the ``train`` extra."""

from typing import Any

import gymnasium
import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

import torch

from agents.registry import make_policy
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import policy_input
from stuka_env.games.stuka.codes import ACTIONS, SEATS, SLOTS, Act, Decision, Duty, Scale
from stuka_env.games.stuka.networks.seating import COUNTED_LENGTH
from stuka_env.games.stuka.networks.structured import OneHots, flat_indices
from stuka_env.games.stuka.observation import LAYOUT, LENGTH, space
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.networks.layers import draw_actions, masked_log_probs
from stuka_env.networks.policies import policy_arguments, policy_class
from tests.support.each import each
from tests.support.slow import slow

STRUCTURED: dict[str, Any] = {"kind": "structured", "card": 8, "trunk": 16}
ROSTER: dict[str, Any] = STRUCTURED | {"roster": True}
DENSE: dict[str, Any] = {"kind": "mlp", "layers": [16, 8]}
SEATED: dict[str, Any] = DENSE | {"roster": True}
LAYOUT_NETWORK: dict[str, Any] = {"kind": "layout", "card": 8, "trunk": 16}
NETWORKS = {
    "structured": STRUCTURED, "roster": ROSTER, "layout": LAYOUT_NETWORK, "mlp": DENSE, "seated": SEATED,
}  # fmt: skip


def make(network: dict[str, Any]) -> Any:
    torch.manual_seed(0)
    actions = gymnasium.spaces.Discrete(ACTIONS)
    return policy_class(network)(space(), actions, lambda _: 1e-3, **policy_arguments(network))


def seen(wars: int) -> Any:
    rng = np.random.default_rng(1)
    part = np.zeros((wars, LENGTH), np.float32)
    for name in LAYOUT:
        largest = round(1 / LAYOUT[name].scale)
        part[:, LAYOUT[name].indices] = rng.integers(0, largest + 1, (wars, *LAYOUT[name].shape)) * LAYOUT[name].scale
    return torch.from_numpy(part)


def logits(policy: Any, observations: Any) -> Any:
    with torch.no_grad():
        return policy.action_net(policy.mlp_extractor(policy.extract_features(observations))[0])


@each("network", NETWORKS.values())
def test_obeys_the_mask_and_can_learn(network: dict[str, Any]) -> None:
    policy, observations = make(network), seen(5)
    mask = np.zeros((5, ACTIONS), np.bool_)
    mask[:, [3, 77]] = True
    actions, values, likelihoods = policy(observations, action_masks=mask)
    assert set(actions.tolist()) <= {3, 77} and values.shape == (5, 1)
    (values.sum() + likelihoods.sum()).backward()
    for name, weights in policy.named_parameters():
        assert weights.grad is not None, f"{name} is not connected"


@each("network", NETWORKS.values())
def test_is_made_again_from_what_it_says(network: dict[str, Any], tmp_path: Any) -> None:
    policy, observations = make(network), seen(3)
    policy.save(tmp_path / "policy.pth")
    again = type(policy).load(tmp_path / "policy.pth")
    assert torch.equal(logits(policy, observations), logits(again, observations))


@pytest.mark.parametrize(
    ("block", "count", "actions"),
    [("pilots", SEATS, (Act.LEADER, Act.PILOT)), ("gunners", SEATS, (Act.GUNNER,))],
)
def test_two_people_change_places_and_so_do_their_logits(block: str, count: int, actions: tuple[int, ...]) -> None:
    """Until learning tells places apart, a person is judged by what he is, not by where he stands."""
    policy, observations = make(STRUCTURED), seen(4)
    subject = LAYOUT["subject_one_hot"].indices
    observations[:, subject] = 0
    swapped = observations.clone()
    cards = flat_indices(*[name for name in LAYOUT if name.startswith(block)])
    swapped[:, cards[0]], swapped[:, cards[5]] = observations[:, cards[5]], observations[:, cards[0]]
    before, after = logits(policy, observations), logits(policy, swapped)
    order = list(range(ACTIONS))
    for first in actions:
        order[first], order[first + 5] = first + 5, first
    assert torch.allclose(before[:, order], after, atol=1e-6)
    assert not torch.allclose(before, after, atol=1e-6) and count == len(cards)


def test_dense_layers_with_a_roster_judge_people_by_their_qualities() -> None:
    """The context is a row of numbers that sees places, so it is held fixed: only the people change places."""
    head, observations = make(SEATED).action_net, seen(4)
    observations[:, LAYOUT["decision_one_hot"].indices] = 0
    observations[:, LAYOUT["decision_one_hot"].indices[Decision.GUNNER]] = 1
    swapped, context = observations.clone(), torch.randn(4, head.inputs)
    cards = flat_indices(*[name for name in LAYOUT if name.startswith("gunners")])
    swapped[:, cards[0]], swapped[:, cards[5]] = observations[:, cards[5]], observations[:, cards[0]]
    with torch.no_grad():
        before, after = head(torch.cat((context, observations), 1)), head(torch.cat((context, swapped), 1))
    order = list(range(ACTIONS))
    order[Act.GUNNER], order[Act.GUNNER + 5] = Act.GUNNER + 5, int(Act.GUNNER)
    assert torch.allclose(before[:, order], after, atol=1e-6)
    assert not torch.allclose(before, after, atol=1e-6)


def test_dense_layers_with_a_roster_read_one_loss_more_as_another_code() -> None:
    extractor, observations = make(SEATED).features_extractor, seen(1)
    part = LAYOUT["count_destroyed"]
    found = []
    for lost in (4, 5):
        observations[:, part.indices] = lost * part.scale
        found.append(extractor(observations))
    assert found[0].shape == (1, COUNTED_LENGTH) and (found[0] - found[1])[:, LENGTH:].abs().sum() == 2


@pytest.mark.parametrize(("kind", "subject", "place"), [(0, 9, 9), (1, 10, 10), (2, SEATS + 3, 3)])
def test_the_card_that_a_decision_is_about_is_read_by_itself(kind: int, subject: int, place: int) -> None:
    encoder, observations = make(ROSTER).features_extractor, seen(3)
    observations[:, LAYOUT["subject_one_hot"].indices] = 0
    with torch.no_grad():
        none = encoder(observations).pooled
        observations[:, LAYOUT["subject_one_hot"].indices[subject]] = 1
        encoded = encoder(observations)
    card = ROSTER["card"]
    first = none.shape[1] - 3 * card - sum(roster.width for roster in encoder.rosters) - encoder.small_numbers.width
    assert none[:, first : first + 3 * card].count_nonzero() == 0
    asked = encoded.pooled[:, first + kind * card : first + (kind + 1) * card]
    assert torch.allclose(asked, encoded[1 + kind][:, place]) and asked.count_nonzero() > 0


def counted(people: Any) -> Any:
    """Count the roster of the pilots or gunners of a mat by hand."""
    reach, away, everybody = np.zeros((5, 7)), np.zeros(5), np.zeros((5, 4))
    for person in people[people["level"] > 0]:
        level = person["level"] - 1
        everybody[level, min(person["missions"], 3)] += 1
        if person["timer"] == 0 and person["duty"] < Duty.KIA:
            reach[level, person["stress"]] += 1
        else:
            away[level] += 1
    return np.concatenate([reach.reshape(-1), away, everybody.reshape(-1)]) / 4


def test_a_roster_counts_the_staffel_as_it_stands() -> None:
    wars, lost = 24, 0
    asked = WarSpec.read(Scale.OPERATION, operation="barbarossa")
    engine = Engine(wars, asked)
    view = engine.new_view()
    engine.reset(view.buffers, list(range(wars)))
    inputs, actions = policy_input(engine, view), np.zeros(wars, np.int64)
    policy, encoder = make_policy("bold"), make(ROSTER).features_extractor
    for _ in range(6):
        for _ in range(60):
            policy.act(inputs, actions)
            engine.step(actions, view.buffers)
        for roster, role in zip(encoder.rosters, ("pilots", "gunners"), strict=True):
            found = roster(torch.from_numpy(view.observations.astype(np.float16).astype(np.float32))).numpy()
            assert found.shape == (wars, roster.width)
            assert np.array_equal(found, [counted(mat[role]) for mat in engine.wars.mats])
        lost += int((engine.wars.mats["pilots"]["duty"] >= Duty.KIA).sum())
    engine.close()
    assert lost > 0


def test_one_loss_more_is_another_number() -> None:
    """Losses are scaled by 120 in the observation; the network can tell the fifth from the sixth."""
    encoder, observations = make(ROSTER).features_extractor, seen(1)
    found = []
    for lost in range(17):
        observations[:, LAYOUT["count_destroyed"].indices] = lost * LAYOUT["count_destroyed"].scale
        codes = encoder.small_numbers(torch.from_numpy(observations.numpy().astype(np.float16).astype(np.float32)))
        found.append(codes[0, 0, :16].tolist())
    assert found == [*np.eye(16).tolist(), [0.0] * 16]


def test_every_action_has_its_own_logit() -> None:
    policy = make(STRUCTURED)
    order = policy.action_net.order
    assert sorted(order.tolist()) == list(range(ACTIONS))
    assert order[Act.CARRY : Act.CARRY + SLOTS].tolist() == list(range(SLOTS))


def test_acts_and_learns_by_the_same_numbers_as_sb3s_distributions() -> None:
    """Log-probabilities, entropies and the best action are those of sb3-contrib; PPO's ratio begins at exactly 1."""
    policy, observations = make(STRUCTURED), seen(64)
    masks = np.random.default_rng(2).random((64, ACTIONS)) < 0.1
    masks[:, 7] = True
    with torch.no_grad():
        actions, values, acted = policy(observations, action_masks=masks)
        best, _, _ = policy(observations, deterministic=True, action_masks=masks)
        valued, learned, entropies = policy.evaluate_actions(observations, actions, action_masks=masks)
        stock = policy.get_distribution(observations, action_masks=masks)
    assert torch.equal(torch.exp(learned - acted), torch.ones(64)) and torch.equal(values, valued)
    assert torch.allclose(learned, stock.log_prob(actions), atol=1e-5)
    assert torch.allclose(entropies, stock.entropy(), atol=1e-5)
    assert torch.equal(best, stock.mode())
    assert masks[np.arange(64), actions.numpy()].all()


@pytest.mark.parametrize("network", [STRUCTURED, ROSTER], ids=["structured", "roster"])
def test_what_no_legal_action_names_is_not_scored_and_nothing_else_changes(network: dict[str, Any]) -> None:
    """Log-probabilities and gradients are those of a policy that scores every card in every row."""
    kinds = [[0, 1], [Act.CARRY, Act.CARRY + 3], [Act.LEADER + 2, Act.PILOT + 5], [Act.GUNNER, Act.GUNNER + 4], [7]]
    masks = torch.zeros(len(kinds), ACTIONS, dtype=torch.bool)
    for row, legal in enumerate(kinds):
        masks[row, legal] = True
    found = []
    for sparing in (False, True):
        policy, observations = make(network), seen(len(kinds))
        encoded = policy.extract_features(observations)
        log_probs = masked_log_probs(policy.action_net(encoded, *[masks] * sparing), masks)
        gradients = torch.autograd.grad(log_probs[masks].square().sum(), list(policy.action_net.parameters()))
        found.append([log_probs, *gradients])
    for every, asked in zip(*found, strict=True):
        torch.testing.assert_close(asked, every)


def gradients(policy: Any, observations: Any, actions: Any, masks: Any) -> Any:
    """Return the gradients of one update as one row, with the log-probabilities and values behind them."""
    values, log_probs, entropies = policy.evaluate_actions(observations, actions, masks)
    loss = (values - 1).square().mean() - log_probs.mean() - 0.01 * entropies.mean()
    found = torch.autograd.grad(loss, list(policy.parameters()))
    return torch.cat([part.flatten() for part in found]), log_probs.detach(), values.detach()


@pytest.mark.parametrize("network", [STRUCTURED, ROSTER, LAYOUT_NETWORK], ids=["structured", "roster", "layout"])
def test_half_precision_learns_the_same_but_for_its_rounding(network: dict[str, Any]) -> None:
    """Log-probabilities within 0.02, values within 0.05, the update within 8 degrees; ratios begin at 1 there too."""
    policy, observations = make(network), seen(256)
    masks = torch.from_numpy(np.random.default_rng(2).random((256, ACTIONS)) < 0.1)
    masks[:, 7] = True
    with torch.no_grad():
        actions, _, _ = policy(observations, action_masks=masks)
    single, log_probs, values = gradients(policy, observations, actions, masks)
    policy.half_precision = True
    half, rounded, rounded_values = gradients(policy, observations, actions, masks)
    with torch.no_grad():
        again, _, acted = policy(observations, deterministic=True, action_masks=masks)
        _, learned, _ = policy.evaluate_actions(observations, again, masks)
    assert rounded.dtype == rounded_values.dtype == half.dtype == torch.float32
    assert all(weights.dtype == torch.float32 for weights in policy.parameters())
    assert (rounded - log_probs).abs().max() < 0.02 and 0 < (rounded_values - values).abs().max() < 0.05
    assert torch.cosine_similarity(single, half, dim=0) > np.cos(np.radians(8))
    assert torch.equal(learned, acted)


def test_draws_actions_as_often_as_they_are_likely_and_never_an_impossible_one() -> None:
    torch.manual_seed(3)
    chances = torch.tensor([0.0, 0.2, 0.0, 0.5, 0.3, 0.0])
    counts = torch.bincount(draw_actions(chances.log().expand(100_000, -1)), minlength=6) / 100_000
    assert counts[chances == 0].sum() == 0
    assert torch.allclose(counts, chances, atol=0.01)


def test_a_code_is_one_one_hot_whatever_half_precision_makes_of_it() -> None:
    part = LAYOUT["aircraft_status"]
    observations = torch.zeros(7, LENGTH)
    observations[:, part.indices] = torch.arange(7.0)[:, None] * part.scale
    assert torch.equal(OneHots(aircraft_status=7)(observations.half().float())[:, 3], torch.eye(7))


@pytest.mark.parametrize("name", ["structured", slow("roster"), slow("mlp"), "layout", "seated"])
def test_an_exported_network_takes_any_number_of_observations(name: str) -> None:
    """Export the log-probabilities to ONNX with a free number of rows."""

    class LogProbs(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.policy = make(NETWORKS[name]).eval()

        def forward(self, observations: Any) -> Any:
            return self.policy.all_log_probs(observations)

    model, rows = LogProbs(), torch.export.Dim("rows")
    graph = torch.export.export(model, (seen(2),), dynamic_shapes=({0: rows},)).module()
    for count in (1, 2, 5):
        with torch.no_grad():
            torch.testing.assert_close(graph(seen(count)), model(seen(count)))
