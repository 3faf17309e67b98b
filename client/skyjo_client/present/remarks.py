"""What is said at a table, by the viewer and by others."""

from collections.abc import Iterator
from typing import Final

from skyjo.v1 import talk_pb2
from skyjo_client.present.escape import escape
from skyjo_client.present.grammar import Mistake, Typed
from skyjo_client.present.messages import _, mark
from skyjo_client.present.seats import named_seat
from skyjo_client.present.store import TableStore


def remark(store: TableStore, typed: Typed) -> talk_pb2.Say:
    """Return what is to be said: a phrase where one was typed. Raises :class:`Mistake`."""
    if not store.phrases:
        raise Mistake(_("At this table nothing can be said."))
    phrase = _phrase(typed.text)
    if phrase is not None:
        return talk_pb2.Say(phrase=phrase)
    phrases = " ".join(_(sentence) for sentence in _PHRASES.values())
    if not store.chat:
        raise Mistake(_("At this table only this can be said: {phrases}").format(phrases=phrases))
    if not typed.text:
        text = _("Say what? Type say and your text. Everybody reads in their language: {phrases}")
        raise Mistake(text.format(phrases=phrases))
    return talk_pb2.Say(text=typed.text)


def said(store: TableStore, chat: talk_pb2.Chat) -> str:
    """Tell a remark; "" for a phrase that this client does not know."""
    phrase = _PHRASES.get(chat.phrase) if chat.WhichOneof("content") == "phrase" else None
    text = _(phrase) if phrase is not None else escape(chat.text)
    if not text:
        return ""
    if store.is_you(chat.seat):
        return _("You say: {text}").format(text=text)
    return _("{name} says: {text}").format(name=store.name(chat.seat), text=text)


def mute(store: TableStore, typed: Typed) -> str:
    """Hear nothing more of what a player says, or hear it again. Raises :class:`Mistake`."""
    seat = named_seat(store, typed)
    if store.is_you(seat) or seat not in store.players:
        raise Mistake(_("There is nobody else in that seat."))
    name = store.name(seat)
    if name in store.muted:
        store.muted.remove(name)
        return _("You hear again what {name} says.").format(name=name)
    store.muted.add(name)
    text = _("You hear no more of what {name} says. {command} undoes it.")
    return text.format(name=name, command=f"mute {seat + 1}")


def _phrase(typed: str) -> talk_pb2.ChatPhrase | None:
    """Return the phrase that somebody typed, by its sentence or by its name in the contract."""
    return next((p for p in _PHRASES if _letters(typed) in map(_letters, _names(p))), None)


def _names(phrase: talk_pb2.ChatPhrase) -> Iterator[str]:
    yield _(_PHRASES[phrase])
    yield talk_pb2.ChatPhrase.Name(phrase).removeprefix("CHAT_PHRASE_")


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


_PHRASES: Final = {
    talk_pb2.CHAT_PHRASE_HELLO: mark("Hello."),
    talk_pb2.CHAT_PHRASE_GOOD_LUCK: mark("Good luck!"),
    talk_pb2.CHAT_PHRASE_WELL_PLAYED: mark("Well played."),
    talk_pb2.CHAT_PHRASE_THANKS: mark("Thank you."),
    talk_pb2.CHAT_PHRASE_BAD_LUCK: mark("Bad luck."),
    talk_pb2.CHAT_PHRASE_WOW: mark("Wow!"),
    talk_pb2.CHAT_PHRASE_SORRY: mark("Sorry."),
    talk_pb2.CHAT_PHRASE_ONE_MOMENT: mark("One moment, please."),
    talk_pb2.CHAT_PHRASE_I_AM_BACK: mark("I am back."),
    talk_pb2.CHAT_PHRASE_YOUR_TURN: mark("It is your turn."),
    talk_pb2.CHAT_PHRASE_ANOTHER_GAME: mark("Another game?"),
    talk_pb2.CHAT_PHRASE_GOOD_GAME: mark("That was a good game."),
    talk_pb2.CHAT_PHRASE_GOODBYE: mark("Goodbye."),
    talk_pb2.CHAT_PHRASE_YES: mark("Yes."),
    talk_pb2.CHAT_PHRASE_NO: mark("No."),
}
