"""The window of ``render_mode="human"``."""

from typing import Any

import numpy as np
from gymnasium.error import Error
from numpy.typing import NDArray

from stuka_env.render.canvas import pygame


class Window:
    """A window for pictures, opened by the first one.

    After the player has closed it, pictures are no longer shown. If another user of the library has shut it down, the
    window is opened again.
    """

    def __init__(self, title: str, fps: float) -> None:
        self.title, self.fps = title, fps
        self.closed = False
        self._screen: Any = None
        self._clock: Any = None

    def show(self, picture: NDArray[np.uint8]) -> None:
        """Show a picture, at most ``fps`` in a second.

        Raises:
            Error: there is no screen to open a window on.
        """
        if self.closed:
            return
        if self._screen is None or pygame().display.get_surface() is not self._screen:
            self._open(picture)
        surface = pygame().surfarray.make_surface(picture.transpose(1, 0, 2))
        self._screen.blit(surface, (0, 0))
        pygame().display.flip()
        if pygame().event.get(pygame().QUIT):
            self.close()
            return
        pygame().event.pump()
        self._clock.tick(self.fps)

    def _open(self, picture: NDArray[np.uint8]) -> None:
        height, width = picture.shape[:2]
        try:
            pygame().display.init()
            self._screen = pygame().display.set_mode((width, height))
        except pygame().error as error:
            raise Error(f'render_mode: "human" can open no window here ({error}), "rgb_array" needs none') from None
        pygame().display.set_caption(self.title)
        self._clock = pygame().time.Clock()

    def close(self) -> None:
        """Close the window for good."""
        if self._screen is not None:
            pygame().display.quit()
            self._screen = self._clock = None
        self.closed = True
