"""Finds the server and makes sure that it is the right one."""

import ipaddress
import os
import re
import ssl
from pathlib import Path

import grpc

PORT = 17595
LAST_PORT = 65535
ADDRESS = re.compile(r"(?:\[(?P<ip>[^]]*)]|(?P<name>[\w.-]+))(?::(?P<port>[0-9]{1,5}))?")
AUTHORITY = "skyjo server authority"
"""Organisation of the certificates that servers make to sign their own."""
SERVER_NAME = "server.skyjo.invalid"
"""What such a certificate is always good for, whatever the address is."""


class GiveUpError(Exception):
    """The bot cannot go on; the text says why."""


def dial(address: str) -> grpc.aio.Channel:
    """Prepare a connection, encrypted unless it is this machine and SKYJO_CA is not set."""
    host, _ = host_and_port(address)
    where = target(address)
    file = os.environ.get("SKYJO_CA")
    # Each connection has a life of its own, also where several go to one address.
    options: list[tuple[str, str | int]] = [("grpc.use_local_subchannel_pool", 1)]
    if os.environ.get("SKYJO_INSECURE") == "1" or (not file and is_loopback(host)):
        return grpc.aio.insecure_channel(where, options)
    trusted = read(file) if file else system_trust()
    if file and of_one_server(trusted):
        options.append(("grpc.ssl_target_name_override", SERVER_NAME))
    return grpc.aio.secure_channel(where, grpc.ssl_channel_credentials(trusted.encode()), options)


def target(address: str) -> str:
    """An address with its port, as gRPC writes it."""
    host, port = host_and_port(address)
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def host_and_port(address: str) -> tuple[str, int]:
    """Both parts of an address; without a port it means the server's usual one."""
    if is_ip_6(address):
        return address, PORT
    parts = ADDRESS.fullmatch(address)
    if parts and (parts["name"] or is_ip_6(parts["ip"])):
        port = int(parts["port"] or PORT)
        if 0 < port <= LAST_PORT:
            return parts["name"] or parts["ip"], port
    raise GiveUpError("SKYJO_SERVER must be HOST or HOST:PORT, of an IPv6 address [::1]:PORT")


def is_ip_6(text: str) -> bool:
    """Whether a text is an IPv6 address and nothing more."""
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True


def read(file: str) -> str:
    """The certificates to trust, in PEM."""
    try:
        text = Path(file).read_text(encoding="ascii", errors="ignore")
        # Unlike create_default_context this refuses an empty text, with which gRPC trusts many.
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cadata=text)
    except (OSError, ValueError) as error:  # certificate errors are OSErrors
        raise GiveUpError(f"SKYJO_CA: no certificate in {file}: {error}") from None
    return text


def of_one_server(text: str) -> bool:
    """Whether the first certificate is the authority that one server made for itself."""
    first, end, _ = text.partition("-----END CERTIFICATE-----")
    found = ssl.create_default_context(cadata=first + end).get_ca_certs()
    return any((("organizationName", AUTHORITY),) in one["subject"] for one in found)


def system_trust() -> str:
    """Whom the system trusts, in PEM."""
    found = ssl.create_default_context().get_ca_certs(binary_form=True)
    return "".join(map(ssl.DER_cert_to_PEM_cert, found))


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
