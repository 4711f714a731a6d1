"""docs/clients.md, made of the clients' scripts and docs/results/clients.json, which ``make clients`` writes.

The title and the text of a client are the docstring of its script. Its recipe is the code between
:data:`RECIPE_BEGIN` and :data:`RECIPE_END`.
"""

import ast
from functools import partial
from typing import Any

from stuka_env.charts.show import anchor
from stuka_env.io.reading import MIB, read_json
from tools import DOCS, ROOT
from tools.generated import LEFT, RIGHT, Text, page_with, paragraph, table

CLIENTS_PAGE = DOCS / "clients.md"
CLIENT_RESULTS = DOCS / "results" / "clients.json"
CLIENT_FOLDER = ROOT / "examples" / "clients"
CLIENTS = ("sb3", "ppo", "torchrl", "rllib", "d3rlpy", "onnx")
"""Names of the clients that train, in the order of the page."""
MODEL_CLIENTS = ("verifiers",)
"""Names of the clients for language models, in the order of the page."""
NO_DEPS = "--no-deps"
"""Comment after a requirement that is installed after the others, without its own requirements."""
RECIPE_BEGIN, RECIPE_END = "# --- recipe ---\n", "# --- end ---\n"

WITHOUT_MASKS = "legal_actions"


def read_results() -> dict[str, Any]:
    """Return the results of all clients by name."""
    results: dict[str, Any] = read_json(CLIENT_RESULTS, MIB)
    return results


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


def trainings() -> str:
    """Return the table of all trainings."""
    results = read_results()
    head = ("client", "what ran", "masks", "score", "above random", "seconds")
    lines = [(client, line) for client in CLIENTS if client in results for line in results[client]["rows"]]
    scores = " or ".join(f"{score:.1f}" for score in sorted({line["random"] for _, line in lines}))
    rows = [row(client, results[client], line) for client, line in lines]
    text = paragraph(
        f"`random` scored {scores} in the same missions. The number after ± is the standard error of flying them. Each "
        "row is one training of one seed in one thread. The last digits of sums depend on processor and threads, so a "
        "training elsewhere may end differently. Seconds are those of two cores that other programs shared. The column "
        "of masks includes the number of illegal actions in the missions flown."
    )
    return "\n".join(["", *text, *table(head, rows, [LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT])])


def section(client: str) -> str:
    """Return the section of a client: its text, its installation and its recipe."""
    title, text = title_and_text(script_name(client))
    lines = [
        *("", f"{'###' if client in MODEL_CLIENTS else '##'} {title}", "", text, ""),
        *("```sh", *commands(client), "```", ""),
        *("```python", recipe(script_name(client)), "```", ""),
    ]
    return "\n".join(lines)


def models() -> str:
    """Return the table of the clients for language models."""
    results = read_results()
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
    return "\n".join(["", *table(head, rows, [LEFT, LEFT, *[RIGHT] * 6])])


def without_masks() -> str:
    """Return the section on learners that cannot mask."""
    title, text = title_and_text(WITHOUT_MASKS)
    return "\n".join(["", f"## {title}", "", text, "", "```python", recipe(WITHOUT_MASKS), "```", ""])


def page() -> str:
    """Return the text of docs/clients.md."""
    sections = {client: partial(section, client) for client in (*CLIENTS, *MODEL_CLIENTS)}
    parts: dict[str, Text] = {"trainings": trainings, **sections, WITHOUT_MASKS: without_masks, "models": models}
    return page_with(CLIENTS_PAGE, parts)


PAGES = {CLIENTS_PAGE: page}
