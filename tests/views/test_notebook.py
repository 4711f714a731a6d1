"""The mat as HTML: the text, escaped, with colours, and nothing from elsewhere."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from stuka_env.game import game_named
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.render import terminal
from stuka_env.views.show import html_text, mat_view, text_of
from stuka_env.views.text import TONE_COLOURS
from tests.support.notebook import notebook_text
from tests.support.playing import make, mat_bytes, walk

STUKA = game_named("stuka")
COLOUR = re.compile(r"color:#([0-9a-f]{6})")


@pytest.mark.parametrize("arguments", [{}, {"journal": True}, {"render_mode": "ansi"}])
def test_a_war_shows_itself_as_its_text(arguments: dict[str, Any]) -> None:
    env = make("Stuka/Segment-v0", **arguments)
    env.reset(seed=4)
    if arguments.get("render_mode"):
        env.render()
    for _ in walk(env, 60):
        journal = env.journal if env.engine.journal else []
        before = mat_bytes(env), env.engine.journal
        assert notebook_text(env._repr_html_()) == text_of(
            STUKA, env.mat, journal, env.legal_actions(), env.engine.charts
        )
        assert (mat_bytes(env), env.engine.journal) == before, "looking changes nothing"
    without = text_of(STUKA, env.mat, (), env.legal_actions(), env.engine.charts)
    assert (notebook_text(env._repr_html_()) != without) == bool(arguments), "a journal is shown if one is kept"


def test_a_war_before_its_first_reset_shows_an_empty_mat() -> None:
    assert "nothing to decide" in notebook_text(make()._repr_html_())


def test_a_mat_by_itself() -> None:
    env = make("Stuka/Mission-v0")
    env.reset(seed=4)
    view = mat_view(STUKA, env.mat)
    first = repr(view)
    assert first == text_of(STUKA, env.mat) == notebook_text(view._repr_html_())
    list(walk(env, 5))
    assert repr(view) == text_of(STUKA, env.mat) != first, "it follows the game"


def test_what_charts_call_a_card_is_escaped() -> None:
    charts = load_charts()
    mat = np.zeros(1, Mat.dtype)[0]
    mat["mission"]["last_card"] = 1
    names = replace(charts.names, card_names=("<script>alert(1)</script>", *charts.names.card_names[1:]))
    hostile = replace(charts, names=names)
    page = html_text(STUKA, mat, charts=hostile)
    assert "<script>" not in page and "<script>alert(1)" in notebook_text(page)


def test_options_are_escaped() -> None:
    page = html_text(STUKA, np.zeros(1, Mat.dtype)[0], legal=[(1, '<b onclick="x">&amp;')])
    assert '<b onclick="x">&amp;' in notebook_text(page) and "<b" not in page


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_colours_can_be_read_in_light_and_dark() -> None:
    found = [COLOUR.search(style) for style in terminal.STYLES.values()]
    colours = [each[1] for each in found if each]
    used = {colour for stroke in TONE_COLOURS.values() for colour in stroked(stroke)}
    assert len(colours) == 4 and used <= set(terminal.STYLES)
    for colour in colours:
        light = luminance(colour)
        assert 1.05 / (light + 0.05) > 4 and (light + 0.05) / (luminance("111111") + 0.05) > 4
    assert "background" not in terminal.PRE_STYLE and not re.search(r"(?<!-)color", terminal.PRE_STYLE)


def stroked(stroke: str) -> list[str]:
    """The colours of a stroke."""
    return [colour + "m" for colour in stroke.split("m")[:-1]]
