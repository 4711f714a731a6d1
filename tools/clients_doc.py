"""Write docs/clients.md from the clients' scripts and from docs/results/clients.json, which ``make clients`` writes.

``python -m tools.clients_doc`` writes it, ``--check`` exits with 1 if it is stale. A client's title and text are the
docstring of its script, its recipe is the code between the marks :data:`BEGIN` and :data:`END`.
"""

import ast
import json
import sys
from collections.abc import Sequence
from typing import Any

from stuka_env.charts.show import anchor
from tools import ROOT
from tools.generated import LEFT, RIGHT, table, write_page

PAGE = ROOT / "docs" / "clients.md"
RESULTS = ROOT / "docs" / "results" / "clients.json"
SCRIPTS = ROOT / "examples" / "clients"
CLIENTS = ("sb3", "ppo", "rl_zoo3", "torchrl", "tianshou", "skrl", "rllib", "agilerl", "minari", "d3rlpy", "onnx")
"""In the order of the page."""
NO_DEPS = "--no-deps"
"""Begins the comment behind a requirement that is installed after the others, without what it requires itself."""
BEGIN, END = "# --- recipe ---\n", "# --- end ---\n"

HEAD = """\
# Clients

Written by `tools/clients_doc.py` from `examples/clients/` and from what `make clients` measured; do not edit.

Every library below has been tried with the versions named, on Python 3.11, each in an environment of its own. A
recipe is the code that ran: it trains on 20,000 decisions of `Stuka/Mission-v0` and returns a function from the
observations and masks of N missions to actions. That function then flies 500 missions that no training meets, and has
to score more than `random`, which draws among the legal actions and flies the same ones; where the library can mask,
not one action may be illegal. Actions are drawn by the policy's chances, not the likeliest one; DQN plays what it
takes for the best, and so does DiscreteCQL; the exported policy plays its likeliest action, and nothing is trained
there. `make clients` does it all again, `make clients CLIENTS="sb3 torchrl"` some of it. These are
trials, not tuned trainings: on the [leaderboard](leaderboard.md#mission) all but `random` score 46 to 59.
Beside what a recipe installs it needs stuka_env, [from a clone or from the wheel](quickstart.md); where PyTorch's
CPU build is wanted, that comes first.
"""
GENERAL = """\
## What to know first

**Masks.** Of 100 actions drawn at random from all 135, 95 are illegal. An illegal action changes nothing and costs
0.01, a hundred of them in a row end the mission, and declining it ends it at once, for 0. That is what a learner
without masks learns, to decline: after 20,000 decisions Stable-Baselines3's PPO, as it comes, scores 0.3, where
`random` scores 11.6; its missions are declined or cut off. So mask where the library can. The mask is in
`info["action_mask"]`, behind `env.unwrapped.action_masks()`, and in the observation itself with
`mask_in_observation=True`, or under any names by `MaskInObservation` ([the
environments](environment.md#observation)). Where the library cannot, put [LegalActions](#learners-without-masks) over
the environment.

**Auto-reset.** A vector of missions can do what Gymnasium knows: `autoreset_mode="next_step"` (the default: the step
after a mission's last is a reset, whose action is ignored), `"same_step"` or `"disabled"`. A learner that does not
know about the first takes a reset for a decision. The recipes name the mode where it matters.

**Tensors.** Gymnasium's `NumpyToTorch` converts infos too. Around one mission `info="full"` works, but Gymnasium makes
nonsense of the strings in it; many missions have records there, which no tensor can hold, and it says so: make them
with `info="mask"` or `info="none"`.

**Infos as a list.** `stuka_env.wrappers.DictInfoToList` gives what a single environment gives, missions and results in
words; Gymnasium's wrapper of this name gives their records, with codes.

**Pictures.** Who makes missions with `render_mode="rgb_array"` and never looks, as `make_vec_env` of Stable-Baselines3
does, needs no pygame and pays nothing for it.

**What does not work.** Sample Factory 2.1.1 requires Gymnasium older than 1.0 and NumPy older than 2.0; stuka_env needs
Gymnasium 1.1, so the two cannot be installed together.

**Ids.** `"stuka_env:Stuka/Mission-v0"` imports the package before the colon and so registers the id, in whatever
process that happens; after `import stuka_env` the id alone will do.

**To fly a recipe.** It only defines: put it into a file, `recipe.py`, and beside it

```python
import gymnasium
import numpy as np
from recipe import train

agent = train()
missions = gymnasium.make_vec("stuka_env:Stuka/Mission-v0", 100, info="mask")
seen, info = missions.reset(seed=1 << 63)
points, flying = np.zeros(100), np.ones(100, bool)
while flying.any():
    seen, reward, terminated, truncated, info = missions.step(agent(seen, info["action_mask"]))
    points += 100 * reward * flying
    flying &= ~(terminated | truncated)
print(f"mission score {points.mean():.1f}")
```

Stable-Baselines3's recipe has several trainings, `train_maskable(DummyVecEnv([mission] * 4))` among them, and
TorchRL's takes the missions, `train(vector())`. What rl-baselines3-zoo trains cannot mask: `legal(agent(...),
info["action_mask"])`, as [below](#learners-without-masks).

**Discount.** All that is paid comes at a mission's end, 17 to 30 decisions after its start: `gamma=1.0`, or close
to it.
"""
WITHOUT_MASKS = "legal_actions"


def script(name: str) -> str:
    """The text of a file of examples/clients."""
    return (SCRIPTS / f"{name}.py").read_text(encoding="utf-8")


def told(name: str) -> tuple[str, str]:
    """The title of a script, which its docstring's first line has before the colon, and the text below that line."""
    first, _, text = (ast.get_docstring(ast.parse(script(name))) or "").partition("\n")
    return first.partition(":")[0], text.strip()


def recipe(name: str) -> str:
    """The part of a script that the page shows."""
    text = script(name).partition(BEGIN)[2]
    return text.partition(END)[0].strip()


def requirements(client: str, alone: bool = False) -> list[str]:
    """What a client's recipe is installed with; ``alone``: those whose own requirements must be ignored."""
    lines = [line.partition("#") for line in (SCRIPTS / f"{client}.txt").read_text(encoding="utf-8").splitlines()]
    return [pin.strip() for pin, _, comment in lines if comment.strip().startswith(NO_DEPS) == alone]


def commands(client: str) -> list[str]:
    """The commands that install a client."""
    installs = [("pip install", requirements(client)), (f"pip install {NO_DEPS}", requirements(client, alone=True))]
    return [
        " ".join([install, *(f"'{pin}'" if "[" in pin else pin for pin in pins)]) for install, pins in installs if pins
    ]


def row(client: str, result: dict[str, Any], trained: dict[str, Any]) -> tuple[str, ...]:
    """A line of the table of what ran."""
    title, own = told(f"train_{client}")[0], list(result["versions"].values())[0]
    illegal = trained["illegal"] / trained["flown"]
    return (
        f"[{title}](#{anchor(title)}){'' if client == 'ppo' else ' ' + own}",
        trained["what"],
        f"yes, {trained['illegal']} illegal" if trained["masks"] else f"no, {illegal:.0%} replaced",
        f"{trained['score']:.1f}",
        f"{trained['difference']:+.1f}&nbsp;±&nbsp;{trained['error']:.1f}",
        f"{trained['seconds']:.0f}",
    )


def what_ran(results: dict[str, Any]) -> list[str]:
    """The table of what ran."""
    head = ("client", "what ran", "masks", "score", "above random", "seconds")
    rows = [row(client, results[client], line) for client in CLIENTS if client in results
            for line in results[client]["rows"]]  # fmt: skip
    missions = {line["random"] for result in results.values() for line in result["rows"]}
    scores = " or ".join(f"{score:.1f}" for score in sorted(missions))
    return [
        "## What ran",
        "",
        f"`random` scored {scores} in the same missions; behind ± is the standard error of flying them. Each row",
        "is one training, of one seed, in one thread: the last digits of sums depend on processor and threads, which",
        "is enough to lead elsewhere. Seconds are those of two cores that half a dozen other programs shared. Beside",
        "masks stands how many of the actions flown were illegal.",
        "",
        *table(head, rows, [LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT]),
    ]


def section(client: str) -> list[str]:
    """A client: what to know of it, what to install, the recipe."""
    title, text = told(f"train_{client}")
    return [
        *(f"## {title}", "", text, ""),
        *("```sh", *commands(client), "```", ""),
        *("```python", recipe(f"train_{client}"), "```", ""),
    ]


def without_masks() -> list[str]:
    """What a learner does that cannot mask."""
    title, text = told(WITHOUT_MASKS)
    return [f"## {title}", "", text, "", "```python", recipe(WITHOUT_MASKS), "```", ""]


def page() -> str:
    """The whole page."""
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    lines = [HEAD, *what_ran(results), GENERAL]
    for client in CLIENTS:
        lines += section(client)
    return "\n".join([*lines, *without_masks()]).rstrip() + "\n"


def main(words: Sequence[str] | None = None) -> int:
    """Write docs/clients.md, or check it."""
    return write_page("clients_doc", PAGE, page, words)


if __name__ == "__main__":
    sys.exit(main())
