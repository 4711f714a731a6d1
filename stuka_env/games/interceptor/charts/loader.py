"""The charts of the second game, read by :mod:`stuka_env.charts.loader` (docs/interceptor_charts.md)."""

from pathlib import Path
from typing import TypeAlias

from stuka_env.charts import loader
from stuka_env.games.interceptor.charts.filling import ChartNames, fill, names_of
from stuka_env.games.interceptor.charts.shape import OTHER_TABLES, Charts
from stuka_env.games.interceptor.charts.validate import check

OUR_FOLDER = Path(__file__).parent / "data"
LoadedCharts: TypeAlias = loader.LoadedCharts[ChartNames]
BOOK = loader.ChartBook(
    folder=OUR_FOLDER,
    record=Charts,
    fill=fill,
    check=check,
    names=names_of,
    advice=("Check the folder:  stuka charts --game interceptor --check FOLDER",),
    others=OTHER_TABLES,
)
load_charts = BOOK.load
