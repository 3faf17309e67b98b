"""The file of a player's settings: what it says, what is wrong with it."""

import difflib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from skyjo_client.present.escape import escape
from skyjo_client.present.keymap import ACTIONS, Keymap, KeymapError
from skyjo_client.present.messages import _
from skyjo_client.present.reasons import reason
from skyjo_client.settings_table import SETTINGS

KEYS: Final = "keys"
"""The table of the file in which keys are bound."""


class SettingsError(Exception):
    """A setting that cannot be understood; the text says which, where, and what is allowed."""


class SettingsFile:
    """What a file says; one that does not exist or may not be read says nothing.

    ``missing``: it does not exist. Otherwise ``unread`` is why there is nothing to read, "" where
    there is something.
    """

    def __init__(self, path: Path | None) -> None:
        """Read it. Raises :class:`SettingsError` for what is not understood."""
        self.path = path
        self.missing = False
        self.unread = ""
        self._text = self._read()
        said = self._load()
        self.keymap = self._keymap(said.pop(KEYS, {}))
        self.values = {name: self._value(name, one) for name, one in said.items()}

    def _read(self) -> str:
        if self.path is None:
            self.unread = _("There is no home folder.")
            return ""
        try:
            return self.path.read_text("utf-8-sig")
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            raise self._error(_("This is not UTF-8."), line) from error
        except FileNotFoundError:
            self.missing = True
            return ""
        except OSError as error:
            self.unread = reason(error)
            return ""

    def _load(self) -> dict[str, Any]:
        if not self._text:
            return {}
        import tomllib

        try:
            return tomllib.loads(self._text)
        except RecursionError as error:
            raise self._error(_("This is nested too deeply."), 0) from error
        except tomllib.TOMLDecodeError as error:
            place = re.search(r" \(at line (\d+), column \d+\)$", str(error))
            line = int(place[1]) if place else self._text.count("\n") + 1
            what = str(error)[: place.start()] if place else str(error)
            text = _("This is not TOML: {what}. Write lines such as {example}.")
            told = text.format(what=escape(what), example='theme = "dark"')
            raise self._error(told, line) from error

    def _keymap(self, said: object) -> Keymap:
        if not isinstance(said, dict):
            text = _("Keys stand below [{name}], a line for each action.")
            raise self._error(text.format(name=KEYS), self._line_of(KEYS))
        bound = {}
        for action, keys in said.items():
            several = keys if isinstance(keys, list) else [keys]
            if not all(isinstance(key, str) for key in several):
                text = _('{action} needs a key in quotes, or several: ["l", "f2"].')
                told = text.format(action=escape(action))
                raise self._error(told, self._line_of(action, below=KEYS))
            bound[action] = tuple(several)
        try:
            return Keymap(bound)
        except KeymapError as error:
            line = self._line_of(error.action, below=KEYS)
            raise self._error(str(error), line) from error

    def _value(self, name: str, said: object) -> str:
        line = self._line_of(name)
        if name not in SETTINGS:
            raise self._error(unknown(name, [*SETTINGS, KEYS]), line)
        value = SETTINGS[name].understood(said)
        if value is None:
            raise self._error(refused(name, said), line)
        return value

    def _line_of(self, name: str, below: str = "") -> int:
        """Return where a name is given a value; 0 where it is written in another way."""
        begins = re.compile(rf"""\s*\[?\s*["']?{re.escape(name)}["']?\s*[=.\]]""")
        lines = self._text.splitlines()
        first = self._line_of(below) if below else 0
        found = (number for number, line in enumerate(lines, 1) if begins.match(line))
        return next((number for number in found if number > first), 0)

    def _error(self, what: str, line: int) -> SettingsError:
        path = escape(str(self.path))
        text = _("{file}, line {line}: {what}") if line else _("{file}: {what}")
        return SettingsError(text.format(file=path, line=line, what=what))


def unknown(name: str, known: Iterable[str]) -> str:
    """Tell that there is no setting of this name."""
    names = list(known)
    near = difflib.get_close_matches(name.lower(), names, 1)
    if near:
        text = _("There is no setting {name}. Did you mean {near}?")
        return text.format(name=escape(name), near=near[0])
    text = _("There is no setting {name}. There are: {names}.")
    return text.format(name=escape(name), names=_(", ").join(names))


def refused(name: str, said: object) -> str:
    """Tell what a setting may say instead."""
    allowed, wrong = SETTINGS[name].allowed, SETTINGS[name].wrong
    if wrong and isinstance(said, str) and said.strip():
        return _(wrong)
    if not allowed:
        text = _('{name} cannot be {said}. Write a text in quotes, such as {name} = "...".')
        return text.format(name=name, said=escape(str(said)) or '""')
    text = _("{name} cannot be {said}. It can be: {allowed}.")
    return text.format(name=name, said=escape(str(said)) or '""', allowed=_(", ").join(allowed))


def template() -> str:
    """Return a file that sets nothing and says what could be set."""
    lines = ["# " + _("Settings of skyjo. Take the # away from what you want to set."), ""]
    for setting in SETTINGS.values():
        allowed = _(", ").join(setting.allowed)
        about = _(setting.about)
        lines.append(f"# {about}: {allowed}" if allowed else f"# {about}")
        value = setting.default or (*setting.allowed, "...")[0]
        lines += [f'#{setting.name} = "{value}"', ""]
    lines += ["# " + _("Keys of the full screen, one or several for an action."), f"[{KEYS}]"]
    lines += [f"#{action.name} = {json.dumps(action.keys)}" for action in ACTIONS.values()]
    return "\n".join(lines) + "\n"
