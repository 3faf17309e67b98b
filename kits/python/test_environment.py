"""The environment, as people write it."""

import os
import unittest
from unittest import mock

from dial import GiveUpError, host_and_port
from main import LAST_SEED, from_environment, number


class EnvironmentTest(unittest.TestCase):
    """Variables, and what is wrong with them."""

    def test_refuses_a_number_however_long_it_is(self) -> None:
        """Python itself refuses thousands of digits with a ValueError."""
        for text in ("9" * 5000, str(LAST_SEED + 1), "-1", "x"):
            with mock.patch.dict(os.environ, SKYJO_SEED=text), self.assertRaises(GiveUpError):
                number("SKYJO_SEED", 0, 0, LAST_SEED)

    def test_refuses_what_is_no_key(self) -> None:
        """Too short, too long, or not hexadecimal."""
        for text in ("5e" * 15, "5e" * 65, "5" * 33, "5e 5e" * 16):
            with mock.patch.dict(os.environ, SKYJO_KEY=text):
                self.assertRaisesRegex(GiveUpError, "SKYJO_KEY", from_environment)

    def test_knows_hosts_with_and_without_ports(self) -> None:
        """The usual port is left out."""
        self.assertEqual(host_and_port("table.local"), ("table.local", 17595))
        self.assertEqual(host_and_port("10.0.0.7:9"), ("10.0.0.7", 9))
        self.assertEqual(host_and_port("[::1]:65535"), ("::1", 65535))
        self.assertEqual(host_and_port("[::1]"), ("::1", 17595))
        self.assertEqual(host_and_port("::1"), ("::1", 17595))

    def test_refuses_what_is_no_address(self) -> None:
        """It would be no better later."""
        hosts = ("", " ", ":9", "two words", "[::1", "[]", "[host]:9", "skyjo://host")
        for text in (*hosts, "host:", "host:0", "host:70000", "host:abc", "host:-1", "::1:x"):
            self.assertRaisesRegex(GiveUpError, "SKYJO_SERVER", host_and_port, text)
