"""Write the tables of the pages on agents: scores to cite, the champion, the agent of any table, and adjusted scores.

``python -m tools.agents_doc`` writes the tables. ``--check`` writes nothing and exits with 1 if they are stale.
``python -m tools.tune_champion evaluate``, ``python -m tools.set_gains`` and ``python -m tools.fit_luck`` measure the
figures.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from agents.evaluation.intervals import span
from agents.games.stuka.scripts.beliefs import BELIEFS, Beliefs
from agents.games.stuka.scripts.champion import CHANGES
from stuka_env.reading import MIB, read_json
from tools import DOCS as DOCS
from tools.cited_scores import CITED_PART, cited_part
from tools.fit_luck import AS_SCORED, LUCK_FIGURES
from tools.generated import LEFT, RIGHT, filled, table, write_page
from tools.set_gains import GAIN_FORM, GAIN_KINDS, gain_cells, read_gains, set_names
from tools.tune_champion import EVALUATION_FILE

AGENT_TRAININGS = (
    *("distilled", "distilled-seed-1", "distilled-seed-2", "distilled-seed-1-again", "distilled-seed-2-again"),
)
"""Labels of the files of gains: the training that ships, and the others. Two were repeated on another processor."""
SCORE_WORDS = {"plain": "plain scores", "adjusted": "scores adjusted for luck"}
SHARPNESS_KINDS = ("mission, barbarossa", "operation, barbarossa", "campaign")
SHARPNESS_SAMPLES = ("old_hand", "kette - old_hand", "doctrine - old_hand", "random_flyer - old_hand")
"""Kinds of wars and samples of the tables: scores, and paired differences."""


def policy_lines(label: str, score: str) -> Iterator[tuple[str, ...]]:
    """Yield the rows of one policy: a row for each kind of wars that it has flown."""
    gains = read_gains(label)
    for title in (kind.title for kind in GAIN_KINDS if f"{kind.title}, our charts" in gains):
        wars = {gains[name]["wars"] for name in set_names(gains, title)}
        yield f"`{label}`", title, *gain_cells(gains, title, score), ", ".join(f"{count:,}" for count in wars) or "-"


def gain_tables(labels: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the tables of gains over old_hand, by plain and by adjusted scores."""
    head = ("policy", "wars", "our charts", "evaluation sets", "wars a set")
    for score, words in SCORE_WORDS.items():
        yield f"Points over `old_hand` in the same evaluation wars, {words}, with 95 % intervals:"
        yield ""
        rows = [line for label in labels for line in policy_lines(label, score)]
        yield from table(head, rows, (LEFT, LEFT, RIGHT, RIGHT, RIGHT))


def worth_lines(held: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the row of each changed belief."""
    for name, change in CHANGES.items():
        worth = held["worth"][name]
        yield f"`{name}`", change.words, span(worth["Barbarossa"], GAIN_FORM), span(worth["campaign"], GAIN_FORM)


def belief_lines() -> Iterator[tuple[str, ...]]:
    """Yield the row of each parameter."""
    for field in Beliefs.FIELDS:
        belief, change = BELIEFS[field.name], CHANGES.get(field.name)
        yield (
            f"`{field.name}`",
            f"{field.meaning}; {field.low} to {field.high}",
            f"{belief.value:g}",
            f"{belief.value if change is None else change.value:g}",
            belief.words,
        )


def champion_part() -> str:
    """Return the part about the champion: gains, changed beliefs with their worth, and all parameters."""
    held = read_json(EVALUATION_FILE, MIB)
    lines = [
        "",
        *gain_tables(("champion",)),
        "The beliefs that differ. Their worth is the points that are lost if old_hand's value replaces one of them:",
        "",
        *table(("parameter", "belief of the champion", "worth in Barbarossa", "in campaigns"), worth_lines(held),
               (LEFT, LEFT, RIGHT, RIGHT)),
        "All parameters:",
        "",
        *table(("parameter", "unit, meaning and range", "`old_hand`", "`champion`", "belief of `old_hand`"),
               belief_lines(), (LEFT, LEFT, RIGHT, RIGHT, LEFT)),
    ]  # fmt: skip
    return "\n".join(lines)


def agent_part() -> str:
    """Return the part about the agent of any table: the gains of its trainings."""
    return "\n".join(["", *gain_tables(AGENT_TRAININGS)])


def sharpness_lines(kind: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of one kind of war: the deviations after each group of chance events is taken out."""
    places = [kind["samples"].index(name) for name in SHARPNESS_SAMPLES]
    for label, values in kind["groups"].items():
        yield label if label == AS_SCORED else f"+ {label}", *(f"{values[place]:.2f}" for place in places)


def luck_part() -> str:
    """Return the part about luck: a table for each of some kinds of wars."""
    figures = read_json(LUCK_FIGURES, MIB)
    lines = [""]
    for title in SHARPNESS_KINDS:
        lines += [
            f"Standard deviation in points, {title}: plain, and after each group of chance events is taken out too:",
            "",
            *table(("taken out", *(f"`{name}`" for name in SHARPNESS_SAMPLES)), sharpness_lines(figures[title]),
                   (LEFT, *[RIGHT] * len(SHARPNESS_SAMPLES))),
        ]  # fmt: skip
    return "\n".join(lines)


WRITTEN_PARTS: dict[str, tuple[str, Callable[[], str]]] = {
    "agents.md": (CITED_PART, cited_part),
    "champion.md": ("champion", champion_part),
    "distilled.md": ("distilled", agent_part),
    "adjusted_scores.md": ("luck", luck_part),
}
"""Name and text of the generated part of each page."""


def page(file: str) -> str:
    """Return the text of a page with its generated part."""
    name, content = WRITTEN_PARTS[file]
    return filled((DOCS / file).read_text(encoding="utf-8"), name, content())


def main(words: Sequence[str] | None = None) -> int:
    """Write the tables or check them. Return the exit status."""
    return max(write_page("agents_doc", DOCS / file, partial(page, file), words) for file in WRITTEN_PARTS)


if __name__ == "__main__":
    sys.exit(main())
