"""The ``skyjo`` command from its first moment on."""

import signal


def main() -> None:
    """Run the command. Ctrl-C while it is still being loaded ends it without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from skyjo_client import cli

    signal.signal(signal.SIGINT, signal.default_int_handler)
    cli.main(prog_name="skyjo")
