"""The digests in the published files of a checkout, and the digests of the values behind them.

``python -P -m comparing.digests`` reads a job as JSON from standard input and answers with two tables of digests by
name. ``published`` has the digests that this checkout writes into cards, entries and results. ``values`` has digests by
the same definition in every checkout: values of charts, ends of campaigns, weights of agents.
"""

import hashlib
import io
import json
import os
import sys
import zipfile
from pathlib import Path
from typing import Any

from .child import check_origin
from .layout import CHARTS_LOADER_PLACES, CHARTS_SHAPE_PLACES, first_of

WEIGHTS = "policy.pth"
"""The weights in an agent's zip."""
PRESENT_NAMES = {f"ppo-{scale}": f"distilled-{scale}" for scale in ("mission", "operation", "campaign")}
"""Present names of the agents that ship, by their names in older checkouts."""

Digests = dict[str, str]


def sha256(*parts: bytes) -> str:
    """SHA-256 of these bytes."""
    return hashlib.sha256(b"".join(parts)).hexdigest()


def values_of(charts: Any, label: str) -> Digests:
    """Return a digest for each field of charts as the rules read them."""
    names = [field.name for field in first_of(CHARTS_SHAPE_PLACES, "charts").FIELDS]
    return {f"{label}, {name}": sha256(charts.record[name].tobytes()) for name in names}


def weights_of(agent: Path) -> str:
    """Return a digest of an agent's weights, for every form of its zip, without running its contents."""
    import torch

    with zipfile.ZipFile(agent) as archive:
        weights = torch.load(io.BytesIO(archive.read(WEIGHTS)), map_location="cpu", weights_only=True)
    return sha256(*(name.encode() + weights[name].numpy().tobytes() for name in sorted(weights)))


def digests(job: dict[str, Any]) -> dict[str, Digests]:
    """Return both tables of this checkout.

    Args:
        job: ``sets_seed`` and ``sets`` are the random chart sets of a study, as number and attempt.
    """
    from agents.games.stuka.evaluation.rules_digest import rules_digest
    from agents.games.stuka.sensitivity.chart_sets import attempt_rungs, charts_of, set_name
    from agents.learned import card
    from agents.registry import trained_agents

    charts = first_of(CHARTS_LOADER_PLACES, "charts")()
    published = {
        "charts": charts.sha256,
        "charts as the rules read them": card.record_digest(charts.record),
        "observation": card.observation_digest(),  # type: ignore[attr-defined]  # older checkouts define it there
        "rules": rules_digest(),
    }
    values = {"ends of campaigns": published["rules"], **values_of(charts, "charts")}
    for number, attempt in job["sets"]:
        name = set_name(number)
        drawn = charts_of(attempt_rungs(job["sets_seed"], number, attempt), name)
        published[name] = drawn.sha256
        values |= values_of(drawn, name)
    for stem, agent in trained_agents().items():
        name = PRESENT_NAMES.get(stem, stem)
        published[f"file of {name}"] = sha256(agent.read_bytes())
        values[f"weights of {name}"] = weights_of(agent)
    return {"published": published, "values": values}


def main() -> None:
    """Read the job, write the answer; whatever the checkout prints goes to standard error."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    job = json.load(sys.stdin)
    answer = digests(job)
    check_origin(Path(job["checkout"]).resolve())
    out.write(json.dumps(answer))
    out.flush()


if __name__ == "__main__":
    main()
