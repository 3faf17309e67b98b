"""What to tell others, so that they find a table."""

from collections.abc import Callable
from functools import partial

from skyjo_client.known_server import KnownServer, known_server
from skyjo_client.present.messages import _
from skyjo_client.trust import link_to, recognised_by


def as_host(address: str, code: str) -> Callable[[], list[str]] | None:
    """What the host of the server at ``address`` tells others, in the language spoken then.

    None: it is not one's own server.
    """
    own = known_server()
    if own is None or own.ended or recognised_by(address) != own.recognised_by:
        return None
    return partial(invitation, own, code)


def by_link(address: str, code: str) -> list[str]:
    """What the maker of a table on somebody's server tells others, as far as a link leads there."""
    link = link_to(address, code)
    return [_("Others join with: skyjo join {link}").format(link=link)] if link else []


def invitation(server: KnownServer, code: str) -> list[str]:
    """What the host of a server tells others of one of its tables."""
    lines = [
        _("Table {code} is open. In this network others type: skyjo join {code}").format(code=code),
        _("Where that finds nothing: skyjo join {link}").format(link=server.link(code)),
    ]
    if server.words:
        text = _("The server is at {address}, and its words are: {words}")
        lines.append(text.format(address=server.address, words=server.words))
    else:
        lines.append(_("The server is at {address}, in the clear.").format(address=server.address))
    return lines
