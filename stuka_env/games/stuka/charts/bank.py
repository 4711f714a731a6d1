"""The bank of plausible chart sets, drawn once by ``tools/chart_bank.py`` (docs/charts.md)."""

from stuka_env.charts.bank import ChartBank
from stuka_env.games.stuka.charts.loader import BOOK, OUR_FOLDER

BANK_PARTS = {"training": range(512), "selection": range(512, 576), "evaluation": range(576, 640)}
"""Numbers of the sets of each part."""
BANK = ChartBank(BOOK, OUR_FOLDER / "bank.npz", BANK_PARTS)
