"""Mistakes that no repository can hold: each case makes its files in an empty folder and gives the findings."""

import os
from collections.abc import Callable
from pathlib import Path

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.model.folders import find_folder
from kilnscript.source.kiln_file import read_kiln
from kilnscript.source.load import SourceFiles, host_folder, inside

HERE = Span("game.yaml", 3, 16, 3, 25)


def missing(folder: Path, files: SourceFiles) -> tuple[Diagnostic, ...]:
    files.add("game.yaml", "game: kiln\ncomponents:\n  card: {from: cards.csv}\n")
    return files.read(folder / "cards.csv", wanted_at=HERE)[1]


def dangling_link(folder: Path, files: SourceFiles) -> tuple[Diagnostic, ...]:
    (folder / "rules.kiln").symlink_to("nowhere.kiln")
    return files.read(folder / "rules.kiln")[1]


def directory(folder: Path, files: SourceFiles) -> tuple[Diagnostic, ...]:
    (folder / "rules.kiln").mkdir()
    return files.read(folder / "rules.kiln")[1]


def pipe(folder: Path, files: SourceFiles) -> tuple[Diagnostic, ...]:
    os.mkfifo(folder / "rules.kiln")
    return files.read(folder / "rules.kiln")[1]


def device(folder: Path, files: SourceFiles) -> tuple[Diagnostic, ...]:
    return files.read(Path("/dev/zero"))[1]


def too_large(folder: Path, files: SourceFiles) -> tuple[Diagnostic, ...]:
    (folder / "rules.kiln").write_bytes(b"(" * 10_000_000)
    return files.read(folder / "rules.kiln")[1]


def circular_link(folder: Path, files: SourceFiles) -> tuple[Diagnostic, ...]:
    (folder / "rules.kiln").symlink_to("other.kiln")
    (folder / "other.kiln").symlink_to("rules.kiln")
    return files.read(folder / "rules.kiln")[1]


def too_many_lines(folder: Path, files: SourceFiles) -> tuple[Diagnostic, ...]:
    (folder / "rules.kiln").write_text("#\n" * 20_001, encoding="utf-8")
    return files.read(folder / "rules.kiln")[1]


def unreadable(folder: Path, files: SourceFiles) -> tuple[Diagnostic, ...]:
    name = "n" * 300 + ".kiln"  # too long for any file system; whoever runs the tests may read everything else
    return files.read(folder / name, shown="rules.kiln")[1]


def many_findings(folder: Path, files: SourceFiles) -> tuple[Diagnostic, ...]:
    text = "".join(f"phase p{number}:\n    do a b\n" for number in range(200))
    files.add("rules.kiln", text)
    return read_kiln("rules.kiln", text)[1][-1:]


def table_outside(folder: Path, files: SourceFiles) -> tuple[Diagnostic, ...]:
    files.add("game.yaml", "game: kiln\ncomponents:\n  card: {from: ../cards.csv}\n")
    return inside(folder, "../cards.csv", HERE)[1]


def link_outside(folder: Path, files: SourceFiles) -> tuple[Diagnostic, ...]:
    files.add("game.yaml", "game: kiln\ncomponents:\n  card: {from: cards.csv}\n")
    (folder / "cards.csv").symlink_to("/dev/zero")
    return inside(folder, "cards.csv", HERE)[1]


def circular_table(folder: Path, files: SourceFiles) -> tuple[Diagnostic, ...]:
    files.add("game.yaml", "game: kiln\ncomponents:\n  card: {from: cards.csv}\n")
    (folder / "cards.csv").symlink_to("cards.csv")
    return inside(folder, "cards.csv", HERE)[1]


def no_host(folder: Path, files: SourceFiles) -> tuple[Diagnostic, ...]:
    files.add("game.yaml", "game: short\ntitle: Short\nextends: ../klin\n")
    return host_folder(folder, "../klin", Span("game.yaml", 3, 10, 3, 17))[1]


def absolute_host(folder: Path, files: SourceFiles) -> tuple[Diagnostic, ...]:
    files.add("game.yaml", "game: short\ntitle: Short\nextends: /kiln\n")
    return host_folder(folder, "/kiln", Span("game.yaml", 3, 10, 3, 15))[1]


def no_such_game(folder: Path, files: SourceFiles) -> tuple[Diagnostic, ...]:
    return find_folder("klin")[1]


def file_for_a_folder(folder: Path, files: SourceFiles) -> tuple[Diagnostic, ...]:
    (folder / "kiln").mkdir()
    (folder / "kiln" / "game.yaml").write_text("game: kiln\n", encoding="utf-8")
    return find_folder("kiln/game.yaml")[1]


MADE: dict[str, Callable[[Path, SourceFiles], tuple[Diagnostic, ...]]] = {
    case.__name__: case
    for case in (
        missing, dangling_link, directory, pipe, device, too_large, circular_link, too_many_lines, unreadable, many_findings,
        table_outside, link_outside, circular_table, no_host, absolute_host, no_such_game, file_for_a_folder,
    )
}  # fmt: skip
