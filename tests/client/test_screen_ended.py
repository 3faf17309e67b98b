"""The full screen, ended from outside or stopped for a while: the terminal is as it was before."""

import os
import signal
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX sends these signals")

from tests.client.programs import environment  # noqa: E402 # below the mark
from tests.client.pseudo_terminal import Terminal  # noqa: E402

_NAMES = ("SIGTERM", "SIGHUP")
_PUT_BACK = {
    "the screen before": "\x1b[?1049l",
    "the cursor": "\x1b[?25h",
    "the mouse": "\x1b[?1000l",
}


@pytest.mark.parametrize("name", _NAMES)
@pytest.mark.parametrize(
    ("arguments", "shown"), [(("play", "--seats", "2"), "[?]"), ((), "[?]")], ids=["table", "lobby"]
)
def test_a_signal_that_ends_the_screen_puts_the_terminal_back(
    tmp_path: Path, arguments: tuple[str, ...], shown: str, name: str
) -> None:
    env = environment(tmp_path, TERM="xterm-256color", LC_ALL="C.UTF-8", SKYJO_DISCOVER="0")
    number = getattr(signal, name)
    with Terminal(tmp_path, *arguments, env=env, columns=80) as terminal:
        terminal.until_painted(shown)
        terminal.process.send_signal(number)
        written = terminal.until_closed()
        for what, sequence in _PUT_BACK.items():
            assert sequence in written, what
        assert "Traceback" not in written
        assert terminal.process.wait() == 128 + number


def test_ctrl_z_puts_the_terminal_back_and_what_goes_on_is_drawn_as_a_whole(tmp_path: Path) -> None:
    env = environment(tmp_path, TERM="xterm-256color", LC_ALL="C.UTF-8")
    with Terminal(tmp_path, "play", "--seats", "2", env=env, columns=80) as terminal:
        terminal.until_painted("Turn up 2 cards")
        terminal.press(b"\x1a")
        terminal.until_painted(_PUT_BACK["the screen before"])
        _, status = os.waitpid(terminal.process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        terminal.process.send_signal(signal.SIGCONT)
        drawn = terminal.until_painted("[?]")
        assert all(part in drawn for part in ("SKYJO", "discard", "Turn up 2 cards"))
        terminal.press(b"qy")
        terminal.until_closed()
        assert terminal.process.wait() == 0
