"""Random: believes nothing. Every legal action is as good as any other, so most missions are declined or aborted."""

from agents.picking import pick_any
from stuka_env.charts.shape import Charts
from stuka_env.rules.kernel import Mask, rule
from stuka_env.rules.mat import Mat


@rule
def choose(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """A uniformly random legal action."""
    return pick_any(mask, noise)
