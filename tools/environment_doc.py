"""Write ``docs/environment.md`` from the code, and the pages with the tables of actions and of the observation.

``python -m tools.environment_doc`` writes the pages. ``--check`` writes nothing and exits with 1 if one is stale.
"""

import sys
import textwrap
from collections.abc import Callable, Sequence
from functools import partial

from stuka_env.games.stuka import observation
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.charts.bank import BANK, BANK_PARTS
from stuka_env.games.stuka.codes import ACTIONS, ACTS, SEGMENT_NAMES, SEGMENT_TITLES, Decision
from stuka_env.games.stuka.observation.chart_cells import SHOWN_COVER, chart_layout
from tools import DOCS as DOCS
from tools.generated import table, write_page

WRITTEN = """Written by `tools/environment_doc.py` from the code. Do not edit it. Numbers in brackets are sections of
the rulebook."""
"""First paragraph of every page."""
IN_SHORT = """\
```python
import gymnasium as gym
import stuka_env

env = gym.make("Stuka/Operation-v0", operation="case_blue")  # one war
observation, info = env.reset(seed=1)
action = env.action_space.sample(mask=info["action_mask"])
observation, reward, terminated, truncated, info = env.step(action)
print(observation.shape, env.action_space)

envs = gym.make_vec("Stuka/Operation-v0", num_envs=16, vectorization_mode="vector_entry_point")  # many
observations, infos = envs.reset(seed=1)
actions = infos["action_mask"].argmax(axis=1)
observations, rewards, terminated, truncated, infos = envs.step(actions)
print(observations.shape, infos["action_mask"].shape)
```
"""
"""Program of the first section."""

ENVIRONMENT_ROWS = (
    ("Stuka/Mission-v0", "one flyable mission, all-Veteran Staffel", "the mission score (8.4, 8.5.1, 8.6)"),
    ("Stuka/Segment-v0", "one segment, all-Veteran Staffel", "the segment score (8.3)"),
    ("Stuka/Operation-v0", "one operation with its own forces", "the operation score with bonuses (8.5.2)"),
    ("Stuka/Campaign-v0", "Barbarossa, Case Blue, Citadel", "the campaign score with bonuses (8.5.3)"),
)
ARGUMENT_ROWS = (
    ("operation", '"barbarossa"', '"barbarossa", "case_blue" or "citadel"; a campaign refuses it'),
    ("segment", "None", "Mission and Segment only: the first month of the segment, see below; implies the operation"),
    ("duration", '"regular"', '"regular" or "short" (4.5)'),
    ("observation", '"flat"', '"flat", one vector; "mat", a Dict of named arrays; "compact", a Dict of integers'),
    ("charts", "None", 'a folder with any subset of the chart files, which replace ours; or "random", see below'),
    ("charts_seed", "None", "seed of random charts, 0 by default"),
    ("journal", "False", "record every roll and change of state"),
    ("illegal_action_penalty", "0.01", "cost of an illegal action"),
    ("mask_in_observation", "False", "the observation is a Dict that contains the action mask too, see below"),
    ("charts_in_observation", "False", "the observation is a Dict that contains the charts in force too, see below"),
    ("info", '"full"', '"full"; "mask": infos contain only the action mask; "none": infos are empty'),
    ("render_mode", "None", '"ansi": the mat as text, "rgb_array": drawn, "human": in a window; see below'),
)
RESET_OPTION_ROWS = (
    ("setup", "a mat laid out by hand: roster, stress, wounds, timers, damage, segment, mission, target, zone"),
    (
        "position",
        "the text of a position, see [Positions](playing.md#positions): an episode that begins at this decision",
    ),
    ("dice", 'the tape: planned rolls by chart, such as `{"A1": [[2, 3, 4]], "B1": [8]}`'),
    ("strict_dice", "an unplanned roll, or a planned one left over, is an error"),
    (
        "state",
        "one war only, alone and without a seed: a state of `get_state()` to go on from. After `set_state` alone, "
        "Gymnasium's wrappers refuse the step or count on; a reset goes through all of them",
    ),
)
INFO = (
    ("decision", "code of the open decision, int8", "int8 `(N,)`"),
    ("decision_name", "its name", "-"),
    ("action_mask", "int8 `(n,)`, 1 for legal; all ones at a terminal state", "int8 `(N, n)`"),
    ("mission_index", "mission of the war, from 0", "int32 `(N,)`"),
    ("war_seed", "seed of this war's dice, uint64", "uint64 `(N,)`"),
    ("rewards", "the reward by named part", "a dict of float64 `(N,)`, each with its mask"),
    ("illegal_action", "whether the action was illegal", "bool `(N,)`"),
    (
        "missions",
        "a list of dicts, one for each mission that ended in this step: target, size, zone, sent, present, lost, "
        "casualties, scores by aircraft, score, bonus, no_fly, aborted and more",
        "records `(N, width)`; `missions_ended` `(N,)` says how many of each row count",
    ),
    (
        "result",
        "at the end: official score, level of victory, destroyed, kia, no_fly, missions; until then None",
        "records `(N,)`, where `_result` is True",
    ),
)
PART_ROWS = (
    ("attacks", "attack scores of the missions, averaged (8.4); a ship sunk counts 100 (8.6)"),
    ("kills", "fighters shot down (7.3.1)"),
    ("mission_bonus", "few casualties, little damage, little stress (8.5.1)"),
    ("rounding", "corrections where the rulebook rounds an average (8.3, 8.4)"),
    ("operation_bonus", "few losses, few No-Flys (8.5.2)"),
    ("campaign_bonus", "the same over the campaign (8.5.3)"),
    ("illegal_action", "the penalty; the only part that is not the rulebook's"),
)
MORE = (
    ("decision", "the open decision, a name from [the table of decisions](actions.md#decisions)"),
    ("legal_actions()", "a list of the legal actions: index and label"),
    ("action_masks()", "the mask as bools, under the name that sb3-contrib expects"),
    ("mat", "the mat, a record of NumPy in the rulebook's words: `env.unwrapped.mat.mission.target_zone`"),
    ("charts", "the charts in force; random charts change with every reset"),
    ("journal", "the entries of the journal, with `journal=True` or since the first `render()`"),
    ("_repr_html_()", "the mat in a notebook: make it the last line of a cell"),
    (
        'clone(dice="fresh")',
        'an independent copy of the war: with new dice, with the `"same"`, or with those of a seed',
    ),
    ("outcomes(action)", "every mat that can follow, at the next decision, with its exact probability; see below"),
    ("get_state(), set_state(state)", "save the war, dice included, as plain JSON values, and restore it"),
    ("snapshot(), restore(snapshot)", "go back to a point of the same war in memory, without checks, for search"),
)
VERSION_ROWS = (("v0", "first version"),)


def prose(text: str) -> list[str]:
    """Return a paragraph, wrapped, and an empty line."""
    return [*textwrap.wrap(" ".join(text.split()), 110, break_on_hyphens=False), ""]


def action_rows() -> list[tuple[str, str, str, str, str]]:
    """Return the rows of the table of actions, one for each verb."""
    return [
        (
            str(row.first) if row.first == row.last else f"{row.first} to {row.last}",
            f"`{row.verb}`",
            row.argument,
            row.decisions,
            row.meaning,
        )
        for row in ACTS.table()
    ]


def shape_of(shape: tuple[int, ...]) -> str:
    """Return a shape as the text of a cell."""
    return " x ".join(map(str, shape)) if shape else "1"


def observation_rows() -> list[tuple[str, str, str, int, str]]:
    """Return the rows of the table of the observation, one for each named part."""
    return [
        (f"`{row.name}`", shape_of(row.shape), f"{row.low:g} to {row.high:g}", row.largest, row.meaning)
        for row in observation.describe()
    ]


def chart_part_rows() -> list[tuple[str, int, int, int, str]]:
    """Return the rows of the table of the charts in the observation, one for each field."""
    return [(f"`{part.name}`", part.length, part.low, part.high, part.meaning) for part in chart_layout().parts]


def observation_section() -> list[str]:
    """Return the section on the observation."""
    compact, flat = observation.BYTES + 2 * observation.WORDS, 4 * observation.LENGTH
    return [
        "## Observation",
        "",
        *prose(
            f"""`"flat"`: `Box` of {observation.LENGTH} float32. `"mat"`: a `Dict` of [named arrays](observation.md),
            the same floats. Every number on the mat is scaled and clipped to its range, at most -1 to 1. The
            observation contains everything that a player at the table sees, including the cards already drawn. It does
            not contain the order of the deck, the seed or the tape. `stuka_env.games.stuka.observation.LAYOUT` has the
            place of each part in the vector. The first {observation.BYTES} floats are the bytes of the mat in its own
            order, so the fields of the aircraft cards and of the roster are interleaved."""
        ),
        *prose(
            f"""`"compact"`: a `Dict` of two arrays for programs that keep many observations or send them to another
            device. `codes`, int8, contains the first {observation.BYTES} numbers as on the mat. `tracks`, int16,
            contains the next {observation.WORDS}. Both are clipped to the same ranges. They take {compact:,} bytes in
            place of {flat:,}. Multiplied by `SCALE` and clipped to `LOW` and 1, they are the floats of `"flat"`. The
            one-hots and the crews by slot follow from them.
            `stuka_env.games.stuka.observation.from_compact(codes, tracks)` returns the flat vector of one war or of a
            batch, bit for bit. `FlatFromCompact` and `VectorFlatFromCompact` (`stuka_env/wrappers.py`) wrap an
            environment that way. `CompactExtractor` (`stuka_env/extractor.py`) does it inside a
            Stable-Baselines3 network, for `MultiInputPolicy`, so that the rollout buffer holds the integers."""
        ),
        *prose(
            """`mask_in_observation=True` makes any of the three a `Dict` that contains the mask, for learners that
            expect it there. `"flat"` becomes `{"observation", "action_mask"}`. The other two get the entry
            `"action_mask"`, a `Box` of int8, beside their arrays.
            `stuka_env.wrappers.MaskInObservation(env, mask_key=, obs_key=)` does the same under other names, for one
            war or for many."""
        ),
        *prose(
            f"""`charts_in_observation=True` adds the charts in force to any of the three, as the entry `"charts"`. It
            has {len(chart_layout().places)} numbers: those in which the sets of the bank and our charts differ. All
            others are the same in every set. They are scaled from 0 to 1, a `Box` of float32, or in the compact
            observation as on the charts, a `Box` of int8. Numbers out of range are clipped, and full cover of B2 is
            shown as {SHOWN_COVER}. `stuka_env.games.stuka.observation.chart_cells.chart_layout()` has the place of each
            field. A vector environment with `copy=True` returns this array read-only, and the same one until a war has
            new charts."""
        ),
        "[The observation](observation.md) has the tables of its numbers.",
        "",
    ]


def observation_tables() -> list[str]:
    """Return the text of docs/observation.md."""
    return [
        "# The observation",
        "",
        *prose(WRITTEN),
        *prose(
            """The [environments](environment.md#observation) say in which form an environment shows these numbers. A
            number on the mat is divided by the number under *1 is* and clipped to its range."""
        ),
        *prose(
            """A name in the table begins with the place on the mat: `war` is the war being played, `cursor` the point
            in the sequence of play, `mission` the current mission (all zero between missions), and `count` the losses
            so far. `aircraft`, `pilots` and `gunners` are the cards, and `track` is the score tracks."""
        ),
        *table(("name", "shape", "range", "1 is", "meaning"), observation_rows()),
        "## The charts",
        "",
        "The numbers of `charts`, in their order; a field of the charts has all its numbers together:",
        "",
        *table(("field", "numbers", "0 is", "1 is", "meaning"), chart_part_rows()),
    ]


def action_section() -> list[str]:
    """Return the section on the actions."""
    return [
        "## Actions",
        "",
        *prose(
            f"""`Discrete({ACTIONS})`: a verb and, for most verbs, an argument that is added to the verb's first index.
            Slots, pilots and gunners count from 1, as on the mat. A decision with one legal action is skipped. An
            illegal
            or out-of-range index changes nothing on the mat, costs the penalty and sets `info["illegal_action"]`."""
        ),
        *prose(
            """Mask actions if the learner can: of 100 actions drawn at random from all of them, 95 are illegal. A
            learner without masks pays for its attempts in every decision of a mission, and `NO_FLY` ends a mission at
            once, so it learns to decline. Stable-Baselines3's PPO without masks declined all of 32 missions after
            40,000 decisions, for a score of 0."""
        ),
        "[The actions](actions.md) has the tables of actions and decisions.",
        "",
    ]


def action_tables() -> list[str]:
    """Return the text of docs/actions.md: the actions and the decisions that they answer."""
    decisions = [
        (f"`{decision.name}`", decision.word.format(slot="n", person="a person"))
        for decision in Decision
        if decision != Decision.NONE
    ]
    return [
        "# The actions",
        "",
        *prose(WRITTEN),
        *prose(
            """An action of the [environments](environment.md#actions) is a verb and, for most verbs, an argument that
            is added to the verb's first index."""
        ),
        *table(("index", "verb", "argument", "decision", "what it does"), action_rows()),
        "## Decisions",
        "",
        *table(("decision", "what is being decided"), decisions),
    ]


def reward_section() -> list[str]:
    """Return the section on the reward."""
    levels = ", ".join(load_charts().names.victory_levels)
    return [
        "## Reward",
        "",
        *prose(
            f"""The reward is the rulebook's score divided by 100, and nothing else. A mission's score is paid when the
            mission ends. It is divided by the number of missions of its segment. In longer episodes it is also divided
            by the segments of the operation and by the operations of the campaign. When a segment, an operation or the
            campaign ends, the effect of rounding and bonuses is paid. So the sum over an episode times 100 is the
            official score. Levels of victory: {levels}. [Rewards of your own](rewards.md) are wrappers."""
        ),
        '`info["rewards"]` has the parts, which add up to the reward:',
        "",
        *table(("part", "what it is for"), [(f"`{name}`", text) for name, text in PART_ROWS]),
    ]


def info_section() -> list[str]:
    """Return the section on infos."""
    return [
        "## Info",
        "",
        *prose(
            """An info has the same keys from reset to the last step. In a vector environment the values are arrays,
            each with Gymnasium's `_key` mask. This includes the parts of `rewards`."""
        ),
        *table(("key", "one war", "many wars"), [(f"`{a}`", b, c) for a, b, c in INFO]),
        *prose(
            """`json.dumps(stuka_env.envs.infos.as_json(info))` writes an info of either kind. `result` reads like a
            dict but is not one, because Gymnasium's own vectors cannot mix dicts with the None of other wars."""
        ),
        *prose(
            """`stuka_env.wrappers.DictInfoToList` returns a list with one info for each of many wars, the same as a
            single environment returns, with missions and results in words. Gymnasium's wrapper of the same name leaves
            records of codes. No tensor can hold records, so with Gymnasium's `NumpyToTorch` create many wars with
            `info="mask"` or `info="none"`. One war works with every kind of info, but strings become meaningless."""
        ),
        *prose(
            """In a vector environment `autoreset_mode` is an attribute. With SAME_STEP `final_obs` and `final_info`
            describe the wars that ended, and everything else describes their next episodes. So `rewards` and
            `illegal_action` of a war that ended are 0, while the returned reward is that of the last step. In
            `final_obs` and `final_info` the rows of the other wars are 0. After a reset with `reset_mask` the `_key`
            masks select the wars that were reset, and `action_mask` is right for all wars. `np_random_seed` is the seed
            of the reset, or a drawn one if the first reset has none. `num_threads` is at most 1024. Memory alone limits
            `num_envs`. `max_episode_steps` truncates episodes as `gymnasium.make` does, for many wars too."""
        ),
        *prose(
            """With DISABLED a war that has ended stays over until a reset with `reset_mask`. A step of it ignores the
            action. Its reward is 0, no mission ends, and `illegal_action` is False. Its observation, its mask,
            `terminated`, `truncated` and `result` stay those of the end. So add up rewards freely, and count an end
            only where the war was not over before the step."""
        ),
        *prose(
            """Ctrl-C never interrupts a step, in one war or many. The step is finished, and then `KeyboardInterrupt` is
            raised. A program that catches it can continue: `env.unwrapped.last_step` holds the result of the last step.
            If the signal comes before a step, it is the result of the step before. After a reset it is None."""
        ),
    ]


def more_section() -> list[str]:
    """Return the section on attributes of a single environment beyond Gymnasium's interface."""
    return [
        "## Beyond Gymnasium",
        "",
        *prose("""Attributes of `env.unwrapped` in a single environment (`StukaEnv`):"""),
        *table(("name", "what it is"), [(f"`{name}`", text) for name, text in MORE]),
        *prose(
            """`stuka_env.vector.from_war(env, n)` creates n clones at once, as a vector environment. All of its wars
            are at the same point as `env` ([agents](agents.md#look-ahead-with-clones)). If `env` is a vector, each of
            its wars has n clones: those of war i are the wars from i * n on. A vector has `get_state(war)` and
            `set_state(war, state)` too. [mcts.py](../examples/mcts.py) and [planner.py](../examples/planner.py) look
            ahead with clones.
            [saved_war.py](../examples/saved_war.py) saves a war."""
        ),
        *prose(
            """`outcomes(action)` lists everything that can follow from a legal action up to the next decision:
            `probabilities`, which add up to 1, and `mats`, the most probable first. Nothing is sampled. The rules are
            played with every number of every die, and with every card and number that is not drawn yet, because the
            player cannot know them. Equal mats are one. Some actions lead to more than can be listed, such as a move
            into a zone with fighters. If more than `limit` ways of play are followed (100,000; about a million in a
            second), an `OutcomesError` (`stuka_env/engine/outcomes.py`) says so in one line."""
        ),
    ]


def clients_section() -> list[str]:
    """Return the section on learning libraries."""
    return [
        "## Stable-Baselines3",
        "",
        *prose(
            """`StukaVecEnv` (`stuka_env/envs/sb3.py`) is a `VecEnv` on the same engine. MaskablePPO gets all masks as
            one array. `VecMonitor`, `VecNormalize` and `VecFrameStack` wrap it, with every kind of observation. Where
            the observation is a Dict with the mask, name the arrays to normalise, or the mask is normalised too:
            `VecNormalize(env, norm_obs_keys=["observation"])`. By default only a war that ended has an info, with its
            result. With `info="full"` every war has one in every step, as a single environment returns it, with
            `missions` and `rewards`. The same as arrays is in `vector_infos`, at no cost.
            `FrozenWarsCallback` (`stuka_env/envs/sb3_evaluation.py`) flies the same wars again while an agent
            learns:"""
        ),
        "```python",
        "from sb3_contrib import MaskablePPO",
        "",
        "from stuka_env.envs.sb3 import StukaVecEnv",
        "from stuka_env.envs.sb3_evaluation import FrozenWarsCallback",
        "",
        'wars = StukaVecEnv("Stuka/Mission-v0", 200)',
        'model = MaskablePPO("MlpPolicy", StukaVecEnv("Stuka/Mission-v0", 16), n_steps=128)',
        'model.learn(20_000, callback=FrozenWarsCallback(wars, every=5_000, best="best.zip", verbose=1))',
        "```",
        "",
        *prose("""Recipes for other libraries, with versions, masks and results, are in [clients](clients.md)."""),
    ]


def arguments_section() -> list[str]:
    """Return the section on the arguments of make and reset."""
    segments = [(f'`"{name}"`', title) for name, title in zip(SEGMENT_NAMES, SEGMENT_TITLES, strict=True)]
    return [
        "## Arguments",
        "",
        "The four ids share these arguments, for one war or many. A wrong value is refused with the allowed ones.",
        "",
        *table(("argument", "default", "meaning"), [(f"`{a}`", f"`{b}`", c) for a, b, c in ARGUMENT_ROWS]),
        *prose(
            """A render mode alone costs nothing. The first `render()` turns the journal on, and `"human"` calls it at
            each reset. That picture shows the mat and the legal actions. Later pictures also show the journal since
            then. With `journal=True` the journal begins at the reset. Pictures need the extra `render`. Without it, an
            environment with a render mode works until its first `render()`, which raises `DependencyNotInstalled`. The
            metadata of the class name all render modes, those of an environment the modes that are available."""
        ),
        *table(("segment", "title"), segments),
        *prose(
            f"""With `charts="random"` every episode has its own plausible set of charts, from a bank of
            {BANK.size} sets that ships with the package ([charts](charts.md#other-plausible-charts)). The bank has
            three disjoint parts: `"random"` draws from the {len(BANK_PARTS["training"])} sets for training,
            `"random-selection"` from the {len(BANK_PARTS["selection"])} that choose between agents, and
            `"random-evaluation"` from the {len(BANK_PARTS["evaluation"])} that chose nothing. The set is a hash of
            `charts_seed`, the seed given to `reset` and the number of the episode. So it depends neither on the number
            of environments nor on the order of their steps. Environment i of a vector meets the sets of a single
            environment with seed s + i. Without a seed the first reset draws one, for dice and charts alike."""
        ),
        *prose(
            """`env.unwrapped.charts` is the set in force, `env.unwrapped.charts_of(i)` that of war i of a vector. A
            set has a name, `"bank:"` and its digest. `charts=` takes the name for that set alone. Clones keep their
            set. A state, a replay and a saved war name it, and find it again in another process. A set-up by hand
            and a position need one set of charts, so `setup` and `position` are refused with random charts."""
        ),
        "Options of `reset(seed=, options=)`:",
        "",
        *table(("option", "meaning"), [(f"`{name}`", text) for name, text in RESET_OPTION_ROWS]),
    ]


def environments() -> list[str]:
    """Return the text of docs/environment.md."""
    return [
        "# The environments",
        "",
        *prose(WRITTEN),
        *table(("id", "episode", "undiscounted return x 100"), [(f"`{a}`", b, c) for a, b, c in ENVIRONMENT_ROWS]),
        "## In short",
        "",
        IN_SHORT,
        *prose(
            f"""An observation is {observation.LENGTH} float32, an action one of {ACTIONS}, and
            `info["action_mask"]` has a 1 for each legal action. The reward is the score / 100. With
            `vectorization_mode="vector_entry_point"` one compiled call steps all wars."""
        ),
        *arguments_section(),
        *action_section(),
        *observation_section(),
        *reward_section(),
        *info_section(),
        *more_section(),
        *clients_section(),
        "## End of an episode",
        "",
        *prose(
            """An episode terminates when its last mission, segment, operation or campaign has been scored. A mission
            that is declined or aborted ends a Mission episode with 0. An episode is truncated only after 100 illegal
            actions in a row. There is no time limit."""
        ),
        "## Versions",
        "",
        *table(("version", "what changed"), VERSION_ROWS),
    ]


WRITTEN_PAGES: dict[str, Callable[[], list[str]]] = {
    "environment.md": environments,
    "actions.md": action_tables,
    "observation.md": observation_tables,
}
"""Lines of each page."""


def document(file: str) -> str:
    """Return the text of a page."""
    return "\n".join(WRITTEN_PAGES[file]()).rstrip() + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the pages. Return the exit status."""
    return max(write_page("environment_doc", DOCS / file, partial(document, file), arguments) for file in WRITTEN_PAGES)


if __name__ == "__main__":
    sys.exit(main())
