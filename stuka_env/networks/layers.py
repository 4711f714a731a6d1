"""Layers that networks of several kinds have: stacks, the heads of actions and of the value, and masked logits."""

from typing import Any

import torch
from torch import Tensor, nn

IMPOSSIBLE = -1e8
"""Logit of an illegal action, as in sb3-contrib: its probability is exactly 0."""


def columns(observations: Tensor, indices: Tensor) -> Tensor:
    """Return ``observations[:, indices]``, ``(N, *indices.shape)``, at a fifth of the cost of indexing."""
    return observations.index_select(1, indices.reshape(-1)).reshape(-1, *indices.shape)


def dense(inputs: int, width: int, layers: int) -> nn.Sequential:
    """Return a stack of dense layers with ReLU."""
    stack: list[nn.Module] = []
    for _ in range(layers):
        stack += [nn.Linear(inputs, width), nn.ReLU(inplace=True)]
        inputs = width
    return nn.Sequential(*stack)


def in_float32(layer: nn.Linear, inputs: Tensor) -> Tensor:
    """Apply a last layer in single precision, whatever the hidden ones compute in."""
    with torch.autocast(inputs.device.type, enabled=False):
        outputs: Tensor = layer(inputs.float())
    return outputs


class ActionScorer(nn.Module):
    """Logits of the actions that name a row: one judgement for all rows of a kind, given the whole mat."""

    def __init__(self, card: int, trunk: int, kinds: int) -> None:
        super().__init__()
        self.card = nn.Linear(card, trunk // 2)
        self.light = nn.Linear(trunk, trunk // 2)
        self.logits = nn.Linear(trunk // 2, kinds)

    def forward(self, cards: Tensor, context: Tensor) -> Tensor:
        """Score ``(N, places, card)`` and ``(N, trunk)``: ``(N, kinds * places)``, kind by kind of action."""
        judged = torch.relu(self.card(cards) + self.light(context)[:, None])
        return in_float32(self.logits, judged).transpose(1, 2).flatten(1)

    def of_rows(self, cards: Tensor, context: Tensor, rows: Tensor) -> Tensor:
        """Score the named rows alone, ``(M,)``: logits ``(N, kinds * places)``, 0 in the other rows."""
        logits = self(cards.index_select(0, rows), context.index_select(0, rows))
        return logits.new_zeros(len(cards), logits.shape[1]).index_copy(0, rows, logits)


class ValueHead(nn.Module):
    """The value of the encoded mat: the expected rest of the war's return."""

    def __init__(self, pooled: int, trunk: int) -> None:
        super().__init__()
        self.trunk = dense(pooled, trunk, 2)
        self.value = nn.Linear(trunk, 1)

    def forward(self, encoded: Any) -> Tensor:
        """Return the values ``(N, 1)`` of what an encoder returns, from its tensor ``pooled``."""
        return in_float32(self.value, self.trunk(encoded.pooled))


def masked_log_probs(logits: Tensor, masks: Tensor) -> Tensor:
    """Return log-probabilities ``(N, ACTIONS)`` under the masks (bool); an illegal one is about :data:`IMPOSSIBLE`."""
    return logits.masked_fill(~masks, IMPOSSIBLE).log_softmax(dim=1)


def draw_actions(log_probs: Tensor) -> Tensor:
    """Draw an action for each row by its log-probabilities, with one random number; never one of probability 0.

    ``softmax`` computes probabilities from them, at a twentieth of the cost of ``exp`` where many are 0.
    """
    cumulative = log_probs.softmax(dim=1).cumsum(dim=1)
    total = cumulative[:, -1:]
    threshold = torch.minimum(torch.rand_like(total) * total, torch.nextafter(total, torch.zeros_like(total)))
    return (cumulative <= threshold).sum(dim=1)
