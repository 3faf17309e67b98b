"""``python -m skyjo_client`` is the ``skyjo`` command."""

from skyjo_client.cli import main

main(prog_name="skyjo")
