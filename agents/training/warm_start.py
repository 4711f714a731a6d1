"""The start of a training: weights of a saved agent, imitation of a teacher, expert iteration, or none of them."""

from collections.abc import Callable, Iterator
from pathlib import Path

from agents.config_file import checked
from agents.learned.card import AgentCard, AgentError, read_card
from agents.learned.learned_policy import load_network
from agents.training.config import Config
from agents.training.expert_iteration import ExpertIterationRun
from agents.training.imitation import ImitationRun
from agents.training.learner import Learner
from agents.training.pools import PoolProgress, learn_pools
from stuka_env.envs.agent_card import policy_charts_digest
from stuka_env.networks.policies import ScoringPolicy
from stuka_env.networks.saved_models import SCORE_WEIGHTS


def check_agent(config: Config, path: Path) -> AgentCard:
    """Return the card of a saved agent that a training is to begin from.

    Raises:
        AgentError: The agent is missing, or has another network or other charts.
        ConfigError: The network on the card does not exist.
    """
    if not path.is_file():
        raise AgentError(f"start.agent: there is no file {path}")
    card = read_card(path)
    if card.game not in (None, config.game.name):
        raise AgentError(f"start.agent: {path} plays {card.env}, which is another game than {config.env.id}")
    if checked(Config, {"network": card.network, "steps": 0}, str(path)).network != config.network:
        wanted = config.network.model_dump()
        raise AgentError(f"start.agent: {path} has the network {card.network}, the configuration has {wanted}")
    spec = config.env.spec()
    if spec.random is None and card.charts_record_sha256 != policy_charts_digest(spec):
        raise AgentError(f"start.agent: {path} was trained with other charts")
    return card


def load_start(config: Config, path: Path) -> ScoringPolicy:
    """Return the network of a saved agent that a training is to begin from.

    Raises:
        AgentError: The agent is missing or damaged, or has another network or other charts.
        ConfigError: The network on the card does not exist.
    """
    return load_network(path, check_agent(config, path))


def load_weights(learner: Learner, path: Path) -> None:
    """Give the learner the weights of a saved agent, except its score head; the optimiser starts without a state.

    The values of the agent have the scale of its own training; if that differs, PPO learns them again. The score head
    is omitted because it holds only for the wars that it was fitted on.

    Raises:
        AgentError: The agent is missing or damaged, or has another network or other charts.
    """
    weights = load_start(learner.config, path).state_dict()
    policy = {name: tensor for name, tensor in weights.items() if not name.startswith(SCORE_WEIGHTS)}
    learner.model.policy.load_state_dict(policy)


def begin_training(learner: Learner, stop: Callable[[], bool], folder: Path | None = None) -> Iterator[PoolProgress]:
    """Initialise the network as the configuration requests, and yield the progress.

    Args:
        learner: The learner.
        stop: Whether to stop; called again and again.
        folder: Folder of the training, in which the state is kept; None keeps nothing.

    Raises:
        AgentError: The saved agent cannot be used.
        UnknownPolicyError: No policy has the name of the teacher.
    """
    start = learner.config.start
    if start.agent is not None:
        load_weights(learner, Path(start.agent))
    if start.imitation is not None:
        yield from learn_pools(ImitationRun(learner, start.imitation), stop, folder)
    if start.expert_iteration is not None and not stop():
        yield from learn_pools(ExpertIterationRun(learner, start.expert_iteration), stop, folder)
