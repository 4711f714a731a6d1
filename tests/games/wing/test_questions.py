"""Questions: every decision names its subject."""

import re
from typing import Any

import numpy as np

from stuka_env.declared.records import rows
from stuka_env.games.wing.codes import Campaign as Kind
from stuka_env.games.wing.codes import Cloud, Decision, Departure, Enemy, Escort, Leg
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.words.labels import SUBJECTS, question_of
from tests.support.each import each
from tests.support.wing.playing import random_campaign

BLOCKS: dict[str, dict[str, int]] = {
    "cursor": {"subject": 2, "departure": Departure.DROPS_OUT},
    "mission": {"place": 4, "required": 9, "leg": Leg.HOME, "moves": 3, "limit": 4, "cloud": Cloud.HEAVY, "low": 1},
    "escorts": {"type": Escort.P_47, "ready": 1, "damaged": 1, "offered_type": Escort.P_38, "offered": 6}
    | {"ace": 1, "offered_ace": 1},
    "enemy": {
        **{"model": Enemy.FW_190, "left": 5, "aces_left": 1, "must_fight": 2, "stay": 0, "free": 2, "fighting": 1},
        **{"covers": 3, "round_number": 1, "flak_level": 2},
    },
}
"""Numbers of a mat by block."""
QUESTIONS = {
    Decision.OVER: "nothing: play is over",
    Decision.CREW: "which crew flies in this place: High, Left (5 of 9)",
    Decision.BOMBER: "which bomber the crew takes: crew 3",
    Decision.MOVE: "where the formation flies: on the way home, 1 move left",
    Decision.RENDEZVOUS: "whether the new escorts replace the old ones: 6 P-38 with an ace for 2 P-47 with an ace",
    Decision.FLAK: "whether to play silent guns: flak of level 2",
    Decision.INTERCEPTED: "whether to play a counter against the interceptors: 5 Fw 190 with 1 ace",
    Decision.JOIN: "how many more escorts fight: 2 must fight 5 Fw 190 with 1 ace, an ace is among the escorts",
    Decision.PRESS: "how many free escorts go on: nobody must go on against 5 Fw 190 with 1 ace",
    Decision.COVER: "which attack an escort covers: 3 escorts can cover, round 1",
    Decision.SAVE: "whether to play steady hands: bomber 3 drops out",
    Decision.STRAGGLER: "whether escorts go home with the bomber: bomber 3 drops out",
    Decision.ALTITUDE: "how high to bomb: the cloud is heavy",
    Decision.RUN: "whether to play clear view: the cloud is heavy, the run is low",
    Decision.ACE: "whether the escort ace fights: 1 of 2 escorts fights 5 Fw 190 with 1 ace",
}


@each("decision", Decision)
def test_a_question_names_its_subject(decision: Decision) -> None:
    mat: Any = rows(1, Mat)[0]
    mat["cursor"]["decision"] = decision
    for block, values in BLOCKS.items():
        for name, value in values.items():
            mat[block][name] = value
    assert question_of(mat) == QUESTIONS[decision]
    assert (decision in SUBJECTS) == (decision != Decision.OVER)


def test_the_questions_of_campaigns_have_words_for_every_number() -> None:
    for seed in range(3):
        for game in random_campaign(seed, campaign=Kind.SHORT_1942):
            question = question_of(np.array(game.mat)[()])
            assert not re.search(r"(?<!\S)(0|-\d)", question), question
