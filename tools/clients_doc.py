"""docs/clients.md, made of the clients' scripts and docs/results/clients.json, which ``make clients`` writes.

The title and the text of a client are the docstring of its script. Its recipe is the code between
:data:`RECIPE_BEGIN` and :data:`RECIPE_END`.
"""

import ast
import json
from typing import Any

from stuka_env.charts.show import anchor
from tools import ROOT
from tools.generated import LEFT, RIGHT, table

CLIENT_RESULTS = ROOT / "docs" / "results" / "clients.json"
CLIENT_FOLDER = ROOT / "examples" / "clients"
CLIENTS = ("sb3", "ppo", "rl_zoo3", "torchrl", "tianshou", "skrl", "rllib", "agilerl", "minari", "d3rlpy", "onnx")
"""Names of the clients that train, in the order of the page."""
MODEL_CLIENTS = ("verifiers", "openenv")
"""Names of the clients for language models, in the order of the page."""
NO_DEPS = "--no-deps"
"""Comment after a requirement that is installed after the others, without its own requirements."""
RECIPE_BEGIN, RECIPE_END = "# --- recipe ---\n", "# --- end ---\n"

HEAD = """\
# Clients

Written by `make docs` from `examples/clients/` and from the results of `make clients`. Do not edit it.

Every library below ran with the versions named, on Python 3.11, in an environment of its own. A recipe is the code that
ran. It trains on 20,000 decisions of `Stuka/Mission-v0` and returns a function from the observations and masks of N
missions to actions. This function then flies 500 missions that no training contains. It must score more than `random`,
which draws among the legal actions of the same missions. If the library can mask, no action may be illegal.

Most recipes draw actions from the policy's probabilities. DQN and DiscreteCQL take the action that they value most. The
exported policy takes its most probable action, and nothing is trained there.

`make clients` runs all recipes again, `make clients CLIENTS="sb3 torchrl"` some of them. The trainings are short and
not tuned: on the [leaderboard](leaderboard.md#mission) all policies but `random` score 46 to 59. A recipe also needs
stuka_env, [from a clone or from the wheel](quickstart.md). If you want PyTorch's CPU build, install that first.

Clients [for language models](#language-models) are at the end of the page.
"""
GENERAL = """\
## What to know first

**Masks.** Mask actions if the library can. Of 100 actions drawn at random from all 135, 95 are illegal. An illegal
action changes nothing and costs 0.01, and a hundred in a row end the mission. Declining a mission ends it at once with
a score of 0, so a learner without masks learns to decline. After 20,000 decisions Stable-Baselines3's PPO without masks
scores 0.3, while `random` scores 11.6.

The mask is in `info["action_mask"]` and in `env.unwrapped.action_masks()`. With `mask_in_observation=True` it is part
of the observation, and `MaskInObservation` puts it there under any name ([the
environments](environment.md#observation)). If the library cannot mask, wrap the environment in
[LegalActions](#learners-without-masks).

**Auto-reset.** A vector of missions has the modes of Gymnasium: `autoreset_mode="next_step"`, `"same_step"` or
`"disabled"`. In the default, `"next_step"`, the step after a mission's last one is a reset and ignores its action. A
learner that does not know this takes a reset for a decision. The recipes name the mode where it matters.

**Tensors.** Gymnasium's `NumpyToTorch` converts infos too. With one mission `info="full"` works, but the strings in it
become meaningless. With many missions the info contains records, which no tensor can hold, so the wrapper refuses them.
Create these missions with `info="mask"` or `info="none"`.

**Infos as a list.** `stuka_env.wrappers.DictInfoToList` returns the infos of single environments, with missions and
results in words. Gymnasium's wrapper of the same name returns records with codes.

**Pictures.** Missions with `render_mode="rgb_array"` need no pygame and cost nothing until a picture is drawn.
`make_vec_env` of Stable-Baselines3 creates such missions.

**Libraries that do not work.** Sample Factory 2.1.1 requires Gymnasium older than 1.0 and NumPy older than 2.0.
stuka_env needs Gymnasium 1.1, so the two cannot be installed together.

**Ids.** `"stuka_env:Stuka/Mission-v0"` imports the package before the colon and so registers the id, in any process.
After `import stuka_env` the id alone is enough.

**To fly a recipe.** A recipe only defines functions. Put it into a file `recipe.py`, and this program beside it:

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

Stable-Baselines3's recipe has several trainings, for example `train_maskable(DummyVecEnv([mission] * 4))`. TorchRL's
takes the missions: `train(vector())`. An agent of rl-baselines3-zoo cannot mask, so use `legal(agent(...),
info["action_mask"])` as [below](#learners-without-masks).

**Discount.** The whole reward comes at the end of a mission, 17 to 30 decisions after its start. Use `gamma=1.0` or a
value close to it.
"""
WITHOUT_MASKS = "legal_actions"


LANGUAGE_MODELS = """\
## Language models

These clients let a language model play by [questions in words](language_models.md). Nothing is trained here. A stand-in
for a model answers as a script plays, `old_hand` of the laboratory. Its first answer in every mission names no option,
and must be refused. The scores must be exactly those of the script's own flights of the same missions. A recipe needs
stuka_env alone; `old_hand` comes from a clone.
"""


def script_name(client: str) -> str:
    """Return the name of a client's script."""
    return f"play_{client}" if client in MODEL_CLIENTS else f"train_{client}"


def script(name: str) -> str:
    """Return the text of a file of examples/clients."""
    return (CLIENT_FOLDER / f"{name}.py").read_text(encoding="utf-8")


def title_and_text(name: str) -> tuple[str, str]:
    """Return the title of a script, the part of its docstring before the first colon, and the text below that line."""
    first, _, text = (ast.get_docstring(ast.parse(script(name))) or "").partition("\n")
    return first.partition(":")[0], text.strip()


def recipe(name: str) -> str:
    """Return the part of a script that the page shows."""
    text = script(name).partition(RECIPE_BEGIN)[2]
    return text.partition(RECIPE_END)[0].strip()


def requirements(client: str, alone: bool = False) -> list[str]:
    """Return the requirements of a client, or with ``alone`` those whose own requirements must be ignored."""
    lines = [line.partition("#") for line in (CLIENT_FOLDER / f"{client}.txt").read_text(encoding="utf-8").splitlines()]
    return [pin.strip() for pin, _, comment in lines if comment.strip().startswith(NO_DEPS) == alone]


def commands(client: str) -> list[str]:
    """Return the commands that install a client."""
    installs = [("pip install", requirements(client)), (f"pip install {NO_DEPS}", requirements(client, alone=True))]
    return [
        " ".join([install, *(f"'{pin}'" if "[" in pin else pin for pin in pins)]) for install, pins in installs if pins
    ]


def row(client: str, result: dict[str, Any], trained: dict[str, Any]) -> tuple[str, ...]:
    """Return the table row of one training."""
    title, own = title_and_text(script_name(client))[0], list(result["versions"].values())[0]
    illegal = trained["illegal"] / trained["flown"]
    return (
        f"[{title}](#{anchor(title)}){'' if client == 'ppo' else ' ' + own}",
        trained["what"],
        f"yes, {trained['illegal']} illegal" if trained["masks"] else f"no, {illegal:.0%} replaced",
        f"{trained['score']:.1f}",
        f"{trained['difference']:+.1f}&nbsp;±&nbsp;{trained['error']:.1f}",
        f"{trained['seconds']:.0f}",
    )


def trainings(results: dict[str, Any]) -> list[str]:
    """Return the section with the table of all trainings."""
    head = ("client", "what ran", "masks", "score", "above random", "seconds")
    rows = [row(client, results[client], line) for client in CLIENTS if client in results
            for line in results[client]["rows"]]  # fmt: skip
    missions = {line["random"] for client in CLIENTS if client in results for line in results[client]["rows"]}
    scores = " or ".join(f"{score:.1f}" for score in sorted(missions))
    return [
        "## What ran",
        "",
        f"`random` scored {scores} in the same missions. The number after ± is the standard error of flying them. Each",
        "row is one training of one seed in one thread. The last digits of sums depend on processor and threads, so a",
        "training elsewhere may end differently. Seconds are those of two cores that other programs shared. The column",
        "of masks includes the number of illegal actions in the missions flown.",
        "",
        *table(head, rows, [LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT]),
    ]


def section(client: str) -> list[str]:
    """Return the section of a client: its text, its installation and its recipe."""
    title, text = title_and_text(script_name(client))
    return [
        *(f"{'###' if client in MODEL_CLIENTS else '##'} {title}", "", text, ""),
        *("```sh", *commands(client), "```", ""),
        *("```python", recipe(script_name(client)), "```", ""),
    ]


def models(results: dict[str, Any]) -> list[str]:
    """Return the section on language models, with the table of what ran."""
    head = ("client", "what ran", "missions", "replies", "refused", "score", "natively", "seconds")
    rows = [
        (
            f"[{title}](#{anchor(title)}) {list(results[client]['versions'].values())[0]}",
            *(line["what"], str(line["missions"]), str(line["replies"]), str(line["refusals"])),
            *(f"{line['score']:.2f}", f"{line['native']:.2f}", f"{line['seconds']:.0f}"),
        )
        for client in MODEL_CLIENTS
        if client in results
        for title in [title_and_text(script_name(client))[0]]
        for line in results[client]["rows"]
    ]
    return [LANGUAGE_MODELS, *table(head, rows, [LEFT, LEFT, *[RIGHT] * 6])]


def without_masks() -> list[str]:
    """Return the section on learners that cannot mask."""
    title, text = title_and_text(WITHOUT_MASKS)
    return [f"## {title}", "", text, "", "```python", recipe(WITHOUT_MASKS), "```", ""]


def page() -> str:
    """Return the text of docs/clients.md."""
    results = json.loads(CLIENT_RESULTS.read_text(encoding="utf-8"))
    lines = [HEAD, *trainings(results), GENERAL]
    for client in CLIENTS:
        lines += section(client)
    lines += [*without_masks(), *models(results)]
    for client in MODEL_CLIENTS:
        lines += section(client)
    return "\n".join(lines).rstrip() + "\n"


PAGES = {ROOT / "docs" / "clients.md": page}
