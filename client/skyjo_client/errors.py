"""What can go wrong for a client, each kind as its own type."""

from collections.abc import Sequence

from skyjo.v1.error_pb2 import ErrorReason, Refusal
from skyjo.v1.table_pb2 import Goodbye
from skyjo_wire.errors import reason_name


class ClientError(Exception):
    """Base of everything that the SDK raises."""


class RefusedError(ClientError):
    """The server refused something; ``refusal`` has the reason and the facts around it."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep the refusal."""
        super().__init__(f"refused: {reason_name(refusal.reason)} {refusal.field}".rstrip())
        self.refusal = refusal

    @property
    def reason(self) -> ErrorReason:
        """Why; may be a number that this version has no name for."""
        return self.refusal.reason


class BadAnswerError(ClientError):
    """A bot's own program did not answer as it should.

    ``what`` says in English what was wrong, and ``answer`` is what came instead, as far as
    anything did.
    """

    def __init__(self, what: str, answer: str = "") -> None:
        """Keep both."""
        super().__init__(what)
        self.what = what
        self.answer = answer


class UnreachableError(ClientError):
    """Nobody answers at ``address``, or whoever does is no server of this game."""

    def __init__(self, address: str) -> None:
        """Keep the address."""
        super().__init__(f"no server answers at {address}")
        self.address = address


class UnknownHostError(UnreachableError):
    """The name of the machine in ``address`` is not known in this network."""


class OwnServerEndedError(UnreachableError):
    """The table ``code`` is on a server of one's own that has ended."""

    def __init__(self, address: str, code: str) -> None:
        """Keep both."""
        super().__init__(address)
        self.code = code


class ServerStoppedError(ClientError):
    """The server has ended for good, or cannot go on; ``goodbye`` says why."""

    def __init__(self, goodbye: Goodbye) -> None:
        """Keep the goodbye."""
        super().__init__("the server has stopped")
        self.goodbye = goodbye


class TableNotFoundError(ClientError):
    """No server was found for a table, or several, ``servers``, may have it.

    Each of them is an address and a name, written by others. ``announced``: they say that they
    have it; else they were found and say nothing of it.
    """

    def __init__(self, code: str, servers: Sequence[tuple[str, str]], *, announced: bool) -> None:
        """Keep all of it."""
        super().__init__(f"it is not known which server has table {code}")
        self.code = code
        self.servers = servers
        self.announced = announced


class DistrustError(ClientError):
    """Something answers at ``address``, and it cannot be believed to be the right server."""

    def __init__(self, address: str, what: str) -> None:
        """Keep the address."""
        super().__init__(f"the server at {address} {what}")
        self.address = address


class UnknownServerError(DistrustError):
    """A server that was not met before shows ``words``, which nobody has confirmed."""

    def __init__(self, address: str, words: str) -> None:
        """Keep the words."""
        known = f"is not known yet; if its host sees the words {words}, set SKYJO_TRUST to them"
        super().__init__(address, known)
        self.words = words


class EncryptedServerError(DistrustError):
    """A server that encrypts was to be spoken to in the clear."""

    def __init__(self, address: str) -> None:
        """Keep the address."""
        super().__init__(address, "is encrypted; leave out --insecure or SKYJO_INSECURE")


class ChangedServerError(DistrustError):
    """A server shows another certificate than the one remembered; ``words`` are the new one's."""

    def __init__(self, address: str, words: str) -> None:
        """Keep the words."""
        super().__init__(address, f"shows another certificate than before, with the words {words}")
        self.words = words


class OtherServerError(DistrustError):
    """A server's certificate is not what ``source`` says: a "link", SKYJO_TRUST or SKYJO_CA."""

    def __init__(self, address: str, source: str) -> None:
        """Keep the source."""
        super().__init__(address, f"shows another certificate than {source} says")
        self.source = source


class NotEncryptedServerError(DistrustError):
    """A server on another machine, or one that used to encrypt, does not encrypt."""

    def __init__(self, address: str) -> None:
        """Keep the address."""
        super().__init__(address, "does not encrypt")


class KeptServerError(DistrustError):
    """What is remembered of a server cannot be read or written; ``path`` is the file."""

    def __init__(self, address: str, path: str) -> None:
        """Keep the path."""
        super().__init__(address, f"is remembered in {path}, which cannot be used")
        self.path = path


class UnfairDealError(ClientError):
    """The server did not keep to the fair deal; ``what`` names the broken promise.

    ``own_hash``: the seat's own hash was not shown, or shown changed. ``commitment``: the server
    wants the entropy opened for another commitment than the one it had given, or goes back to one
    that was opened. ``seats``: the seats shown do not fit the rules. ``opening``: other hashes were
    shown before for the same commitment. ``unopened``: the cards were dealt, and the entropy that
    the seat had promised was not asked for. Nothing was told to the server after any of these.
    """

    def __init__(self, game_id: str, what: str) -> None:
        """Keep the game and the broken promise."""
        super().__init__(f"the deal of game {game_id} is not fair: {what}")
        self.game_id = game_id
        self.what = what


class ServerFailedError(ClientError):
    """A private server did not start; ``output`` is the end of what it had to say."""

    def __init__(self, output: str) -> None:
        """Keep its last words."""
        super().__init__(f"the private server did not start: {output or 'no output'}")
        self.output = output
