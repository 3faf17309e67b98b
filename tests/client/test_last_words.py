"""Of what a program wrote, the lines that say why it ended are told."""

from skyjo_client.last_words import MOST_LINES, excerpt, last_line

FRAMES = "".join(f"main.f{n}(...)\n\t/home/ada/main.go:{n} +0x18\n" for n in range(30))


def test_a_crash_is_told_with_how_its_report_begins_and_ends() -> None:
    wrote = "waiting\n" * 40 + f"panic: boom\n\ngoroutine 1 [running]:\n{FRAMES}exit status 2\n"
    told = excerpt(wrote)
    assert told[:3] == ["panic: boom", "", "goroutine 1 [running]:"]
    assert told[4] == "... 52 lines are left out ..."
    assert told[-2:] == ["        /home/ada/main.go:29 +0x18", "exit status 2"]
    assert len(told) == MOST_LINES + 1


def test_of_anything_else_the_last_lines_are_told() -> None:
    lines = [f"move {n}" for n in range(40)]
    assert excerpt("\n".join(lines)) == lines[-MOST_LINES:]
    assert excerpt("Error: early\nError: late\n") == ["Error: early", "Error: late"]
    assert excerpt("") == []


def test_the_last_line_is_told_without_its_tab() -> None:
    assert last_line("goroutine 1:\n\t/home/ada/main.go:7 +0x18\n") == "/home/ada/main.go:7 +0x18"
    assert last_line("") == ""
