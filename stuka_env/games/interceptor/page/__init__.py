"""The second game's part of the pages that show it: its words, the additions to frames, and the drawing of the mat.

:mod:`stuka_env.watch` makes the page, and loads this room by the name of the game.
"""

from stuka_env.games.interceptor.page.parts import PAGE

__all__ = ["PAGE"]
