"""A secret is found, and blotted out, however a program of any language writes it."""

import base64
import json
from urllib.parse import quote

import pytest

from skyjo_client.case_file import load_case
from skyjo_client.spellings import Search, blotted
from tests.client.test_cases import made

KEY = bytes(range(7, 256, 8))
HEX = KEY.hex()
WAYS = {
    "hex": HEX,
    "upper": HEX.upper(),
    "spaces": KEY.hex(" "),
    "colons": KEY.hex(":").upper(),
    "commas": KEY.hex(","),
    "dashes": KEY.hex("-").upper(),
    "0x": "0x" + HEX,
    "list of 0x": ", ".join(f"0x{one:02x}" for one in KEY),
    "list of 0x without zeros": ", ".join(map(hex, KEY)),
    "list": str(list(KEY)),
    "signed list": str([one - 256 if one > 127 else one for one in KEY]),
    "base64": base64.b64encode(KEY).decode(),
    "base64 without padding": base64.b64encode(KEY).decode().rstrip("="),
    "base64 for addresses": base64.urlsafe_b64encode(KEY).decode(),
    "python": repr(KEY),
    "python text": repr(KEY.decode("latin-1")),
    "all escaped": "".join(f"\\x{one:02x}" for one in KEY),
    "json": json.dumps(KEY.decode("latin-1")),
    "javascript": json.dumps(KEY.decode("latin-1"), ensure_ascii=False),
    "percent": quote(KEY),
    "all percent": "".join(f"%{one:02x}" for one in KEY),
}


@pytest.mark.parametrize("text", WAYS.values(), ids=WAYS)
def test_is_found_across_pieces_and_blotted_out(text: str) -> None:
    written = f"my key is {text}.\n".encode()
    for size in (7, 64, len(written)):
        search = Search({bytes(32), KEY})
        for at in range(0, len(written), size):
            search.write(written[at : at + size])
        assert search.found
    clean = blotted(written.decode(), [KEY])
    assert "(secret)" in clean
    assert len(clean) < len("my key is [(secret)=].\n") + len("0x''")


def test_a_secret_that_is_known_later_is_found_from_then_on() -> None:
    known: set[bytes] = set()
    search = Search(known)
    search.write(b"nothing yet\n")
    known.add(KEY)
    search.write(b"harmless, " + HEX[:-1].encode())
    assert not search.found
    search.write(HEX[-1].encode())
    assert search.found


def test_what_is_no_secret_stays() -> None:
    assert blotted("seat 5 in 0x07", [b"seat", b"\x07"]) == "seat 5 in 0x07"


def test_a_case_without_secrets_is_a_case() -> None:
    case = made(
        says=f"it said {HEX}",
        stderr=repr(KEY),
        answer=base64.b64encode(KEY).decode(),
        traceback="t",
    )
    kept = load_case(case.dumps([KEY, b"welcome", b"decision"]))
    assert (kept.says, kept.stderr, kept.answer) == ("it said (secret)", 'b"(secret)"', "(secret)=")
    assert (kept.welcome, kept.decision) == (case.welcome, case.decision)
