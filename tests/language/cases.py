"""The corpus of mistakes: a case of `bad/` comes in, the findings as a person reads them come out.

A case is one of
* `bad/syntax|files|yaml|csv/NAME.kiln|.yaml|.csv`: read on its own;
* `bad/files/NAME` without a file: made by `made.py`, for what a repository cannot hold (links that lead in circles, huge files);
* `bad/TOPIC/NAME.kiln` of any other topic: the rules.kiln of the game in `host/`;
* `bad/TOPIC/NAME/`: a game folder.
Beside each case stands `NAME.expected`. To record all of them anew: `python -m tests.language.record`.
"""

import contextlib
import importlib.util
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from kilnscript.diagnostics import Diagnostic
from kilnscript.diagnostics.render import render_text
from kilnscript.source.csv_file import read_csv
from kilnscript.source.kiln_file import read_kiln
from kilnscript.source.load import SourceFiles
from kilnscript.source.yaml_file import read_yaml
from tests.language.made import MADE

BAD = Path(__file__).parent / "bad"
HOST = Path(__file__).parent / "host"
SOURCE_TOPICS = ("syntax", "files", "yaml", "csv")
Findings = tuple[Iterable[Diagnostic], Mapping[str, str]]


def cases() -> list[str]:
    """`topic/name` of every case that can be run as yet."""
    found = {f"files/{name}" for name in MADE}
    for topic in sorted(BAD.iterdir()):
        if topic.name in SOURCE_TOPICS:
            found |= {f"{topic.name}/{path.stem}" for path in topic.iterdir() if path.suffix != ".expected"}
        elif importlib.util.find_spec("kilnscript.model.load") is not None:
            found |= {f"{topic.name}/{path.stem}" for path in topic.iterdir() if path.is_dir() or path.suffix == ".kiln"}
    return sorted(found)


def expected_file(case: str) -> Path:
    return BAD / f"{case}.expected"


def shown(case: str) -> str:
    """What the author of a case reads."""
    diagnostics, sources = run(case)
    return render_text(diagnostics, sources, color=False, width=100)


def run(case: str) -> Findings:
    topic, name = case.split("/")
    if topic == "files" and name in MADE:
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            files = SourceFiles()
            return MADE[name](Path(), files), files.texts
    path = next(path for path in sorted((BAD / topic).glob(f"{name}*")) if path.stem == name and path.suffix != ".expected")
    if topic in SOURCE_TOPICS:
        return run_source(path)
    if path.is_dir():
        with contextlib.chdir(path.parent):
            return run_model(Path(name))
    with tempfile.TemporaryDirectory() as scratch, contextlib.chdir(scratch):
        shutil.copytree(HOST, "game")
        shutil.copyfile(path, "game/rules.kiln")
        return run_model(Path("game"))


def run_source(path: Path) -> Findings:
    """One file, without what it belongs to."""
    files = SourceFiles()
    text, found = files.read(path, path.name)
    if text is None:
        return found, files.texts
    reader = {".kiln": read_kiln, ".yaml": read_yaml, ".csv": read_csv}[path.suffix]
    return reader(path.name, text)[1], files.texts


def run_model(folder: Path) -> Findings:
    from kilnscript.model.load import load_model

    loaded = load_model(folder)
    return loaded.diagnostics, loaded.sources.texts
