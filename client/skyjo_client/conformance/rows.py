"""What is tried, row by row, and what the contract asks there."""

from dataclasses import dataclass
from typing import Final

_SEAT: Final = "docs/protocol.md, 'Getting a seat'"
_STREAM: Final = "docs/protocol.md, 'The Play stream'"
_CONNECTING: Final = "docs/protocol.md, 'Connecting'"
_GAME: Final = "docs/protocol.md, 'A game, from welcome to end'"
_EVENTS: Final = "docs/protocol.md, 'Events'"
_DECISIONS: Final = "docs/protocol.md, 'Decisions and acts'"
_CLOCK: Final = "docs/protocol.md, 'The clock'"
_LOSING: Final = "docs/protocol.md, 'Losing the stream, and coming back'"
_BEATS: Final = "docs/protocol.md, 'Heartbeats'"
_GOODBYES: Final = "docs/protocol.md, 'Goodbyes'"
_SURVIVE: Final = "docs/protocol.md, 'What your program must survive'"
_ENVIRONMENT: Final = "docs/bot-guide.md, 'Environment'"
_ENDING: Final = "docs/bot-guide.md, 'How it ends, and what it says'"


@dataclass(frozen=True, slots=True)
class Row:
    """``name`` is for programs, too. ``section`` is where to read more: a page and its heading."""

    name: str
    tried: str
    asks: str
    section: str


_BACK: Final = "connect again after a pause, enlist again, and attach each seat that is returned"

ROWS: Final = (
    Row("slow-start", "the server is not there yet when the bot starts",
        "try again later, at the address in SKYJO_SERVER", _LOSING),
    Row("enlist", "it waits for work under SKYJO_KEY and SKYJO_NAME and takes a seat",
        "send enlist with version, key, name and seats, and attach each assigned seat under a new "
        "number", _SEAT),
    Row("numbers", "the numbers of its frames, throughout",
        "give each attach and enlist a number of its own, from 1, never used before on the "
        "stream, and send the other frames under the seat's number", _STREAM),
    Row("entropy", "ready and opening of a game whose cards come from the players",
        "promise SHA-256 of 32 new random bytes and show them at the opening, or promise nothing",
        _GAME),
    Row("no-entropy", "ready for a game whose cards come from a seed",
        "send no hash when deal_source is not PLAYERS", _GAME),
    Row("forged-opening", "an opening that is not the one of the welcome",
        "leave the table, and show no entropy, at another commitment or without your hash", _GAME),
    Row("second-opening", "a second opening for a commitment, with another hash of somebody else",
        "leave the table, and do not show your entropy again", _GAME),
    Row("no-opening", "cards that are dealt without an opening, though entropy was promised",
        "leave the table when cards are dealt and nobody has asked for the entropy that you "
        "promised", _GAME),
    Row("flip", "decisions of kind FLIP", "turn up flip_count different slots out of legal.flip",
        _DECISIONS),
    Row("turn", "decisions of kind TURN", "take onto a slot of legal.take, or draw if legal.draw",
        _DECISIONS),
    Row("place", "decisions of kind PLACE",
        "keep on a slot of legal.keep, or discard and turn up a slot of legal.discard", _DECISIONS),
    Row("listed", "fewer actions are listed than the rules of today have",
        "choose one of decision.legal: nothing else is legal", _DECISIONS),
    Row("round-end", "a round ends and the game goes on",
        "send ready after round_ended, with the round that ended (or none)", _GAME),
    Row("second-game", "another game at the same table",
        "begin anew at the new welcome: ready, with new entropy if any", _GAME),
    Row("heartbeat", "heartbeats of seats and of the enlistment",
        "answer each with pong: its nonce, and the number of the last event processed (0 for an "
        "enlistment)", _BEATS),
    Row("several-seats", "several seats at once, as SKYJO_SEATS says",
        "offer SKYJO_SEATS seats, attach every assigned one and play each under its own number",
        _STREAM),
    Row("table-sizes", "tables of 2 to 8 seats", "play at tables of every size", _SURVIVE),
    Row("drop-gathering", "the stream breaks off while the table gathers",
        f"{_BACK}; at the same commitment the old promise counts", _LOSING),
    Row("drop-opening", "the stream breaks off while entropy is shown",
        f"{_BACK}; answer the opening that comes again with the same entropy", _LOSING),
    Row("drop-flip", "the stream breaks off after a FLIP decision",
        f"{_BACK}; answer the decision that comes again", _LOSING),
    Row("drop-turn", "the stream breaks off with the answer to a TURN decision",
        f"{_BACK}; answer the decision that comes again", _LOSING),
    Row("drop-place", "the connection breaks off after the answer to a PLACE decision",
        f"{_BACK}; go on with what comes", _LOSING),
    Row("drop-between-rounds", "the stream breaks off between two rounds",
        f"{_BACK}; at a welcome in BETWEEN_ROUNDS send ready", _LOSING),
    Row("drop-game-over", "the connection breaks off after a game, before the next",
        f"{_BACK}; wait for the next welcome", _LOSING),
    Row("resume", "where it says it left off, at every return",
        "attach with resume: the game of the latest welcome, and the number of the last event "
        "processed", _LOSING),
    Row("silence", "the server falls silent for longer than three heartbeats",
        f"give the stream up after three times heartbeat_ms without a word, then {_BACK}", _BEATS),
    Row("repeated-welcome", "the welcome comes again, before and during a game",
        "take it as the new state of things, and go on", _SURVIVE),
    Row("repeated-events", "the events of every frame come twice",
        "drop events whose number is not above the latest", _SURVIVE),
    Row("repeated-decision", "a decision comes twice",
        "give the same answer again, or none", _SURVIVE),
    Row("missing-events", "the numbers of events leave a gap",
        "attach again, with the number of the last event before the gap in resume", _EVENTS),
    Row("heartbeat-ahead", "heartbeats name an event that does not come",
        "attach again with resume, at the latest when the next heartbeat says so again", _EVENTS),
    Row("unknown-event", "an event of a kind that does not exist yet",
        "count its number and go on", _SURVIVE),
    Row("unknown-frame", "frames in which nothing known is set", "skip them", _SURVIVE),
    Row("unknown-enum", "values of enums that do not exist yet", "skip them", _SURVIVE),
    Row("unknown-field", "fields that do not exist yet, everywhere", "skip them", _SURVIVE),
    Row("refused-action", "an action is refused as ILLEGAL",
        "act again on the same decision (or resign): the clock runs", _DECISIONS),
    Row("refused-again", "every answer to one decision is refused as ILLEGAL",
        "try something else or resign: do not repeat the same answer for ever", _DECISIONS),
    Row("empty-clock", "the clock of one seat runs out, and its game is forfeited",
        "take the goodbye FORFEITED for that seat alone, and play the others on", _CLOCK),
    Row("reshuffle", "the draw pile runs out and is made anew", "play on", _EVENTS),
    Row("column", "three equal cards of a column vanish", "play on with fewer cards", _EVENTS),
    Row("last-lap", "a seat turns up its last card", "have one more turn", _EVENTS),
    Row("superseded", "somebody else takes the seat up, then the enlistment",
        "do not attach or enlist again after SUPERSEDED; end when nothing is left", _GOODBYES),
    Row("unknown-goodbye", "goodbyes with a reason that does not exist yet",
        "come back after retry_after_ms if it is present, else do not", _GOODBYES),
    Row("draining-back", "the server stops and says when to come back",
        "come back after retry_after_ms", _GOODBYES),
    Row("draining-elsewhere", "the server stops and says where to come back",
        "come back after retry_after_ms, at the address given", _GOODBYES),
    Row("draining-for-good", "the server stops and says nothing of coming back",
        "do not come back; end when nothing is left", _GOODBYES),
    Row("server-killed", "the server is killed in the middle of a game and started again",
        f"{_BACK}, with resume", _LOSING),
    Row("pauses", "the server is away for some seconds",
        "try again after pauses that grow and vary (0.1 s to 10 s, say)", _LOSING),
    Row("token", "it takes up one seat by SKYJO_TOKEN",
        "attach with the token, and play", _ENVIRONMENT),
    Row("code", "it takes SKYJO_SEATS seats at the table with SKYJO_CODE",
        "join once for each seat, as a bot, under SKYJO_NAME and names that begin with it, and "
        "play", _ENVIRONMENT),
    Row("seed", "two games with equal cards, and the same SKYJO_SEED",
        "choose the same in both: all of your own choices follow from SKYJO_SEED", _ENVIRONMENT),
    Row("exit", "how it ends when its only seat is done",
        "end by yourself, with exit status 0", _ENDING),
    Row("sigterm", "it is asked to end, waiting and in a game",
        "end at once at SIGTERM, without an error", _ENDING),
    Row("sigint", "it is interrupted, waiting and in a game",
        "end at once at SIGINT, without an error", _ENDING),
    Row("refused-enlistment", "the server refuses the enlistment for good",
        "end by yourself, with exit status 1", _ENDING),
    Row("refused-token", "the server does not know the token in SKYJO_TOKEN",
        "end by yourself, with exit status 1", _ENDING),
    Row("wrong-environment", "variables with values that they cannot have, one after another",
        "name the variable, connect to nothing, and end with exit status 1", _ENDING),
    Row("usual-port", "SKYJO_SERVER names no port", "connect to port 17595", _ENVIRONMENT),
    Row("ipv6", "SKYJO_SERVER is an address of IPv6", "connect to it", _ENVIRONMENT),
    Row("insecure", "a server without encryption, SKYJO_CA, and SKYJO_INSECURE=1",
        "speak in the clear, whatever else is set", _ENVIRONMENT),
    Row("tls", "an encrypted server, with SKYJO_CA and SKYJO_INSECURE=0",
        "trust the certificates in SKYJO_CA, and expect the name server.skyjo.invalid where it is "
        "a server's own authority", _CONNECTING),
    Row("tls-own-name", "an encrypted server with a certificate of its host's name, and SKYJO_CA",
        "expect the host's name where SKYJO_CA is not a server's own authority", _CONNECTING),
    Row("tls-foreign", "an encrypted server that shows the certificate of somebody else",
        "say nothing to a server that SKYJO_CA does not vouch for", _CONNECTING),
    Row("tls-other-name", "an encrypted server with a certificate that is good for another name",
        "say nothing to a server whose certificate is not good for its host's name", _CONNECTING),
    Row("secrets", "what it writes to standard output and error, throughout",
        "write no seat's token and no key anywhere, in no form", _ENVIRONMENT),
)  # fmt: skip
"""All that is tried on a server of one's own, in the order in which it is shown."""

SERVER_ROWS: Final = (
    Row("reach", "the server is there, and speaks this version of the contract",
        "know its address, and what it proves itself with", _CONNECTING),
    Row("key", "the server takes the bot's key",
        "use the key that the server's operator gave out", _SEAT),
    Row("enlist", "the bot waits for work there, encrypted where the server is",
        "send enlist with that key, and believe the server by SKYJO_CA", _SEAT),
    Row("clock", "the clock that tables have there", "answer within it", _CLOCK),
    Row("practice-game", "one game with a house bot",
        "play it to its end without a fault", _GAME),
)  # fmt: skip
"""All that is tried on somebody's real server."""
