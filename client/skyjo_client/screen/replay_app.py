"""A replay in the full screen."""

import asyncio

from skyjo_client.present.recording import Recording, Viewpoint
from skyjo_client.screen.canvas_app import CanvasApp
from skyjo_client.screen.projection import Projection


class ReplayApp(CanvasApp):
    """Shows a recording; ``replay`` is what is seen of it."""

    def __init__(self, recording: Recording, viewpoint: Viewpoint) -> None:
        """Begin before the first event."""
        super().__init__()
        self.replay = Projection(self, recording, viewpoint, self.exit).view
        self.show(self.replay)


def show_replay(recording: Recording, viewpoint: Viewpoint) -> None:
    """Show a recording until the viewer leaves it."""
    asyncio.run(ReplayApp(recording, viewpoint).show_until_left())
