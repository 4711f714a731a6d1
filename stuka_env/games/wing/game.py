"""The third game as a record of its declarations; the house derives the rest."""

from stuka_env.building.game import GameDeclaration, make_game
from stuka_env.declared.log_sheet import by_phase
from stuka_env.games.wing import codes, rules, sheet
from stuka_env.games.wing.observation import CHART_CELLS, OBSERVED
from stuka_env.games.wing.rules import mat
from stuka_env.games.wing.scenario import consistency, plan
from stuka_env.games.wing.scenario.setup import make_setup
from stuka_env.games.wing.words import labels, log_sheet
from stuka_env.games.wing.words.commentary import COMMENTARY
from stuka_env.games.wing.words.crew_names import PEOPLE
from stuka_env.games.wing.words.journal import SENTENCES

GAME = make_game(
    __name__,
    GameDeclaration(
        title="A Wing and a Prayer",
        codes=codes,
        records=mat,
        rules=rules,
        sheet=sheet.sheet,
        observed=OBSERVED,
        bank=CHART_CELLS,
        number_of_rules=2,
        seed_key=(0x57696E67, 0x50726179),
        war=plan.WarSpec,
        line="mission",
        state={"file_names": {"reports": {"line_index": "mission_index", "lines_ended": "missions_ended"}}},
        engine={
            "check_mat": consistency.check_mat,
            "check_laid_out": consistency.check_laid_out,
        },
        envs={
            "make_setup": make_setup,
            "line_dict": log_sheet.mission_dict,
            "label": labels.label,
            "sentences": SENTENCES,
        },
        views={"question": labels.question_of, "place_of": sheet.place_of, "silhouettes": sheet.SILHOUETTES},
        flights={"lines_of": plan.lines_of, "score_range": plan.score_range},
        replays={
            "line_of": log_sheet.line_of,
            "passage_of": by_phase(log_sheet.PASSAGES),
            "title": log_sheet.title_words,
            "ending": log_sheet.ending_words,
            "commentary": COMMENTARY,
            "names": PEOPLE.names,
            "name_of_line": log_sheet.name_of_line,
        },
        log_sheets=log_sheet.LOG_SHEET,
    ),
)
