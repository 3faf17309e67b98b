"""What the host of a table may ask of the server by typing."""

from skyjo.v1 import lobby_pb2
from skyjo_client.errors import RefusedError
from skyjo_client.lobby import Lobby
from skyjo_client.present.grammar import Mistake, Typed
from skyjo_client.present.messages import _
from skyjo_client.present.refusals import refusal_sentence


class HostDesk:
    """The lobby with the token of the seat that is host."""

    def __init__(self, lobby: Lobby, token: bytes) -> None:
        """Ask with this seat's rights; the server decides whether it is the host's."""
        self._lobby = lobby
        self._token = token

    async def handle(self, typed: Typed) -> None:
        """Do what a host's command says. Raises :class:`Mistake` when that is not possible."""
        try:
            await self._do(typed)
        except RefusedError as error:
            raise Mistake(refusal_sentence(error.refusal)) from None

    async def _do(self, typed: Typed) -> None:
        match typed.command:
            case "start":
                await self._lobby.start_game(self._token)
            case "bot":
                await self._add_bot(typed)
            case "kick":
                await self._lobby.kick_seat(self._token, typed.seat())
            case "host":
                await self._lobby.hand_over(self._token, typed.seat())

    async def _add_bot(self, typed: Typed) -> None:
        if not typed.text:
            bots = await self._lobby.list_bots()
            levels = ", ".join(bots.house_levels)
            raise Mistake(_("Say bot and a level: {levels}.").format(levels=levels))
        choice = lobby_pb2.BotChoice(house_level=typed.text)
        await self._lobby.add_bot(self._token, choice)
