"""Fly the scripts of Interceptor Ace and print their figures beside the bands of the calibration.

``python -m agents.games.interceptor.calibrate --careers 3000``
"""

import argparse
import sys
from collections.abc import Mapping, Sequence

from agents.games.interceptor.bands import BAND_PLAYERS, BANDS, MOVED
from agents.games.interceptor.measures import Figures, measure
from agents.games.interceptor.players import SCRIPTS, SECOND_GAME
from agents.registry import make_policy

JOURNAL_SHARE = 10
"""Number of careers for each journal that is read."""
WIDTH = 24


def band_words(figure: str, player: str) -> str:
    """Return the band of a figure; empty for a figure or a player without one."""
    if player not in BAND_PLAYERS or figure not in BANDS:
        return ""
    band = BANDS[figure][BAND_PLAYERS.index(player)]
    return f"[{band.low:g}, {band.high:g}]"


def is_outside(figure: str, player: str, value: float) -> bool:
    """Whether a figure is outside its band."""
    return player in BAND_PLAYERS and figure in BANDS and not BANDS[figure][BAND_PLAYERS.index(player)].holds(value)


def cell(figure: str, player: str, figures: Figures) -> str:
    """Return a figure with its band; an exclamation mark shows that it is outside."""
    value = figures[figure]
    mark = "!" if is_outside(figure, player, value) else " "
    return f"{value:8.2f}{mark} {band_words(figure, player):<12}"


def table(measured: Mapping[str, Figures]) -> str:
    """Return all figures of all players, with bands in brackets."""
    players = list(measured)
    lines = [f"{'':<{WIDTH}}" + "".join(f"{player:<22}" for player in players)]
    for figure in measured[players[0]]:
        cells = "".join(cell(figure, player, measured[player]) for player in players)
        lines.append(f"{figure:<{WIDTH}}{cells}".rstrip())
    return "\n".join(lines)


def outside(measured: Mapping[str, Figures]) -> list[str]:
    """Return a line for each figure that is outside its band."""
    return [
        f"{player}: {figure} {figures[figure]:.2f}, band {band_words(figure, player)}"
        for player, figures in measured.items()
        for figure in BANDS
        if figure in figures and is_outside(figure, player, figures[figure])
    ]


def moved_words() -> list[str]:
    """Return a line for each band that was moved: the first one, the present one, the figure and the reason."""
    return [
        f"{move.player}: {move.figure} {move.measured:g}, band {band_words(move.figure, move.player)}, "
        f"first [{move.first.low:g}, {move.first.high:g}]. {move.reason}"
        for move in MOVED
    ]


def read_options(words: Sequence[str] | None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description="Figures of the scripts of Interceptor Ace beside their bands.")
    parser.add_argument("--careers", type=int, default=3000, help="careers of each script (default: 3000)")
    parser.add_argument("--journals", type=int, help="careers whose journals are read (default: a tenth)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the careers (default: 0)")
    parser.add_argument("--players", nargs="+", choices=list(SCRIPTS), default=list(SCRIPTS), help="scripts to fly")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 1 if a figure is outside its band."""
    options = read_options(words)
    journals = options.careers // JOURNAL_SHARE if options.journals is None else options.journals
    measured = {
        name: measure(make_policy(name, SECOND_GAME), options.careers, journals=journals, seed=options.seed)
        for name in options.players
    }
    print(table(measured))
    faults = outside(measured)
    print("\n".join(["", *faults]) if faults else "\nall bands hold")
    print("\n".join(["", "bands that were moved:", *moved_words()]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
