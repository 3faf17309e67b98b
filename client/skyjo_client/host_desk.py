"""What the host of a table, and at times any seat, may ask of the server by typing."""

from skyjo.v1 import error_pb2, table_pb2
from skyjo_client.bot_choice import bot_choice
from skyjo_client.errors import RefusedError
from skyjo_client.lobby import Lobby
from skyjo_client.present.bot_lines import bot_lines
from skyjo_client.present.grammar import Mistake, Typed
from skyjo_client.present.messages import _
from skyjo_client.present.recording import Recording
from skyjo_client.present.refusals import reason_sentence, refusal_sentence
from skyjo_client.present.seats import named_seat
from skyjo_client.present.store import TableStore
from skyjo_client.record_choice import NoRecordError, read
from skyjo_engine.errors import EngineError


class HostDesk:
    """The lobby with the token of the seat that is host."""

    def __init__(self, lobby: Lobby, token: bytes) -> None:
        """Ask with this seat's rights; the server decides whether it is the host's."""
        self._lobby = lobby
        self._token = token

    async def handle(self, typed: Typed, store: TableStore) -> None:
        """Do what a host's command says. Raises :class:`Mistake` when that is not possible."""
        try:
            await self._do(typed, store)
        except RefusedError as error:
            raise Mistake(refusal_sentence(error.refusal)) from None

    async def recording(self, store: TableStore) -> Recording:
        """The game that is over, to be seen again. Raises :class:`Mistake`."""
        return await recording_of(self._lobby, store)

    async def close(self) -> None:
        """Close the table, which nobody plays at any more."""
        await self._lobby.close_table(self._token)

    async def _do(self, typed: Typed, store: TableStore) -> None:
        match typed.command:
            case "start":
                await self._lobby.start_game(self._token)
            case "bot":
                await self._add_bot(typed)
            case "kick":
                await self._lobby.kick_seat(self._token, removable(store, typed))
            case "host":
                await self._lobby.hand_over(self._token, _person(store, typed))

    async def _add_bot(self, typed: Typed) -> None:
        bots = await self._lobby.list_bots()
        choice = bot_choice(bots, typed.text)
        if choice is None:
            raise Mistake(" ".join(bot_lines(bots, typed.text)))
        await self._lobby.add_bot(self._token, choice)


async def recording_of(lobby: Lobby, store: TableStore) -> Recording:
    """The game of a table that is over, to be seen again. Raises :class:`Mistake`."""
    if store.result is None:
        raise Mistake(_("A game can be seen again once it is over."))
    try:
        return Recording(read(await lobby.get_game(store.game_id)))
    except RefusedError as error:
        raise Mistake(refusal_sentence(error.refusal)) from None
    except (NoRecordError, EngineError):
        raise Mistake(_("What the server sent is not the record of this game.")) from None


def removable(store: TableStore, typed: Typed) -> int:
    """Return the seat of the player to remove. Raises :class:`Mistake`."""
    if store.place.private:
        raise Mistake(_("In a private game there is nobody to remove."))
    if not store.is_host:
        raise Mistake(reason_sentence(error_pb2.ERROR_REASON_HOST_ONLY))
    seat = named_seat(store, typed)
    if store.is_you(seat):
        raise Mistake(_("You cannot remove yourself. To give up your seat, type resign."))
    if seat not in store.players:
        raise Mistake(reason_sentence(error_pb2.ERROR_REASON_SEAT_UNKNOWN))
    return seat


def _person(store: TableStore, typed: Typed) -> int:
    """Return the seat of the person who is to be host. Raises :class:`Mistake`."""
    seat = named_seat(store, typed)
    player = store.players.get(seat)
    if player is not None and player.kind != table_pb2.PLAYER_KIND_HUMAN:
        text = _("{name} is a bot. Only a person can be the host.")
        raise Mistake(text.format(name=player.name))
    return seat
