"""``skyjo`` without a command, on a terminal that can show a screen."""

from skyjo_client.console import run


def lobby() -> int:
    """Visit the lobby; returns an exit code."""
    from skyjo_client.data_folder import data_folder
    from skyjo_client.lobby_visit import LobbyVisit

    return run(LobbyVisit(data_folder()).run())
