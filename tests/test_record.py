"""The text form: there and back for any game, and no byte of it changes unnoticed."""

import hashlib
import json
import random
from dataclasses import replace

import pytest

from skyjo_engine.errors import EngineError
from skyjo_engine.record import DealSource, NoteEntry, Record, RecordCode, RecordError, Restart
from skyjo_engine.record_text import dumps, loads
from skyjo_engine.rules import Dealing, OnLeave, Rules
from skyjo_engine.verify import verify_text
from tests.recorded import any_rules, record_game
from tests.referee import referee

SMALL = record_game(Rules(players=2, rounds=1, target=1000), 3)


def sealed(*lines: str) -> bytes:
    """Lines of a record under the right checksum."""
    body = "".join(f"{line}\n" for line in lines).encode()
    end = {"type": "end", "lines": len(lines), "sha256": hashlib.sha256(body).hexdigest()}
    return body + json.dumps(end, separators=(",", ":")).encode() + b"\n"


def lines_of(record: Record) -> list[str]:
    """The lines of a record's text, without the end."""
    return dumps(record).decode().split("\n")[:-2]


def refused(text: bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        loads(text)
    return caught.value


def games() -> list[Record]:
    """Several hundred games of every kind, a third of them with seats coming and going."""
    made = []
    for seed in range(300):
        rng = random.Random(seed)
        rules, faults = any_rules(rng), rng.choice((0.0, 0.01, 0.1))
        careful, source = rng.random() < 0.5, rng.choice(list(DealSource))
        made.append(record_game(rules, seed, faults=faults, careful=careful, source=source))
    return made


def test_any_game_comes_back_equal_and_an_independent_referee_agrees() -> None:
    kinds: set[str] = set()
    for record in games():
        text = dumps(record)
        assert loads(text) == record
        assert dumps(loads(text)) == text
        verify_text(text)
        referee(text)
        for line in map(json.loads, text.splitlines()):
            kinds |= {f"{line['type']} {line.get(k)}" for k in ("action", "change", "by", "reason")}
            kinds |= {f"removed {line['change']}" for _ in [1] if "removed" in line}
    expected = "action flip,action take,action draw,action keep,action discard,action server"
    expected += ",seat left,seat bot_took_over,seat returned,seat forfeited,turn finisher"
    expected += ",removed left,removed bot_took_over"
    expected += ",result abandoned,result target_reached,result rounds_played,reshuffle None"
    assert set(expected.split(",")) <= kinds


@pytest.mark.parametrize("dealing", list(Dealing), ids=lambda dealing: dealing.value)
@pytest.mark.parametrize("players", range(2, 9))
def test_the_independent_referee_agrees_in_both_dealing_modes(
    players: int, dealing: Dealing
) -> None:
    rules = Rules(players=players, dealing=dealing, on_leave=OnLeave.SKIP, rows=True, rounds=3)
    for seed in range(5):
        text = dumps(record_game(rules, seed, faults=0.004 * seed, careful=seed % 2 == 0))
        assert loads(text) == loads(dumps(loads(text)))
        referee(text)


def test_lines_are_compact_json_in_the_documented_order_of_keys() -> None:
    lines = lines_of(record_game(Rules(players=2, rounds=1), 3))
    assert lines[0].startswith('{"type":"game","format":1,"game":"game-1","rules":{"players":2,')
    assert '"columns":true,"rows":false,"later_round_starter":"FINISHER","on_leave":' in lines[0]
    assert '"name":"Jörg"' in lines[0]
    assert '"deal":{"scheme":"hmac-sha256/1","source":"players","commitment":"' in lines[0]
    assert "restarts" not in lines[0]
    assert lines[1].startswith('{"type":"deal","round":1,"deck":[')
    kinds = {line.split(",", 2)[0] for line in lines}
    assert kinds >= {f'{{"type":"{kind}"' for kind in ("action", "turn", "round", "result", "key")}


def test_every_single_changed_byte_is_refused() -> None:
    text, rng = dumps(SMALL), random.Random(1)
    for place in range(len(text)):
        changed = bytearray(text)
        changed[place] ^= rng.randrange(1, 256)
        with pytest.raises(EngineError):
            verify_text(bytes(changed))


def test_every_other_byte_at_each_place_of_the_end_is_refused() -> None:
    text = dumps(SMALL)
    start = text.rindex(b"\n", 0, -1)
    for place in range(start, len(text)):
        for byte in set(range(256)) - {text[place]}:
            changed = bytearray(text)
            changed[place] = byte
            refused(bytes(changed))


@pytest.mark.parametrize("extra", [b"\n", b" ", b"\0", b"{}\n", b'{"type":"note"}\n'])
def test_appended_and_prepended_bytes_are_refused(extra: bytes) -> None:
    refused(dumps(SMALL) + extra)
    refused(extra + dumps(SMALL))


def test_every_truncation_is_refused() -> None:
    text = dumps(SMALL)
    for length in range(len(text)):
        error = refused(text[:length])
        assert error.code in {RecordCode.NO_END, RecordCode.BAD_END}


def test_an_error_says_what_is_wrong_and_where() -> None:
    text = dumps(SMALL)
    count = text.count(b"\n")
    assert refused(b"").code is RecordCode.NO_END
    error = refused(text.replace(b'"seat":0', b'"seat":1', 1))
    assert (error.code, error.line) == (RecordCode.CHECKSUM, count)
    error = refused(text.replace(b'{"type":"end",', b'{"type":"end", '))
    assert (error.code, error.line) == (RecordCode.BAD_END, count)


def test_unknown_lines_and_keys_are_ignored_when_the_checksum_is_right() -> None:
    lines = lines_of(SMALL)
    lines[1] = lines[1].replace("{", '{"weather":{"wind":[1.5,null]},', 1)
    lines.insert(3, '{"type":"clock","left_ms":17}')
    lines.append('{"type":"signature","by":"someone"}')
    assert loads(sealed(*lines)) == SMALL


HEAD, DEAL, *_ = lines_of(SMALL)
KEY_LINE = lines_of(SMALL)[-1]
C = RecordCode


@pytest.mark.parametrize(
    ("lines", "code", "line"),
    [
        ([DEAL], C.NO_GAME, 1),
        ([HEAD, HEAD], C.MISPLACED, 2),
        ([HEAD, KEY_LINE, DEAL], C.MISPLACED, 3),
        ([HEAD, KEY_LINE, KEY_LINE], C.MISPLACED, 3),
        ([HEAD, '{"type":"end","lines":1}', DEAL], C.MISPLACED, 2),
        ([HEAD, ""], C.NOT_JSON, 2),
        ([HEAD, '{"type":"deal"'], C.NOT_JSON, 2),
        ([HEAD, '{"type":"deal","round":NaN}'], C.NOT_JSON, 2),
        ([HEAD, "[" * 100_000], C.NOT_JSON, 2),
        ([HEAD, '{"type":"deal","round":' + "9" * 5000 + "}"], C.NOT_JSON, 2),
        ([HEAD, "[]"], C.NOT_AN_OBJECT, 2),
        ([HEAD, '"type"'], C.NOT_AN_OBJECT, 2),
        ([HEAD, '{"type":"turn","seat":0,"seat":1}'], C.REPEATED_KEY, 2),
        ([HEAD, "{}"], C.MISSING_KEY, 2),
        ([HEAD, '{"type":"deal","round":1}'], C.MISSING_KEY, 2),
        ([HEAD, '{"type":"deal","round":true,"deck":[]}'], C.BAD_VALUE, 2),
        ([HEAD, '{"type":"deal","round":1.0,"deck":[]}'], C.BAD_VALUE, 2),
        ([HEAD, '{"type":"deal","round":1,"deck":{}}'], C.BAD_VALUE, 2),
        ([HEAD, '{"type":"deal","round":1,"deck":["1"]}'], C.BAD_VALUE, 2),
        ([HEAD, '{"type":"action","seat":0,"action":"peek","slot":1}'], C.BAD_VALUE, 2),
        ([HEAD, '{"type":"action","seat":0,"action":"keep","slot":12}'], C.BAD_VALUE, 2),
        ([HEAD, '{"type":"action","seat":0,"action":"flip","slots":[1,1]}'], C.BAD_VALUE, 2),
        ([HEAD, '{"type":"action","seat":0,"action":"take","slot":1,"by":"me"}'], C.BAD_VALUE, 2),
        ([HEAD, '{"type":"turn","seat":0,"reason":"whim"}'], C.BAD_VALUE, 2),
        ([HEAD, '{"type":"turn","seat":0,"reason":5}'], C.BAD_VALUE, 2),
        ([HEAD, '{"type":"note","seat":0,"text":"\\ud800"}'], C.BAD_VALUE, 2),
        ([HEAD, '{"type":"key","key":"ABCD"}'], C.BAD_VALUE, 2),
        ([HEAD, '{"type":"key","key":"' + "F" * 64 + '"}'], C.BAD_VALUE, 2),
        ([HEAD.replace('"format":1', '"format":2')], C.UNKNOWN_FORMAT, 1),
        ([HEAD.replace('"players":2', '"players":9')], C.BAD_VALUE, 1),
        ([HEAD.replace('"players":2', '"players":3')], C.BAD_VALUE, 1),
        ([HEAD.replace('"columns":true', '"columns":1')], C.BAD_VALUE, 1),
        ([HEAD.replace('"columns":true', '"jokers":true')], C.BAD_VALUE, 1),
        ([HEAD.replace('"columns":true,', "")], C.MISSING_KEY, 1),
        ([HEAD.replace('"seat":1', '"seat":0')], C.BAD_VALUE, 1),
        ([HEAD.replace("hmac-sha256/1", "dice")], C.BAD_VALUE, 1),
        ([HEAD.replace('"source":"players"', '"source":"me"')], C.BAD_VALUE, 1),
        ([HEAD.replace('"entropy":[', '"entropy":[null,')], C.BAD_VALUE, 1),
        ([HEAD.replace('"entropy":[', '"entropy":[5,')], C.BAD_VALUE, 1),
    ],
    ids=str,
)
def test_what_is_no_record_is_refused_by_code_and_line(
    lines: list[str], code: RecordCode, line: int
) -> None:
    error = refused(sealed(*lines))
    assert (error.code, error.line) == (code, line)


def test_bytes_that_are_no_text_are_refused() -> None:
    body = HEAD.encode() + b"\n\xff\n"
    end = {"type": "end", "lines": 2, "sha256": hashlib.sha256(body).hexdigest()}
    text = body + json.dumps(end, separators=(",", ":")).encode() + b"\n"
    assert refused(text).code is RecordCode.NOT_UTF8


def test_a_withheld_key_notes_and_restarts_come_back() -> None:
    restart = Restart(b"\1" * 32, b"\2" * 32, 1)
    deal = replace(SMALL.deal, restarts=(restart, restart))
    note = NoteEntry(1, 'line\nbreak \u2028 "quotes" ünï')
    entries = (*SMALL.entries[:2], note, *SMALL.entries[2:])
    record = replace(SMALL, key=None, deal=deal, entries=entries)
    assert loads(dumps(record)) == record
    assert '"type":"key"' not in dumps(record).decode()
    restarts = '"restarts":[{"commitment":"' + "01" * 32 + '","key":"' + "02" * 32 + '","seat":1}'
    assert restarts in dumps(record).decode()
