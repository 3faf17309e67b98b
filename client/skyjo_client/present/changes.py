"""What is new at a table after a frame; ``sentences.tell`` makes lines from these."""

from dataclasses import dataclass

from skyjo.v1 import error_pb2, event_pb2, play_pb2, table_pb2, talk_pb2
from skyjo_client.present.escape import SafeText


@dataclass(frozen=True, slots=True)
class Welcomed:
    """The table is known from the start; ``again`` when it is the game that was known before."""

    again: bool


@dataclass(frozen=True, slots=True)
class Opened:
    """Seats and order are fixed."""


@dataclass(frozen=True, slots=True)
class Happened:
    """An event of the game with its number."""

    number: int
    event: event_pb2.Event


@dataclass(frozen=True, slots=True)
class Asked:
    """The viewer is to act."""

    decision: play_pb2.Decision


@dataclass(frozen=True, slots=True)
class Judged:
    """An action of the viewer was not accepted, and why."""

    receipt: play_pb2.Receipt


@dataclass(frozen=True, slots=True)
class Refused:
    """A frame of the viewer was refused."""

    refusal: error_pb2.Refusal


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody took a seat."""

    seat: int
    name: SafeText


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody is no longer in a seat."""

    seat: int
    name: SafeText


@dataclass(frozen=True, slots=True)
class Away:
    """The player of a seat is no longer connected."""

    seat: int


@dataclass(frozen=True, slots=True)
class Back:
    """A player who was away is connected again."""

    seat: int


@dataclass(frozen=True, slots=True)
class NewHost:
    """The table has another host."""

    seat: int


@dataclass(frozen=True, slots=True)
class StageChanged:
    """The table stands elsewhere."""

    stage: table_pb2.TableStage


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody said something; its text is still as they wrote it."""

    chat: talk_pb2.Chat


@dataclass(frozen=True, slots=True)
class BallotMoved:
    """A vote stands otherwise than before."""

    ballot: talk_pb2.Ballot


@dataclass(frozen=True, slots=True)
class LinkMoved:
    """The connection was lost or is back; ``back_after``: see :class:`notices.LinkChanged`."""

    linked: bool
    back_after: float | None = None


@dataclass(frozen=True, slots=True)
class Stops:
    """The server has said that it is going to stop, or now at another time."""

    notice: table_pb2.Stopping


@dataclass(frozen=True, slots=True)
class Ended:
    """The last frame: why this table is over for the viewer."""

    goodbye: table_pb2.Goodbye


Change = (
    Welcomed
    | Opened
    | Happened
    | Asked
    | Judged
    | Refused
    | Joined
    | Left
    | Away
    | Back
    | NewHost
    | StageChanged
    | Said
    | BallotMoved
    | LinkMoved
    | Stops
    | Ended
)
