"""Tables of a lobby, a line each."""

from skyjo.v1 import lobby_pb2, rules_pb2, table_pb2
from skyjo_client.present.table_lines import table_line


def summary(title: str, rounds: int) -> lobby_pb2.TableSummary:
    return lobby_pb2.TableSummary(
        code="OTTER-42",
        title=title,
        stage=table_pb2.TABLE_STAGE_GATHERING,
        rules=rules_pb2.Rules(players=3, target=100, rounds=rounds),
        players=[table_pb2.Player(name="Anke")],
    )


def test_a_line_tells_title_rounds_and_players() -> None:
    assert table_line(summary("Evening", 2)) == (
        "OTTER-42 (Evening): 1 of 3 seats taken, waiting for players, "
        "played to 100 points, 2 rounds at most: Anke"
    )


def test_a_code_is_not_repeated_as_a_title_and_no_rounds_are_not_told() -> None:
    assert table_line(summary("OTTER-42", 0)) == (
        "OTTER-42: 1 of 3 seats taken, waiting for players, played to 100 points: Anke"
    )
