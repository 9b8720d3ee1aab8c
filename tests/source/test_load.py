"""Opening rule files: what is refused, and what paths may lead to."""

from pathlib import Path

from kilnscript.diagnostics import Span
from kilnscript.source.load import SourceFiles, host_folder, inside, shown_path
from kilnscript.source.resources import grammar_folder, rules_folder

AT = Span("game.yaml", 1, 1, 1, 2)


def test_texts_are_kept_as_an_editor_shows_them(tmp_path: Path) -> None:
    (tmp_path / "r.kiln").write_bytes("\ufeffsetup:\r\n    do x\r".encode())
    files = SourceFiles()
    text, found = files.read(tmp_path / "r.kiln", "r.kiln")
    assert not found
    assert text == files.texts["r.kiln"] == "setup:\n    do x\n"


def test_a_text_that_is_no_utf8_is_shown_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "r.kiln").write_bytes("a\nbé\xe9".encode("latin-1"))
    files = SourceFiles()
    text, found = files.read(tmp_path / "r.kiln", "r.kiln")
    assert text is None
    assert [(finding.code, finding.span.line, finding.span.column) for finding in found] == [("K004", 2, 2)]
    assert "r.kiln" in files.texts


def test_paths_are_shown_from_where_the_author_is(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown_path(tmp_path / "a" / "b.kiln") == "a/b.kiln"
    assert shown_path(Path("a/b.kiln")) == "a/b.kiln"
    assert shown_path(tmp_path.parent / "b.kiln") == (tmp_path.parent / "b.kiln").as_posix()


def test_tables_stay_inside_the_folder(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "secret.csv").write_text("a\n")
    (tmp_path / "game" / "link.csv").symlink_to("../secret.csv")
    (tmp_path / "game" / "cards.csv").write_text("a\n")
    (tmp_path / "game" / "good.csv").symlink_to("cards.csv")
    folder = tmp_path / "game"
    assert inside(folder, "cards.csv", AT) == (folder / "cards.csv", ())
    assert inside(folder, "good.csv", AT)[0] is not None
    for written in ("../secret.csv", "/etc/passwd", "link.csv", "", "a\\b.csv", "c:x.csv", "a/../../secret.csv", "a\0b"):
        path, found = inside(folder, written, AT)
        assert path is None, written
        assert found[0].code == "K006"


def test_a_host_is_a_folder_nearby_or_a_shipped_game(tmp_path: Path) -> None:
    (tmp_path / "kiln").mkdir()
    (tmp_path / "kiln" / "game.yaml").write_text("game: kiln\n")
    (tmp_path / "short").mkdir()
    folder = tmp_path / "short"
    assert host_folder(folder, "../kiln", AT)[0] == folder / "../kiln"
    assert host_folder(folder, "kiln", AT)[0] == rules_folder() / "kiln"
    assert host_folder(folder, "hearts", AT)[0] == rules_folder() / "classics" / "hearts"
    for written, code in (("../klin", "K001"), ("/kiln", "K006"), ("", "K006"), ("..", "K001"), ("classics", "K001")):
        path, found = host_folder(folder, written, AT)
        assert path is None
        assert found[0].code == code


def test_the_data_of_the_package_is_found() -> None:
    assert (grammar_folder() / "kiln.lark").is_file()
    assert (rules_folder() / "kiln" / "game.yaml").is_file()
