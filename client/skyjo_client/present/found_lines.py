"""Servers that were found in the network, and what to do where none was."""

from collections.abc import Iterator, Sequence

from skyjo.v1 import lobby_pb2
from skyjo_client.present.escape import SafeText, escape, escape_name
from skyjo_client.present.messages import _, plural
from skyjo_client.present.table_lines import table_line
from skyjo_client.present.words import listed


def server_lines(
    address: str,
    name: str,
    tables: Sequence[lobby_pb2.TableSummary] | None,
    codes: Sequence[str],
) -> Iterator[str]:
    """Tell one server and its open tables; ``tables`` None: it was not met, it announces ``codes``.

    All texts are those of others.
    """
    who = _called(address, name)
    if tables is not None:
        text = plural("{who}: {count} open table", "{who}: {count} open tables", len(tables))
        yield text.replace("{who}", who)
        yield from map(table_line, tables)
    elif codes:
        text = _("{who}: not met yet. It announces: {codes}")
        yield text.format(who=who, codes=listed(map(escape_name, codes)))
    else:
        yield _("{who}: not met yet. It announces no table.").format(who=who)


def nothing_found() -> str:
    """Tell that there is no server, and what to do."""
    return _(
        "No server was found in this network or on this machine. Make a table with skyjo host. "
        "Guest Wi-Fi, VPNs and firewalls may hide one that is there: ask its host for the join "
        "link, or name its address: skyjo join ADDRESS. skyjo doctor says what is in the way."
    )


def not_found(code: str, servers: Sequence[tuple[str, str]], *, announced: bool) -> str:
    """Tell that no server, or more than one of ``servers`` (address, name), may have a table.

    ``announced`` says whether they announce it.
    """
    if not servers:
        text = _(
            "No server with table {code} was found in this network or on this machine. Guest "
            "Wi-Fi, VPNs and firewalls may hide it: ask its host for the join link, or name its "
            "address: skyjo join {code} --server ADDRESS. skyjo doctor says what is in the way."
        )
        return text.format(code=escape_name(code))
    called = listed(_called(address, name) for address, name in servers)
    if not announced:
        text = _(
            "No table {code} is found: no server that was found in this network or on this machine "
            "announces it. Check the code. A table that is not listed is joined by the host's join "
            "link, or by its server: skyjo join {code} --server ADDRESS. There are: {servers}"
        )
        return text.format(code=escape_name(code), servers=called)
    text = _(
        "It cannot be told which server in this network has table {code}. Name one: "
        "skyjo join {code} --server ADDRESS. There are: {servers}"
    )
    return text.format(code=escape_name(code), servers=called)


def _called(address: str, name: str) -> SafeText:
    shown = escape(address)
    if not name:
        return shown
    return SafeText(_("{name} at {address}").format(name=escape_name(name), address=shown))
