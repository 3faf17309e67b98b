"""Lobbies with tables, for the tests of the lobby's screen."""

from skyjo.v1 import lobby_pb2, rules_pb2, table_pb2
from skyjo_client.present.canvas import Size
from skyjo_client.screen.lobby_view import LobbyView
from skyjo_client.seats_kept import KeptSeat
from skyjo_wire import clocks
from tests.client.tables import NAMES

USUAL = Size(80, 24)
ADDRESS = "192.0.2.7:17595"
ANKE, HOLGER = "192.0.2.20:17595", "192.0.2.31:17595"
KEPT = KeptSeat("x9", ADDRESS, lobby_pb2.Seating(code="MOIN-07", seat_token=b"secret"))
ELSEWHERE = KeptSeat("y8", HOLGER, lobby_pb2.Seating(code="OTTER-42", seat_token=b"secret"))


def summary(
    code: str,
    players: int = 2,
    *,
    seats: int = 4,
    title: str = "",
    stage: table_pb2.TableStage = table_pb2.TABLE_STAGE_GATHERING,
    bots: int = 0,
) -> lobby_pb2.TableSummary:
    human, bot = table_pb2.PLAYER_KIND_HUMAN, table_pb2.PLAYER_KIND_HOUSE_BOT
    return lobby_pb2.TableSummary(
        table_id=f"table of {code}",
        code=code,
        title=title,
        stage=stage,
        rules=rules_pb2.Rules(
            players=seats, target=100, initial_flips=2, penalty_factor=2, columns=True
        ),
        players=[
            table_pb2.Player(seat=seat, name=NAMES[seat], kind=bot if seat < bots else human)
            for seat in range(players)
        ],
        host=0 if players and not bots else None,
        clock=clocks.preset(rules_pb2.CLOCK_PRESET_LAN),
        free_seats=seats - players,
        watchable=True,
        round=3 if stage == table_pb2.TABLE_STAGE_PLAYING else 0,
    )


TABLES = (
    summary("KIWI-42", 3, seats=8, title="Evening"),
    summary("MOIN-07", 2, seats=2, stage=table_pb2.TABLE_STAGE_PLAYING),
    summary("ROBO-11", 4, stage=table_pb2.TABLE_STAGE_PLAYING, bots=4),
)


class LobbyScene:
    """A view of a lobby with what a server says of its tables."""

    def __init__(
        self,
        *tables: lobby_pb2.TableSummary,
        address: str = ADDRESS,
        kept: tuple[KeptSeat, ...] = (),
        notice: str = "",
        ended: str = "",
    ) -> None:
        self.wishes = 0
        self.view = LobbyView(address, kept, notice, self._done, lambda: None, ended=ended)
        if tables:
            self.tell(*tables, complete=True)

    def _done(self) -> None:
        self.wishes += 1

    def tell(
        self, *tables: lobby_pb2.TableSummary, complete: bool = False, gone: tuple[str, ...] = ()
    ) -> None:
        self.view.take(
            ADDRESS, lobby_pb2.WatchTablesResponse(complete=complete, tables=tables, gone=gone)
        )

    def press(self, *keys: str) -> None:
        for key in keys:
            self.view.press(key, key if len(key) == 1 else None)

    def shown(self, size: Size = USUAL) -> str:
        """The screen as text."""
        return "\n".join(self.view.frame(size).rows()) + "\n"


def lobby() -> LobbyScene:
    """Three tables, the cursor on the second."""
    scene = LobbyScene(*TABLES)
    scene.press("down")
    return scene


def kept_lobby() -> LobbyScene:
    """Two seats are still held."""
    return LobbyScene(*TABLES, kept=(KEPT, ELSEWHERE))


def network_lobby() -> LobbyScene:
    """Tables of a server that was met and of one that was not, the cursor on the latter's."""
    scene = LobbyScene(address="")
    news = lobby_pb2.WatchTablesResponse(complete=True, tables=TABLES[:2])
    scene.view.take(ANKE, news, "Anke")
    scene.view.announced(HOLGER, "Holger", ["OTTER-42", "ROBIN-12"])
    scene.press("down", "down")
    return scene


def silent_lobby() -> LobbyScene:
    """Nothing was found in the network for a while."""
    scene = LobbyScene(address="")
    scene.view.silent()
    return scene


def empty_lobby() -> LobbyScene:
    """Nobody has made a table yet."""
    scene = LobbyScene()
    scene.tell(complete=True)
    return scene


def asking_lobby() -> LobbyScene:
    """The player is about to play against bots, and has typed nonsense."""
    scene = LobbyScene(*TABLES)
    scene.press("p", "x", "enter")
    return scene


def making_lobby() -> LobbyScene:
    """The player says what table to make."""
    scene = LobbyScene(*TABLES, address="")
    scene.press("n", *" to 50")
    return scene


def rules_lobby() -> LobbyScene:
    """The player reads the rules."""
    scene = LobbyScene(*TABLES)
    scene.press("r", "pagedown")
    return scene
