"""Who sits at a table: seats, and whoever holds the token to play one."""

from dataclasses import dataclass, field

from skyjo.v1 import table_pb2
from skyjo_engine.actions import Action
from skyjo_engine.record import Player, PlayerKind
from skyjo_server.frames import Link
from skyjo_server.pace import Pace


@dataclass(frozen=True, slots=True)
class BotRef:
    """A bot that was given a seat: its name, and the hash of the key that holds the name."""

    name: str
    key_hash: bytes


@dataclass(slots=True, eq=False)
class Holder:
    """Whoever may play a seat: by a token, of which only the hash is kept.

    ``link`` is where its frames go while it is attached; ``build_hash`` is what a bot says of its
    build; ``bot`` is the bot that was given the seat, None for those who joined. ``silent`` says
    that its latest stream was cut because it answered no heartbeats.
    """

    token_hash: bytes
    link: Link | None = None
    omit_views: bool = False
    build_hash: bytes = b""
    bot: BotRef | None = None
    silent: bool = False


@dataclass(slots=True)
class Answered:
    """The last accepted act of a seat: what it said, to know a repetition from another answer."""

    decision_id: int
    action: Action
    note: str


@dataclass(slots=True, eq=False)
class Occupant:
    """A taken seat. ``holder`` is None once its player has left and a stand-in plays.

    ``ready`` means: for what the table waits for. ``strikes`` counts refused actions of the game,
    ``pauses`` how often its clock stood still while the player was away; ``out`` says that it has
    forfeited the game. ``used_up`` is the decision at which its bank ran empty, where that costs
    nothing. ``away_until`` is when a player who is not attached loses the seat, ``ready_by`` when
    one who is not ready does; seconds of the table's clock, None: never.
    """

    index: int
    name: str
    kind: table_pb2.PlayerKind
    holder: Holder | None
    house_level: str = ""
    stand_in: Holder | None = None
    ready: bool = False
    strikes: int = 0
    pauses: int = 0
    out: bool = False
    used_up: int = 0
    away_until: float | None = None
    ready_by: float | None = None
    answered: Answered | None = field(default=None, repr=False)
    remarks: Pace = field(default_factory=Pace, repr=False)
    votes: Pace = field(default_factory=Pace, repr=False)

    @property
    def acting(self) -> Holder | None:
        """Whoever plays the seat now."""
        return self.stand_in or self.holder

    @property
    def is_person(self) -> bool:
        """Whether a person plays the seat, who may want time between rounds."""
        human = self.kind == table_pb2.PLAYER_KIND_HUMAN
        return human and self.holder is not None and self.stand_in is None

    @property
    def is_here(self) -> bool:
        """Whether the seat's own player is attached."""
        return self.holder is not None and self.holder.link is not None

    def holders(self) -> list[Holder]:
        """Whoever has a token for the seat: its player, and a stand-in."""
        return [holder for holder in (self.holder, self.stand_in) if holder]

    def links(self) -> list[Link]:
        """Where frames of this seat go."""
        holder, stand_in = self.holder, self.stand_in
        links = [holder.link] if holder and holder.link else []
        if stand_in and stand_in.link:
            links.append(stand_in.link)
        return links

    def begin_anew(self) -> None:
        """Forget what belonged to the game before."""
        self.ready = False
        self.ready_by = None
        self.strikes = self.pauses = 0
        self.out = False
        self.used_up = 0
        self.answered = None

    def player(self) -> table_pb2.Player:
        """What everybody may know of the seat's player."""
        return table_pb2.Player(
            seat=self.index,
            name=self.name,
            kind=self.kind,
            house_level=self.house_level,
            connected=self.acting is not None and self.acting.link is not None,
            ready=self.ready,
            stand_in=self.stand_in is not None,
        )

    def recorded(self) -> Player:
        """What the record says of the player."""
        person = self.kind == table_pb2.PLAYER_KIND_HUMAN
        kind = PlayerKind.HUMAN if person else PlayerKind.BOT
        build = self.holder.build_hash if self.holder else b""
        return Player(self.index, self.name, kind, self.house_level, build)
