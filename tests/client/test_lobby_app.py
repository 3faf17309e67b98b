"""The lobby in the full screen, at a server and without one."""

from skyjo_client.connection import Connection
from skyjo_client.screen.lobby_answers import Wish
from skyjo_client.screen.lobby_app import LobbyApp
from skyjo_client.table_choice import TableChoice
from tests.client.app_screens import shown, until


async def test_the_lobby_lists_what_stands_on_the_server_and_what_comes(address: str) -> None:
    app = LobbyApp(address, (), "")
    async with Connection(address) as connection, app.run_test(size=(80, 24)) as pilot:
        choice = TableChoice(seats=3, levels=(), name="Berta", private=False, start_when_full=False)
        seating = (await connection.lobby.create_table(choice.request())).seating
        await until(pilot, lambda: any(seating.code in line for line in shown(app)))
        await connection.lobby.leave_table(seating.seat_token)
        await until(pilot, lambda: not any(seating.code in line for line in shown(app)))
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)
    assert app.lobby.wish == Wish("quit")


async def test_a_lobby_without_a_server_says_so_and_bots_can_be_played() -> None:
    app = LobbyApp("127.0.0.1:1", (), "")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: any("No server answers" in line for line in shown(app)))
        await pilot.press("p", "enter")
        await until(pilot, lambda: not app.is_running)
    assert app.lobby.wish == Wish("play", seats=4, level="casual")
