"""What servers announce: it comes back as it was, and nothing that others announce can harm."""

from hypothesis import given
from hypothesis import strategies as st

from skyjo_wire.announced import MOST_CODES, Announced, read
from skyjo_wire.version import MAJOR

LARGEST_ENTRY = 255


def as_sent(announced: Announced) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in announced.text().items()}


def test_it_comes_back() -> None:
    said = Announced("Dörte", "lmLLbqwl7MWuFoMs8HKG8g", ("KIWI-42", "MOIN-07"))
    assert read(as_sent(said)) == said
    assert read(as_sent(Announced("Anke"))) == Announced("Anke", "", (), MAJOR)


@given(st.text(max_size=400), st.integers(0, 60))
def test_every_entry_is_small_enough_and_the_newest_tables_stay(name: str, tables: int) -> None:
    codes = tuple(f"MARZIPAN-{number % 100:02}" for number in range(tables))
    sent = as_sent(Announced(name.encode(errors="ignore").decode(), "x" * 22, codes))
    assert all(len(key) + 1 + len(value or b"") <= LARGEST_ENTRY for key, value in sent.items())
    assert read(sent).codes == codes[-MOST_CODES:]


@given(
    st.dictionaries(
        st.sampled_from([b"protocol", b"name", b"fingerprint", b"tables"]) | st.binary(),
        st.none() | st.binary(),
    )
)
def test_whatever_is_said_is_read(text: dict[bytes, bytes | None]) -> None:
    said = read(text)
    assert 0 <= said.major < 10_000
    assert len(said.codes) <= MOST_CODES
