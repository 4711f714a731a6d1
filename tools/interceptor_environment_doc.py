"""Write ``docs/interceptor_environment.md`` from the code: arguments, actions, observation, reward and info.

``--check`` writes nothing and exits with 1 if the page of the second game is stale.
"""

import inspect
import sys
from collections.abc import Iterable, Sequence

from stuka_env.envs.single import StukaEnv
from stuka_env.games.interceptor import observation
from stuka_env.games.interceptor.codes import ACTIONS, Decision
from stuka_env.games.interceptor.observation import DISCARDS
from stuka_env.games.interceptor.observation.layout import CODE_COUNTS, SHARES
from stuka_env.games.interceptor.scenario.arguments import read_war_spec
from stuka_env.games.interceptor.words.labels import table_of_actions
from tools import ROOT
from tools.environment_doc import RESET_OPTION_ROWS, prose, shape_of
from tools.generated import table, write_page

PAGE = ROOT / "docs" / "interceptor_environment.md"
INTERCEPTOR_IDS = (
    ("Interceptor/Sortie-v0", "one raid, from the alarm to the landing", "bombers of the sortie, if the pilot lives"),
    (
        "Interceptor/Month-v0",
        "the eight raids of a month (four in April 1943), with a fresh pilot",
        "bombers of the month",
    ),
    ("Interceptor/Career-v0", "92 raids, or fewer with a later `start`", "bombers of the career"),
)
INTERCEPTOR_ARGUMENTS = {
    "start": 'first month of a career, `"1943-03"` (for None) to `"1944-02"`',
    "month": 'the month of a Month or a Sortie, such as `"1943-07"`; None draws one at each reset',
    "unit": 'starting unit: `"roll"`, or a name such as `"II/JG 1"` that is open in the first month (4.1)',
    "track": '`"officer"` or `"nco"`; None leaves it to the player (7.9)',
    "fatigue": "fatigue counts (10.3)",
    "enemy_quality": "enemy pilots differ (10.4)",
    "advanced_maneuvers": "four maneuvers can be learned (10.6)",
    "reward": '`"bombers"`: 0.01 a bomber; `"level"`: a quarter at each level of victory',
    "discards": 'the cards that are out: `"seen"`, `"hidden"`, or `"counted"` with shares of the others',
    "observation": '`"flat"`, one vector; `"mat"`, a Dict of named arrays; `"compact"`, a Dict of integers',
    "charts": "a folder with any subset of the chart files, which replace ours",
    "journal": "record every roll and change of state",
    "illegal_action_penalty": "cost of an illegal action",
    "mask_in_observation": "the observation is a Dict that contains the action mask too",
    "info": '`"full"`; `"mask"`: infos contain only the action mask; `"none"`: infos are empty',
    "render_mode": '`"ansi"`: the mat as text, `"rgb_array"`: drawn, `"human"`: in a window',
}
REWARD_PARTS = {
    "destroyed": "bombers shot down at once (7.4)",
    "crashed": "bombers seen to crash on their way home (7.4.3)",
    "level": 'levels of victory, with `reward="level"` (5.2.1)',
    "illegal_action": "the penalty; the only part that is not the rulebook's",
}
INTERCEPTOR_INFO = {
    "decision": ("code of the open decision, int8", "int8 `(N,)`"),
    "decision_name": ("its name", "-"),
    "sortie_index": ("sortie lines that are settled", "int32 `(N,)`"),
    "war_seed": ("seed of this episode's dice, uint64", "uint64 `(N,)`"),
    "action_mask": ("int8 `(n,)`, 1 for legal; all ones at a terminal state", "int8 `(N, n)`"),
    "rewards": ("the reward by named part", "a dict of float64 `(N,)`, each with its mask"),
    "illegal_action": ("whether the action was illegal", "bool `(N,)`"),
    "sorties": (
        "a list of dicts, one for each sortie line that was settled in this step",
        "records `(N, width)`; `sorties_ended` `(N,)` is the number of records in use of each row",
    ),
    "result": ("at the end: the result of the episode; until then None", "records `(N,)`, where `_result` is True"),
}
SORTIE_KEYS = {
    "month": 'month, such as "1943-07"',
    "line": "sortie line of the month, from 1",
    "status": '"flown", "stayed", "out_of_range" or "sat_out"',
    "raid": "city of the raid; None if no raid was rolled, as for the next two",
    "zone": "its target zone",
    "weather": "the weather",
    "aircraft": "type that was flown; None without a flight",
    "boxes": "boxes entered",
    "event": "random event (7.10), or None",
    "met": "bombers and fighters engaged",
    "bombers": "bombers credited to the pilot",
    "fighters": "fighters credited to the pilot",
    "wounds": "wounds of the pilot",
    "damaged": "damaged systems of the own aircraft",
    "landing": '"safe", "rough", "crash", "killed" or "jumped"; None without a flight',
    "lost": "sorties lost for wounds, repairs and travel",
    "awards": "awards won",
}
RESULT_KEYS = {
    "bombers": "bombers credited to the pilot",
    "destroyed": "of these, shot down at once",
    "crashed": "of these, seen to crash on the way home",
    "fighters": "fighters credited to the pilot",
    "line": "last sortie line",
    "flown": "sorties flown",
    "lines": "sortie lines used",
    "rank": "steps of promotion",
    "prestige_level": "Prestige Level",
    "aircraft_lost": "own aircraft lost",
    "wingmen_lost": "wingmen lost",
    "wounds": "wounds of the pilot",
    "fatigue": "fatigue",
    "by_type": "bombers by type",
    "level": "level of victory: defeat, draw, marginal, substantial or decisive",
    "alive": "whether the pilot lives",
    "cause": "cause of his death: wound, parachute, explosion or landing; None if he lives",
    "month": "last month",
    "track": '"officer" or "nco"',
    "awards": "awards held",
}


def default_of(argument: str) -> str:
    """Return the default value of an argument as Python writes it, with double quotes."""
    given = {"discards": DISCARDS[0]}
    for function in (StukaEnv.__init__, read_war_spec):
        given |= {name: each.default for name, each in inspect.signature(function).parameters.items()}
    default = given[argument]
    return f'"{default}"' if isinstance(default, str) else str(default)


def code_rows(rows: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return rows whose first cell is code."""
    return [(f"`{name}`", *cells) for name, *cells in rows]


def argument_lines() -> list[str]:
    """Return the section on the arguments of make and reset."""
    rows = [(f"`{name}`", f"`{default_of(name)}`", text) for name, text in INTERCEPTOR_ARGUMENTS.items()]
    return [
        "## Arguments",
        "",
        "The three ids share these arguments, for one episode or many. A wrong value is refused with the allowed ones.",
        "A vector environment has no `journal` and no `render_mode`.",
        "",
        *table(("argument", "default", "meaning"), rows),
        "Options of `reset(seed=, options=)`:",
        "",
        *table(("option", "meaning"), code_rows((name, _option(name, text)) for name, text in RESET_OPTION_ROWS)),
    ]


def _option(name: str, text: str) -> str:
    """Return the meaning of an option of reset, with examples of this game."""
    examples = {
        "setup": 'a mat laid out by hand: fields of the mat by their blocks, such as `{"pilot": {"prestige": 3}}`',
        "dice": 'the tape: planned rolls by chart, such as `{"B6": [[4, 5]], "CARD": [19]}`; cards by their numbers',
    }
    return examples.get(name, text)


def action_lines() -> list[str]:
    """Return the section on the actions and the decisions that they answer."""
    rows = [
        (
            str(row.first) if row.first == row.last else f"{row.first} to {row.last}",
            f"`{row.verb}`",
            row.decisions,
            row.meaning,
        )
        for row in table_of_actions()
    ]
    asked = [
        (f"`{decision.name}`", decision.word.format(person="a person"))
        for decision in Decision
        if decision != Decision.OVER
    ]
    return [
        "## Actions",
        "",
        *prose(
            f"""`Discrete({ACTIONS})`. A decision with one legal action is skipped. An illegal or out-of-range index
            changes nothing on the mat, costs the penalty and sets `info["illegal_action"]`. The lists that `PICK`
            chooses from are in the observation: skills in their order, offered types, zones, series and persons.
            `env.unwrapped.legal_actions()` names the rows."""
        ),
        *table(("index", "action", "decision", "what it does"), rows),
        "### Decisions",
        "",
        *table(("decision", "what is being decided"), asked),
    ]


def observation_lines() -> list[str]:
    """Return the section on the observation."""
    lengths, counted = observation.LENGTHS, observation.describe("counted")
    rows = [
        (f"`{row.verb}`", shape_of(row.shape), f"{row.low:g} to {row.high:g}", row.largest, row.meaning)
        for row in counted
    ]
    return [
        "## Observation",
        "",
        *prose(
            f"""`"flat"`: `Box` of {lengths["seen"]} float32. `"mat"`: a `Dict` of the arrays below, the same floats.
            Every number on the mat is divided by the number under *1 is* and clipped to its range. The observation
            contains everything that a player at the table sees, and numbers that he works out from it (`derived`).
            It does not contain the order of the deck, the seed or the tape.
            `stuka_env.games.interceptor.observation.LAYOUT` has the place of each part in the vector."""
        ),
        *prose(
            f"""With `discards="hidden"` the vector ends before the cards that are out (`deck_drawn`) and has
            {lengths["hidden"]} floats. With `discards="counted"` the {SHARES} `shares` follow them, and it has
            {lengths["counted"]}."""
        ),
        *prose(
            f"""`"compact"`: a `Dict` for programs that keep many observations. `codes` has {CODE_COUNTS["seen"]} int8
            ({CODE_COUNTS["hidden"]} with hidden discards), and with counted ones `tracks` has {SHARES} int16.
            `stuka_env.games.interceptor.observation.from_compact(codes, tracks)` returns the flat vector, bit for
            bit."""
        ),
        *table(("name", "shape", "range", "1 is", "meaning"), rows),
    ]


def reward_lines() -> list[str]:
    """Return the section on the reward."""
    return [
        "## Reward",
        "",
        *prose(
            """The sum over an episode times 100 is the number of bombers. Fighters, awards, rank and Prestige pay
            nothing, because they are only means. A Sortie pays at its end, and only if the pilot lives.
            `info["rewards"]` has the parts, which add up to the reward:"""
        ),
        *table(("part", "meaning"), code_rows(REWARD_PARTS.items())),
    ]


def info_lines() -> list[str]:
    """Return the section on infos."""
    rows = code_rows((name, *texts) for name, texts in INTERCEPTOR_INFO.items())
    return [
        "## Info",
        "",
        *table(("key", "one episode", "many episodes"), rows),
        'Keys of each dict of `info["sorties"]`:',
        "",
        *table(("key", "meaning"), code_rows(SORTIE_KEYS.items())),
        'Keys of `info["result"]`:',
        "",
        *table(("key", "meaning"), code_rows(RESULT_KEYS.items())),
    ]


def interceptor_environments() -> str:
    """Return the text of ``docs/interceptor_environment.md``."""
    lines = [
        "# The environments of Interceptor Ace",
        "",
        *prose(
            """Written by `tools/interceptor_environment_doc.py` from the code. Do not edit it. Numbers in brackets are
            sections of the rulebook. [Interceptor Ace](interceptor.md) introduces the game. [The page
            of the first game](environment.md) has all that both games share, such as autoreset, clones and states."""
        ),
        *table(("id", "one episode", "undiscounted return x 100"), code_rows(INTERCEPTOR_IDS)),
        *argument_lines(),
        *action_lines(),
        *observation_lines(),
        *reward_lines(),
        *info_lines(),
        "## End of an episode",
        "",
        *prose(
            """An episode terminates with the pilot's death, with its last sortie line, and when sorties that he must
            miss leave none to fly. A Sortie terminates after the landing or the jump, or when the pilot stays on the
            ground. An episode is truncated only after 100 illegal actions in a row. There is no time limit."""
        ),
    ]
    return "\n".join(lines).rstrip() + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the page. Return the exit status."""
    return write_page("interceptor_environment_doc", PAGE, interceptor_environments, arguments)


if __name__ == "__main__":
    sys.exit(main())
