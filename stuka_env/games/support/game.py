"""The fourth game as a record of its declarations; the house derives the rest."""

from stuka_env.building.game import GameDeclaration, make_game
from stuka_env.charts.shown import FilledField, ShownBank
from stuka_env.declared.layouts import ObservationParts, OneHot
from stuka_env.games.support import codes, rules, sheet
from stuka_env.games.support.charts import BANK
from stuka_env.games.support.rules import mat
from stuka_env.games.support.scenario import consistency, plan
from stuka_env.games.support.scenario.setup import make_setup
from stuka_env.games.support.words import labels
from stuka_env.games.support.words.commentary import COMMENTARY
from stuka_env.games.support.words.glossary import EXPLAINED

ONE_HOTS = (
    OneHot("cursor", "decision", len(codes.Decision)),
    OneHot("battle", "scenario", len(codes.Scenario)),
    OneHot("battle", "moment", len(codes.Moment)),
    OneHot("run", "course", len(codes.Direction) + 1, codes.NOBODY),
)
"""Codes that are also shown as one-hots."""
FACE_DOWN_CELLS = FilledField(0, codes.COUNTERS, "Counters of each kind that lie face down")
CHART_CELLS = ShownBank(BANK, filled={"scenarios.face_down": FACE_DOWN_CELLS})
"""The bank as observations show it."""

GAME = make_game(
    __name__,
    GameDeclaration(
        title="Air Support",
        codes=codes,
        records=mat,
        rules=rules,
        sheet=sheet.sheet,
        hidden="hidden",
        bank=CHART_CELLS,
        observed=ObservationParts(hidden=("hidden", "work"), one_hots=ONE_HOTS),
        war=plan.WarSpec,
        check=consistency.check,
        line="turn",
        nouns=("dogfight", "battle"),
        gives_up=frozenset({codes.Act.LEAVE, codes.Act.RECALL}),
        rivals=("by_the_book", "best"),
        glossary=EXPLAINED,
        engine={"check_ledger": consistency.check_ledger},
        envs={
            "make_setup": make_setup,
            "label": labels.label,
        },
        views={"silhouettes": sheet.SILHOUETTES},
        replays={"passage_of": labels.passage_of, "commentary": COMMENTARY},
        flights={"lines_of": plan.lines_of},
    ),
)
