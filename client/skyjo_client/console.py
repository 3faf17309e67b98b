"""Standard output of a command: on every system, with any encoding, in any pipe."""

import io
import sys


def make_output_safe() -> None:
    """Let characters that the output cannot encode appear as codes instead of ending the program.

    Lines appear at once, also in pipes.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace", line_buffering=True)


def is_interactive() -> bool:
    """Whether a person can read and type here."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty())
