"""What a server shows of itself to those who connect."""

from dataclasses import dataclass, field


class CertificateError(ValueError):
    """A certificate or key cannot be used; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Identity:
    """A server's certificate chain and key, in PEM; ``anchor`` (DER) is what clients remember."""

    chain: bytes
    key: bytes = field(repr=False)
    anchor: bytes
