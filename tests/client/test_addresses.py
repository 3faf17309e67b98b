"""What names a server, and what does not."""

import pytest

from skyjo_client.address import BadAddressError, with_port


@pytest.mark.parametrize(
    "address",
    ["localhost", "10.0.0.7", "b\u00fcro.local", "my-host_1", "::1", "fe80::1%eth0", "[::1]"],
)
def test_an_address_without_a_port_gets_the_usual_one(address: str) -> None:
    shown = f"[{address}]" if address.count(":") > 1 and address[0] != "[" else address
    assert with_port(address) == f"{shown}:17595"
    assert with_port(f"{shown}:9") == f"{shown}:9"
    assert with_port(with_port(address)) == with_port(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        ":17595",
        "host:",
        "host:abc",
        "host:0",
        "host:65536",
        "host:-1",
        "host:1 ",
        "host name",
        "http://host",
        "http://host:17595",
        "host/path",
        "1:2:3",
        "[::1",
        "[host]:1",
        "[::1]17595",
        "host:" + "9" * 5000,
    ],
    ids=lambda text: text[:20] or "empty",
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(BadAddressError):
        with_port(address)
