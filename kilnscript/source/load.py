"""Opens rule files, the only module that does: a path comes in, its text or a finding comes out; texts are kept for the renderer."""

import errno
import os
import stat
from pathlib import Path

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.source.limits import MOST_BYTES, check_text, finding_at
from kilnscript.source.resources import rules_folder
from kilnscript.source.unify import unify_lines


class SourceFiles:
    """``texts`` maps each path shown to the author to the text of that file (without byte-order mark, lines ended by "\\n")."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def read(self, path: Path, shown: str | None = None, wanted_at: Span | None = None) -> tuple[str | None, tuple[Diagnostic, ...]]:
        """The text of a file, or None and why not. ``wanted_at`` is the place that names the file, if one does."""
        name = shown or shown_path(path)
        problem = self._problem(path)
        if problem is not None:
            code, message, hint = problem
            return None, (Diagnostic(code, message.format(name=name), wanted_at or Span(name, 1, 1, 1, 1), hint),)
        try:
            # Not blocking: a named pipe that took the place of the file meanwhile must not hang the run.
            with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb") as file:
                data = file.read(MOST_BYTES + 1)
        except OSError as error:
            return None, (Diagnostic("K012", f"`{name}` cannot be read: {error.strerror}", wanted_at or Span(name, 1, 1, 1, 1)),)
        return self.decode(name, data)

    def decode(self, name: str, data: bytes) -> tuple[str | None, tuple[Diagnostic, ...]]:
        """UTF-8 and within the limits, or a finding with its line."""
        if len(data) > MOST_BYTES:
            return None, (
                finding_at("K003", f"`{name}` is larger than {MOST_BYTES:,} bytes", name, 1, 1, "split the game's data over several files"),
            )
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            before = data[: error.start].decode("utf-8", "replace")
            line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
            self.texts[name] = unify_lines(data.decode("utf-8", "replace"))
            hint = "save the file as UTF-8"
            if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
                hint = "the file is UTF-16; save it as UTF-8"
            return None, (finding_at("K004", f"this is not UTF-8 (byte 0x{data[error.start]:02X})", name, line, column, hint),)
        return self.add(name, text)

    def add(self, name: str, text: str) -> tuple[str | None, tuple[Diagnostic, ...]]:
        """Keeps a text that did not come from a file (an editor's buffer, a test)."""
        text = unify_lines(text)
        self.texts[name] = text
        found = check_text(name, text)
        return (None if found else text), found

    def read_inside(self, folder: Path, name: str, shown: str, wanted_at: Span | None = None) -> tuple[str | None, tuple[Diagnostic, ...]]:
        """As ``read``, of a file that may not be a link that leads out of its folder: what it says may be shown in messages."""
        path = folder / name
        if path.is_symlink():
            _, problems = inside(folder, name, wanted_at or Span(shown, 1, 1, 1, 1))
            if problems:
                return None, problems
        return self.read(path, shown, wanted_at)

    def _problem(self, path: Path) -> tuple[str, str, str | None] | None:
        try:
            mode = path.stat()
        except OSError as error:
            if error.errno == errno.ELOOP:
                return "K007", "`{name}` is a link that leads back to itself", "replace it by the file"
            if error.errno in (errno.ENOENT, errno.ENOTDIR):
                if path.is_symlink():
                    return "K001", "`{name}` is a link to a file that is not there", None
                return "K001", "there is no file `{name}`", None
            return "K012", "`{name}` cannot be read: " + str(error.strerror).replace("{", "{{"), None
        except ValueError:
            return "K001", "there is no file `{name}`", "a path holds no such character"
        if stat.S_ISDIR(mode.st_mode):
            return "K002", "`{name}` is a folder, not a file", None
        if not stat.S_ISREG(mode.st_mode):
            return "K002", "`{name}` is no ordinary file", None
        if mode.st_size > MOST_BYTES:
            return "K003", "`{name}` is larger than " + f"{MOST_BYTES:,} bytes", "split the game's data over several files"
        return None


def shown_path(path: Path) -> str:
    """As an author knows it: relative to where they are, if it lies below; always with `/`."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def inside(folder: Path, written: str, at: Span) -> tuple[Path | None, tuple[Diagnostic, ...]]:
    """The file that `from: cards.csv` means: it stays inside the game's folder, through links too."""
    if not written or "\0" in written or Path(written).is_absolute() or "\\" in written or ".." in Path(written).parts or ":" in written:
        return None, (Diagnostic("K006", f"`{written}` leads out of the game's folder", at, "put the file beside game.yaml and name it"),)
    path = folder / written
    try:
        real = path.resolve()
        root = folder.resolve()
    except (OSError, RuntimeError):
        return None, (Diagnostic("K007", f"`{written}` is a link that leads back to itself", at, "replace it by the file"),)
    if not real.is_relative_to(root):
        return None, (Diagnostic("K006", f"`{written}` is a link that leads out of the game's folder", at, "replace it by the file"),)
    return path, ()


def host_folder(folder: Path, written: str, at: Span) -> tuple[Path | None, tuple[Diagnostic, ...]]:
    """The folder that `extends: ../kiln` means: a folder nearby, or a shipped game by its name."""
    if not written or "\0" in written or Path(written).is_absolute() or "\\" in written:
        hint = "write the path from this folder (`../kiln`), or the name of a shipped game"
        return None, (Diagnostic("K006", f"`{written}` is no path from this folder", at, hint),)
    candidates = [folder / written]
    if Path(written).name == written and written not in (".", ".."):
        candidates += [rules_folder() / written, rules_folder() / "classics" / written]
    for candidate in candidates:
        if candidate.joinpath("game.yaml").exists():
            return candidate, ()
    return None, (Diagnostic("K001", f"there is no game in `{written}`", at, "name a folder that holds a game.yaml, or a shipped game"),)
