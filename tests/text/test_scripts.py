"""Every script scores the same by answers in words as natively, in the same wars."""

import pytest

from agents.games.interceptor.players import SCRIPTS as INTERCEPTOR_SCRIPTS
from agents.games.stuka.players import SCRIPTS
from stuka_env.policy import load_policy
from tests.support.each import each
from tests.support.text_players import begun, native_actions, played_in_words, same_end

WARS = [
    *(("stuka", "Stuka/Mission-v0", name, seed) for name in SCRIPTS for seed in (2, 11)),
    ("stuka", "Stuka/Segment-v0", "old_hand", 5),
    *(("interceptor", "Interceptor/Sortie-v0", name, seed) for name in INTERCEPTOR_SCRIPTS for seed in (2, 11)),
    ("interceptor", "Interceptor/Month-v0", "veteran", 5),
]


@each("game, env, script, seed", WARS)
def test_a_script_scores_the_same_in_words(game: str, env: str, script: str, seed: int) -> None:
    native, in_words = begun(env, seed), begun(env, seed)
    actions = native_actions(native, load_policy(script, game))
    played = played_in_words(in_words, actions)
    assert same_end(native, in_words)
    assert played.refusals == played.questions > 0


@pytest.mark.parametrize(("game", "env", "script", "seed"), WARS[:1] + WARS[-2:])
def test_without_merging_every_action_is_a_question(game: str, env: str, script: str, seed: int) -> None:
    native, in_words = begun(env, seed), begun(env, seed)
    actions = native_actions(native, load_policy(script, game))
    played = played_in_words(in_words, actions, merged=False)
    assert same_end(native, in_words)
    assert played.questions == len(actions)
