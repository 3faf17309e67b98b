"""The catalogues fit the program that they translate."""

from tools.catalogues import current, on_disk, paths, rendered, template


def test_what_is_compiled_is_what_the_program_says() -> None:
    texts = template()
    files = rendered(texts, {path: current(path, texts) for path in paths()})
    assert [path.name for path, content in files.items() if on_disk(path) != content] == []
