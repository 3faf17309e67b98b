"""``python -m skyjo_client`` is the ``skyjo`` command."""

from skyjo_client.start import main

main()
