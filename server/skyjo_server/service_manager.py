"""What systemd is told of the server, where it wants to know (``Type=notify``)."""

import os
import socket
from contextlib import suppress
from typing import Final

READY: Final = "READY=1"
STOPPING: Final = "STOPPING=1"


def tell(state: str) -> None:
    """Tell the service manager, if there is one; that it does not listen is no reason to stop."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # how an address in the abstract namespace is written
        address = f"\0{address[1:]}"
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sending:
        sending.sendto(state.encode(), address)
