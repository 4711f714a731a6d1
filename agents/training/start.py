"""What a training begins from: nothing, another agent's weights, a teacher."""

from collections.abc import Callable, Iterator
from pathlib import Path

from agents.learned.card import AgentError, Card, read_card, record_digest
from agents.learned.policy import load_network
from agents.training.config import Config
from agents.training.imitation import Heard, imitate
from agents.training.learner import Learner


def check_agent(config: Config, path: Path) -> Card:
    """The card of a saved agent that a training can begin from.

    Raises:
        AgentError: it is missing, or has another network or other charts.
    """
    if not path.is_file():
        raise AgentError(f"start.agent: there is no file {path}")
    card = read_card(path)
    network = config.network.model_dump()
    if card.network != network:
        raise AgentError(f"start.agent: {path} has the network {card.network}, the configuration has {network}")
    if card.charts_record_sha256 != record_digest(config.env.read().charts.record):
        raise AgentError(f"start.agent: {path} was trained with other charts")
    return card


def take_over(learner: Learner, path: Path) -> None:
    """Give the learner the weights of a saved agent; the optimiser begins anew.

    The values it expects are in its own training's scale; PPO learns them again where that differs.

    Raises:
        AgentError: it is missing or broken, or has another network or other charts.
    """
    network = load_network(path, check_agent(learner.config, path))
    learner.model.policy.load_state_dict(network.state_dict())


def begin(learner: Learner, stop: Callable[[], bool]) -> Iterator[Heard]:
    """Give the learner what its configuration has it begin from; says how it goes.

    Raises:
        AgentError: the agent to begin from cannot be used.
        UnknownPolicyError: there is no such teacher.
    """
    start = learner.config.start
    if start.agent is not None:
        take_over(learner, Path(start.agent))
    if start.imitation is not None:
        yield from imitate(learner, start.imitation, stop)
