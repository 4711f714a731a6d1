"""Words: every entry of a journal is a sentence, and the mat is text, for a terminal and for a notebook."""

import html
import re

import numpy as np
import pytest

from stuka_env.declared.sentences import Modifiers, is_roll
from tests.support.contract import choose, each_id, each_id_slowly, make, played, walk, war_bytes
from tests.support.samples import samples_of

PLACEHOLDER = re.compile(r"\{|\}|\bNone\b|\bnan\b")
"""Signs of a sentence that was not filled in."""


@each_id
def test_every_entry_of_a_journal_is_a_sentence(env_id: str) -> None:
    sentences = []
    for seed in range(3):
        env = make(env_id, journal=True)
        played(env, seed, seed)
        sentences += [entry.text for entry in env.journal]
    assert len(sentences) > 30 and len(set(sentences)) > 15
    assert [text for text in sentences if not text or "\n" in text or PLACEHOLDER.search(text)] == []


@each_id
def test_the_parts_of_every_roll_have_names_and_add_up_to_its_total(env_id: str) -> None:
    env = make(env_id, journal=True)
    total_of, sentences = samples_of(env_id).total_of, env.game.envs.sentences
    rolls, parts = 0, set()
    for seed in range(3):
        played(env, seed, seed)
        modifiers: Modifiers = ()
        for entry in env.journal:
            if is_roll(entry) and not entry.chart.declared.is_drawn:
                assert entry.total == total_of(entry, modifiers), (entry.text, modifiers)
                rolls += 1
                parts |= {(entry.chart, source) for source, _ in modifiers}
            modifiers = sentences.modifiers_after(entry, modifiers)
    assert rolls > 20 and len(parts) > 3


@each_id
def test_every_label_and_line_is_filled_in(env_id: str) -> None:
    env = make(env_id)
    _, info = env.reset(seed=2)
    rng, over = np.random.default_rng(2), False
    while not over:
        assert [text for _, text in env.legal_actions() if PLACEHOLDER.search(text)] == []
        *_, over, _, info = env.step(int(choose(env, info["action_mask"], rng)))


@each_id
def test_the_journal_grows_and_begins_again_with_the_episode(env_id: str) -> None:
    env = make(env_id, journal=True)
    env.reset(seed=6)
    lengths = [len(env.journal)]
    for *_, terminated, _, _ in walk(env, 5):
        if terminated:
            break
        lengths.append(len(env.journal))
    assert lengths == sorted(lengths) and lengths[-1] > 0
    env.reset()
    other = make(env_id, journal=True)
    other.reset(seed=6)
    other.reset()
    assert [entry.text for entry in env.journal] == [entry.text for entry in other.journal]


@each_id
def test_the_journal_changes_nothing(env_id: str) -> None:
    env, plain = make(env_id, journal=True), make(env_id)
    for each in (env, plain):
        each.reset(seed=6)
        list(walk(each, 150))
    assert war_bytes(env) == war_bytes(plain)
    with pytest.raises(RuntimeError, match="journal: none is kept"):
        plain.journal  # noqa: B018


@each_id_slowly
def test_text_fits_a_terminal_and_keeps_the_journal_from_the_first_rendering_on(env_id: str) -> None:
    env = make(env_id, render_mode="ansi")
    _, info = env.reset(seed=3)
    rng, over = np.random.default_rng(3), False
    while not over:
        text = env.render()
        assert isinstance(text, str) and "\x1b" not in text
        lines = text.splitlines()
        assert len(lines) <= 60 and max(map(len, lines)) <= 120
        *_, over, _, info = env.step(int(choose(env, info["action_mask"], rng)))
    assert env.journal and env.render()
    assert make(env_id).render() is None


@each_id
def test_a_notebook_shows_the_mat(env_id: str) -> None:
    env = make(env_id, render_mode="ansi")
    env.reset(seed=1)
    shown = env._repr_html_()
    labels = [text for _, text in env.legal_actions()]
    assert shown.startswith("<") and shown.rstrip().endswith(">")
    assert labels[0].split(" (")[0] in html.unescape(shown) and not env.engine.journal


@each_id
def test_lines_of_the_log_sheet_and_results_are_words_and_numbers(env_id: str) -> None:
    """Codes are words: the same values as in the sentences, not numbers of a list."""
    env = make(env_id)
    _, *steps = played(env, 4)
    lines = [line for *_, info in steps for line in info[env.game.envs.names.lines]]
    result = dict(steps[-1][4]["result"])
    assert any(isinstance(value, str) and value for value in result.values())
    assert lines and all({type(value) for value in line.values()} <= {str, int, bool, dict, list, float, type(None)}
                         for line in lines)  # fmt: skip
    has_codes = any(field.codes for field in env.game.envs.line.FIELDS)
    assert any(isinstance(value, str) for value in lines[0].values()) or not has_codes
