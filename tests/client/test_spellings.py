"""A secret is found, and blotted out, however a program of any language writes it."""

import base64
import json
import uuid
from urllib.parse import quote

import pytest

from skyjo_client.case_file import load_case
from skyjo_client.spellings import Search, blotted, blotted_end
from tests.client.test_cases import made

KEY = bytes(range(7, 256, 8))
HEX = KEY.hex()


def _rows(form: str, between: str, size: int) -> str:
    """The key in rows."""
    rows = (KEY[at : at + size] for at in range(0, len(KEY), size))
    return "\n".join(between.join(map(form.format, row)) for row in rows)


UNSIGNED = int.from_bytes(KEY, "big")
GO = "\\a\\x0f\\x17\\x1f'/7?GOW_gow\\x7f" + "".join(f"\\x{one:02x}" for one in KEY[16:])
WAYS = {
    "hex": HEX,
    "uuid": str(uuid.UUID(bytes=KEY[:16])),
    "base32": base64.b32encode(KEY).decode(),
    "whole number": str(UNSIGNED),
    "whole number from the end": str(int.from_bytes(KEY, "little")),
    "groups of hex": KEY.hex(" ", 2),
    "rows of hex": _rows("{:02x}", " ", 16),
    "rows with places": "0000: " + _rows("{:02x}", " ", 16).replace("\n", "\n0010: "),
    "broken hex": _rows("{:02x}", "", 20),
    "rust": str(list(KEY)).replace("[", "[\n    ").replace(", ", ",\n    "),
    "rust hex": ", ".join(map("{:x}".format, KEY)),
    "node": "[\n" + _rows("  {:3d}", ",", 12) + "\n]",
    "stringified": json.dumps(dict(enumerate(KEY)), separators=(",", ":")),
    "ruby": GO.replace("\\x1f", "\\x1F").replace("\\a", "\\a"),
    "go": GO,
    "octal": "".join(f"\\{one:03o}" for one in KEY),
    "broken base64": base64.encodebytes(KEY * 3).decode(),
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
    assert len(clean) < 45  # whole, but for what stands between its rows


def test_a_secret_that_is_known_later_is_found_from_then_on() -> None:
    known: set[bytes] = set()
    search = Search(known)
    search.write(b"nothing yet\n")
    known.add(KEY)
    search.write(b"harmless, " + HEX[:31].encode())
    assert not search.found
    search.write(HEX[31].encode())
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


@pytest.mark.parametrize("kept", range(len(HEX) + 4))
def test_an_end_has_no_part_of_a_secret_that_begins_before_it(kept: int) -> None:
    end = blotted_end(f"my key is {HEX}, {HEX}; moin".encode(), [KEY], kept + len("; moin"))
    assert end.replace("(secret)", "").lstrip(", ") == "; moin"
    assert "(secret)" in end or not kept
