"""The charts as data: TOML files, the record that the rules read, and the loader between them."""

from stuka_env.charts.words import ChartError
from stuka_env.games.wing.charts.loader import LoadedCharts, load_charts

__all__ = ["ChartError", "LoadedCharts", "load_charts"]
