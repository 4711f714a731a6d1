"""Examples for the fit of the network: positions of the wars that players of many styles fly.

The first open decision of every sortie line is an example, and a share of all other decisions. What came after it
follows from the bombers earned at that time and at the end.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.games.interceptor.luck.network import NETWORK_CODES
from agents.games.interceptor.luck.terms import LuckWorkspace, table_of_clone
from agents.games.interceptor.scripts import random_flyer
from agents.games.interceptor.scripts.player import play
from agents.games.interceptor.scripts.style import Style
from stuka_env.compilation import compiled
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import Act, Decision
from stuka_env.games.interceptor.engine.steps import begin_war
from stuka_env.games.interceptor.observation.writing import view_of, write_compact
from stuka_env.games.interceptor.rules.asking import first_legal
from stuka_env.games.interceptor.rules.decisions import apply_action
from stuka_env.games.interceptor.rules.ledger import is_withheld
from stuka_env.games.interceptor.rules.mat import Mat, Settings
from stuka_env.games.interceptor.rules.sequence import advance
from stuka_env.games.interceptor.rules.table import Dice, Mask
from stuka_env.philox import philox
from stuka_env.records import Rows

STYLED, FLYER, CHANCE = range(3)
"""Kinds of players: a style, one who always flies and leaves the rest to chance, and one who leaves all to chance."""
PERCENT = 100
MOST_DECISIONS = 4_096
"""Rows that must be free before a war is flown; a career has 500 decisions."""
PLAYER_LOW, PLAYER_HIGH = 0x506C6179, 0x4C75636B
"""Added to the key of the dice in the hash that makes the random numbers of a player."""


class StyledPlayer(NamedTuple):
    """A player of training wars."""

    style: Style
    kind: int
    """STYLED, FLYER or CHANCE."""
    track: int
    """Track that he chooses."""
    slips: int
    """Decisions in a hundred that he leaves to chance."""


class Examples(NamedTuple):
    """Positions, ``(M,)`` each; those of a war follow each other."""

    codes: Annotated[NDArray[np.int8], 2]
    """``(M, NETWORK_CODES)``."""
    earned: NDArray[np.int16]
    """Bombers earned at that time."""
    final: NDArray[np.int16]
    """Bombers of the score."""
    following: NDArray[np.int64]
    """Place of the first decision of the next sortie line, or -1 if the war ends before."""
    opens_line: NDArray[np.int8]
    """1 for the first decision of a sortie line."""


def new_examples(count: int) -> Examples:
    """Return arrays for so many examples."""
    codes, opens_line = np.zeros((count, NETWORK_CODES), np.int8), np.zeros(count, np.int8)
    earned, final = np.zeros(count, np.int16), np.zeros(count, np.int16)
    return Examples(codes, earned, final, np.zeros(count, np.int64), opens_line)


def first_of(examples: Examples, count: int) -> Examples:
    """Return views of the first examples."""
    parts: dict[str, Any] = {name: array[:count] for name, array in examples._asdict().items()}
    return Examples(**parts)


@compiled
def earned_bombers(mat: Mat) -> int:
    """Return the bombers of the score so far."""
    return 0 if is_withheld(mat) else int(mat.career.bombers)


@compiled
def choose_as(player: StyledPlayer, mat: Mat, charts: Charts, mask: Mask, dice: Dice, turn: int) -> int:
    """Return the action of a player on a turn of the war with these dice."""
    key_low, key_high = dice.key_low + PLAYER_LOW, dice.key_high + PLAYER_HIGH
    noise, more, slip, _ = philox(turn, 0, 0, 0, key_low, key_high)
    noise |= (more >> 2) << 32
    if mat.cursor.decision == Decision.TRACK:
        return Act.PICK_1.value + player.track
    if player.kind == FLYER or slip % PERCENT < player.slips:
        action = random_flyer.choose(mat, charts, mask, noise)
    elif player.kind == CHANCE:
        action = random_flyer.choose_any(mat, charts, mask, noise)
    else:
        action = play(mat, charts, mask, player.style).action
    return action if mask[action] else first_legal(mask)


@compiled
def keep_example(space: LuckWorkspace, charts: Charts, examples: Examples, place: int) -> None:
    """Write the position of the clone as an example."""
    write_compact(view_of(space.views, 0, 0), table_of_clone(space, charts), space.scales[0], space.compacts[0])
    for code in range(NETWORK_CODES):
        examples.codes[place, code] = space.compacts[0].codes[code]
    examples.earned[place] = earned_bombers(space.views.mats[0])


@compiled
def fly_example_war(
    space: LuckWorkspace, charts: Charts, player: StyledPlayer, share: int, examples: Examples, place: int
) -> int:
    """Fly the war that has been begun on the clone to its end, and write its examples from ``place`` on.

    Returns:
        the first free place.
    """
    mat, mask, table = space.views.mats[0], space.masks[0].legal[:], table_of_clone(space, charts)
    start, first, turn, line = place, place, 0, -1
    while not mat.career.over:
        _, _, _, chance = philox(turn, 1, 0, 0, space.dice[0].key_low + PLAYER_LOW, space.dice[0].key_high)
        opens_line = int(mat.career.lines_used) != line
        line = int(mat.career.lines_used)
        if opens_line or chance % PERCENT < share:
            keep_example(space, charts, examples, place)
            examples.opens_line[place] = int(opens_line)
            examples.following[place] = -1
            for example in range(first, place if opens_line else first):
                examples.following[example] = place
            first = place if opens_line else first
            place += 1
        apply_action(mat, table, choose_as(player, mat, charts, mask, space.dice[0], turn))
        advance(mat, table, mask)
        turn += 1
    for example in range(start, place):
        examples.final[example] = earned_bombers(mat)
    return place


@compiled
def fly_examples(
    space: LuckWorkspace,
    charts: Rows[Charts],
    plans: Rows[Settings],
    player: StyledPlayer,
    keys: Annotated[NDArray[np.int64], 2],
    share: int,
    examples: Examples,
    place: int,
) -> int:
    """Let a player fly wars, and write their examples from ``place`` on, as long as there is room.

    Args:
        space: scratch space.
        charts: ``(1,)``.
        plans: the war that is played, ``(1,)``.
        player: the player.
        keys: ``(N, 2)``: the keys of the dice of each war.
        share: decisions in a hundred that become examples, besides the first of each line.
        examples: where they go.
        place: the first free place.

    Returns:
        the first free place after these.
    """
    table = table_of_clone(space, charts[0])
    for war in range(len(keys)):
        if place + MOST_DECISIONS > len(examples.earned):
            break
        space.views.mats[0] = space.no_mats[0]
        space.dice[0].key_low = keys[war, 0]
        space.dice[0].key_high = keys[war, 1]
        begin_war(space.views.mats[0], table, plans[0])
        advance(space.views.mats[0], table, space.masks[0].legal[:])
        place = fly_example_war(space, charts[0], player, share, examples, place)
    return place
