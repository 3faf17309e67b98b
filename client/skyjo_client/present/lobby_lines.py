"""What is told beside the tables of a lobby: one of them, or the ways to one."""

from typing import TYPE_CHECKING

from skyjo.v1 import rules_pb2, table_pb2
from skyjo_client.present.clock_lines import bank_line
from skyjo_client.present.escape import escape, escape_name
from skyjo_client.present.messages import _, plural
from skyjo_client.present.rules_lines import settings_lines
from skyjo_client.present.table_lines import played_length

if TYPE_CHECKING:
    from skyjo.v1 import lobby_pb2
    from skyjo_client.present.listed import Listed
    from skyjo_client.present.lobby_frame import LobbySight

_MOST_SEATS = 8


def about(listed: "Listed", *, named: bool) -> list[str]:
    """Tell who sits at a table and what is played there, the most wanted first.

    ``named``: everybody knows which server it is.
    """
    table = listed.table
    lines = [_("Table {code}").format(code=escape_name(table.code))]
    if not named:
        lines.append(_server(listed))
    if not listed.met:
        text = _(
            "You have not met this server yet. Its three words are shown to you once; compare them "
            "with those that its host sees."
        )
        return [*lines, "", text]
    lines += ["", *_seats(table)]
    if table.round:
        lines.append(_("Round {round} is being played.").format(round=table.round))
    if table.spectators:
        lines.append(plural("{count} looks on.", "{count} look on.", table.spectators))
    return [*lines, "", *_settings(table)]


def _server(listed: "Listed") -> str:
    if not listed.server:
        return _("at {address}").format(address=escape(listed.address))
    text = _("at {name}, {address}")
    return text.format(name=escape_name(listed.server), address=escape(listed.address))


def _seats(table: "lobby_pb2.TableSummary") -> list[str]:
    players = {player.seat: player for player in table.players}
    host = table.host if table.HasField("host") else None
    lines = []
    for seat in range(min(table.rules.players, _MOST_SEATS)):
        player = players.get(seat)
        text = _("{seat}  {name}")
        if player is None:
            text = _("{seat}  free")
        elif player.kind != table_pb2.PLAYER_KIND_HUMAN:
            text = _("{seat}  {name} (bot)")
        elif seat == host:
            text = _("{seat}  {name} (host)")
        lines.append(text.format(seat=seat + 1, name=escape_name(player.name if player else "")))
    return lines


def _settings(table: "lobby_pb2.TableSummary") -> list[str]:
    """Tell how long is played and with what clock, and then the other rules."""
    length = _("Played {length}.").format(length=played_length(table.rules))
    rules = rules_pb2.Rules()
    rules.CopyFrom(table.rules)
    rules.rounds = 0  # told already
    return [length, *_clock(table.clock), *settings_lines(rules)[1:]]


def _clock(clock: rules_pb2.ClockRules) -> list[str]:
    return [bank_line(clock)] if clock.HasField("bank_ms") else []


def seat_line(code: str, address: str, enter: str) -> str:
    """Tell of a seat that is still held; without an address on one's own server that has ended.

    There is room for it in the smallest terminal.
    """
    text = _("Your seat at table {code} on {address}.")
    if not address:
        text = _("Your server has ended: {enter} starts it, with {code}.")
    return text.format(code=escape_name(code), address=escape(address), enter=enter)


def ways_in(sight: "LobbySight") -> list[str]:
    """Tell how one comes to a table."""
    here = _("{key}: a table on this server, for others to join.")
    own = _("{key}: a table for this network, on a server of your own.")
    ways = {
        "play": _("{key}: a game of your own, against bots of the house."),
        "new-table": here if sight.server else own,
        "join": _("{key}: join by a code, a link or an address that somebody gave you."),
        "rules": _("{key}: the rules."),
    }
    return [text.format(key=sight.keymap.keys(action)[0]) for action, text in ways.items()]


def nothing_listed(sight: "LobbySight") -> list[str]:
    """Tell why there is no table, once there was time to find one."""
    lines = [_("No open table yet.") if sight.heard else _("Looking for tables ...")]
    if sight.silent and not sight.server:
        lines += [
            "",
            _("Nothing here? A firewall or guest Wi-Fi may hide tables from you."),
            _("Ask the host for the link, the code or the address, and press {key}.").format(
                key=sight.keymap.keys("join")[0]
            ),
            _("In a shell, skyjo doctor says what is in the way."),
        ]
    return lines
