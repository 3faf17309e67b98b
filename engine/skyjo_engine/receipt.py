"""What a player keeps to check later that the deals were the promised ones."""

from dataclasses import dataclass

from skyjo_engine.record_json import compact, parse


@dataclass(frozen=True, slots=True)
class Receipt:
    """A player's own copy of what was fixed before the first deal; see docs/fair-deals.md.

    ``commitment`` is C as it came with the seat, ``entropy`` one's own E (None when none was
    given), ``entropy_hashes`` every seat's H as shown before anybody opened an E (None for a seat
    without). All are 32 bytes. ``settings_digest`` is that of the rules as they were shown.
    ``given_up`` has the earlier commitments of the game whose hashes this player was shown.
    """

    game_id: str
    seat: int
    commitment: bytes
    entropy: bytes | None
    entropy_hashes: tuple[bytes | None, ...]
    settings_digest: bytes
    given_up: tuple[bytes, ...] = ()

    def dumps(self) -> bytes:
        """The receipt as one line of JSON in UTF-8."""
        hashes = [None if one is None else one.hex() for one in self.entropy_hashes]
        fields = {
            "game": self.game_id,
            "seat": self.seat,
            "commitment": self.commitment.hex(),
            "entropy": None if self.entropy is None else self.entropy.hex(),
            "entropy_hashes": hashes,
            "settings_digest": self.settings_digest.hex(),
            "given_up": [one.hex() for one in self.given_up],
        }
        return f"{compact(fields)}\n".encode()

    @classmethod
    def loads(cls, text: bytes) -> "Receipt":
        """The receipt written in ``text``. Raises :class:`RecordError` when it is none."""
        fields = parse(text, 1)
        seat = fields.integer("seat")
        if not 0 <= seat < len(hashes := fields.octets_list("entropy_hashes")):
            raise fields.bad("seat")
        given_up = fields.octets_list("given_up") if "given_up" in fields else ()
        if None in given_up:
            raise fields.bad("given_up")
        return cls(
            fields.text("game"),
            seat,
            fields.octets("commitment"),
            fields.octets_or_none("entropy"),
            hashes,
            fields.octets("settings_digest"),
            tuple(one for one in given_up if one is not None),
        )
