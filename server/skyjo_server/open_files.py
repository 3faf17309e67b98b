"""Open files: every connection is one, and systems allow few of them unless asked for more."""

import contextlib
import sys


def allow_all() -> None:
    """Ask for as many as this process may have at all."""
    if sys.platform != "win32":  # which sets no such limit
        import resource  # noqa: PLC0415  # not everywhere

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(ValueError, OSError):  # macOS allows less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
