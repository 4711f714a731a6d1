"""Fitting the score head of a saved agent on its own wars.

The wars are training wars, never those of a selection or an evaluation. The agent takes its most probable actions. Only
the head is fitted; the other weights stay the same, bit for bit.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from agents.config_file import checked
from agents.config_parts import Env
from agents.learned.card import AgentCard, read_card
from agents.learned.learned_policy import LearnedPolicy, one_thread
from agents.learned.loading import load_agent
from agents.learned.saving import rewrite_agent
from agents.learned.score_rows import ScoreRows, fly_rows
from agents.rows import join_rows, some_rows
from agents.seeds import score_seeds
from stuka_env.game import AnyWarSpec, game_named
from stuka_env.networks.score_head import ScoreHead
from stuka_env.policy import PolicyInput

FEWEST_WARS, MOST_WARS = 20, 20_000
"""Limits of the number of wars of each kind; more wars give no useful precision."""
HELD_OUT = 10
"""One war in so many is held out for the figures."""
SCALED = 100_000
"""Number of rows from which the scale of the inputs is computed."""
EPOCHS, FEWEST_UPDATES, BATCH, LEARNING_RATE, WEIGHT_DECAY = 6, 300, 2048, 2e-3, 1e-3
"""Settings of the optimiser; with few rows there are more epochs, so that the updates are not fewer."""
RIDGE = 1e-4
"""Penalty on the last layer when it is solved, as a share of the mean square of its inputs."""


class FitStoppedError(Exception):
    """A fit that has stopped as requested; the agent is unchanged."""


class FitFigures(NamedTuple):
    """Figures of a fit; errors are those at the first decisions of missions in the wars that were held out."""

    wars: int
    """Number of wars flown."""
    rows: int
    """Number of decisions that the head was fitted on."""
    held_out: int
    """Number of wars held out."""
    error: float
    """Mean of (expected - achieved), in points."""
    deviation: float
    """Root mean square of (expected - achieved), in points."""
    explained: float
    """Share of the variance of the final scores that the expectation explains."""


# --- fitting ---


def wars_for(spec: AnyWarSpec, missions: int) -> int:
    """Return the number of wars that have so many missions, within bounds."""
    wars = missions // game_named(spec.game).flights.lines_of(spec)
    return min(MOST_WARS, max(FEWEST_WARS, wars))


def own_rows(
    policy: LearnedPolicy,
    kinds: Sequence[AnyWarSpec],
    missions: int,
    *,
    seed: int,
    on_missions: Callable[[int], object],
) -> ScoreRows:
    """Fly the policy's own wars and return their rows; the numbers of the wars continue from kind to kind."""

    def seen(inputs: PolicyInput) -> NDArray[np.float16]:
        return policy.score_inputs(inputs).astype(np.float16)

    parts, wars = [], 0
    for kind, spec in enumerate(kinds):
        seeds = np.array(score_seeds(seed, kind, wars_for(spec, missions)), np.uint64)
        rows = fly_rows(policy, seen, spec, seeds, on_missions=on_missions)
        parts.append(rows._replace(war=rows.war + wars))
        wars += len(seeds)
    return join_rows(parts)


def fit_rows(head: ScoreHead, rows: ScoreRows, seed: int, on_batch: Callable[[], object]) -> None:
    """Fit the head to the points that the rest of each war brought, by least squares.

    At the end the last layer is solved exactly: that removes the mean error that gradient descent leaves, which a
    calibration would measure.

    Args:
        head: The network to fit.
        rows: What the head reads, and the scores.
        seed: Seed of the order of the rows.
        on_batch: Called after every batch.
    """
    rng = np.random.default_rng(seed)
    inputs = torch.from_numpy(rows.seen)
    points = torch.from_numpy((rows.final - rows.earned).astype(np.float32))
    sample = torch.from_numpy(rng.permutation(len(points))[:SCALED])
    head.scale_to(inputs[sample].float(), points[sample])
    optimizer = torch.optim.AdamW(head.layers.parameters(), lr=LEARNING_RATE, weight_decay=WEIGHT_DECAY)
    batches = -(-len(points) // BATCH)
    epochs = max(EPOCHS, -(-FEWEST_UPDATES // batches))
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, epochs * batches)
    for _ in range(epochs):
        for chosen in np.array_split(rng.permutation(len(points)), batches):
            some = torch.from_numpy(chosen)
            loss = (head(inputs[some].float()) - points[some]).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            on_batch()
    solve_last_layer(head, inputs, points)


def solve_last_layer(head: ScoreHead, inputs: torch.Tensor, points: torch.Tensor) -> None:
    """Solve the last layer by ridge regression, whose bias is not penalised.

    Args:
        head: The network, whose other layers stay as they are.
        inputs: ``(M, I)``: what the head reads.
        points: ``(M,)``: the points that the rest of the war brought.
    """
    last = head.layers[-1]
    assert isinstance(last, torch.nn.Linear)
    products = torch.zeros(last.in_features + 1, last.in_features + 1, dtype=torch.float64)
    targets = torch.zeros(last.in_features + 1, dtype=torch.float64)
    with torch.no_grad():
        for first in range(0, len(points), BATCH):
            some = slice(first, first + BATCH)
            features = head.layers[:-1](head.scaled(inputs[some].float())).double()
            features = torch.cat((features, torch.ones(len(features), 1, dtype=torch.float64)), dim=1)
            products += features.T @ features
            targets += features.T @ ((points[some] - head.points[0]) / head.points[1]).double()
        penalty = torch.full_like(targets, RIDGE * products.diagonal()[:-1].mean().item())
        penalty[-1] = 0
        solution = torch.linalg.solve(products + penalty.diag(), targets)
        last.weight.copy_(solution[None, :-1])
        last.bias.copy_(solution[-1:])


def head_errors(head: ScoreHead, rows: ScoreRows) -> NDArray[np.float64]:
    """Return expected less achieved final scores in points, ``(M,)``."""
    with torch.inference_mode():
        remaining = head(torch.from_numpy(rows.seen).float()).numpy().astype(np.float64)
    errors: NDArray[np.float64] = rows.earned + remaining - rows.final
    return errors


def figures_of(head: ScoreHead, rows: ScoreRows, held_out: NDArray[np.bool_]) -> FitFigures:
    """Return the figures of a fit, measured on the wars that were held out."""
    unseen = some_rows(rows, held_out & rows.start)
    errors = head_errors(head, unseen)
    variance = float(unseen.final.var())
    return FitFigures(
        wars=int(rows.war.max()) + 1,
        rows=int((~held_out).sum()),
        held_out=len(np.unique(unseen.war)),
        error=float(errors.mean()),
        deviation=float(np.sqrt((errors**2).mean())),
        explained=1 - float((errors**2).mean()) / variance if variance else 0.0,
    )


def fit_score_head(
    policy: LearnedPolicy,
    kinds: Sequence[AnyWarSpec],
    missions: int,
    *,
    seed: int = 0,
    on_missions: Callable[[int], object] = lambda missions: None,
    stop: Callable[[], bool] = lambda: False,
) -> FitFigures:
    """Give the policy's network a new score head and fit it on the policy's own wars.

    Args:
        policy: The policy that flies; its network is on the CPU.
        kinds: The kinds of war.
        missions: Number of missions of each kind.
        seed: Seed of the wars and of the fit.
        on_missions: Called with the number of missions that have been flown since the last call.
        stop: Whether to give up; called again and again.

    Raises:
        FitStoppedError: ``stop`` returned True.
    """

    def on_progress(missions: int) -> None:
        if stop():
            raise FitStoppedError
        on_missions(missions)

    with torch.random.fork_rng(devices=[]), one_thread():
        torch.manual_seed(seed)
        head = policy.network.add_score_head()
        rows = own_rows(policy, kinds, missions, seed=seed, on_missions=on_progress)
        held_out = rows.war % HELD_OUT == HELD_OUT - 1
        fit_rows(head, some_rows(rows, ~held_out), seed, lambda: on_progress(0))
        figures = figures_of(head, rows, held_out)
    return figures


# --- a saved agent ---


def wars_on_card(card: AgentCard) -> list[Env]:
    """Return the wars that the score head was fitted on or, without a head, those that the agent was trained for.

    Raises:
        ConfigError: The environment on the card cannot be made here, for example because its charts are missing.
    """
    if card.score_head is not None:
        return [checked(Env, values, f"agent {card.name}") for values in card.score_head["wars"]]
    arguments = {name: value for name, value in card.arguments.items() if value is not None}
    return [checked(Env, {"id": card.env, **arguments}, f"agent {card.name}")]


def add_score_head(
    agent: Path,
    wars: Sequence[Env],
    missions: int,
    *,
    on_missions: Callable[[int], object] = lambda missions: None,
    stop: Callable[[], bool] = lambda: False,
) -> FitFigures:
    """Fit the score head of a saved agent, and write the head into its file and the figures onto the card.

    Args:
        agent: The file; the card is beside it. A zip stays, and the agent is written beside it as safetensors.
        wars: The kinds of war.
        missions: Number of missions of each kind.
        on_missions: Called with the number of missions that have been flown since the last call.
        stop: Whether to give up; called again and again.

    Raises:
        AgentError: The agent cannot be used.
        FlightError: The wars have other charts than the agent was trained with.
        FitStoppedError: ``stop`` returned True; nothing has been written.
        OSError: The folder cannot be written.
    """
    card = read_card(agent)
    policy = load_agent(agent.stem, agent, None, wars[0].game.name)
    kinds = [env.spec() for env in wars]
    figures = fit_score_head(policy, kinds, missions, seed=card.seed or 0, on_missions=on_missions, stop=stop)
    note = {"wars": [env.model_dump() for env in wars], "missions": missions, "figures": figures._asdict()}
    rewrite_agent(agent, card.model_copy(update={"score_head": note}), policy.network)
    return figures
