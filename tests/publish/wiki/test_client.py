"""What the command says and does when a wiki does not answer as it should, and about mistakes on the command line."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from kilnscript.cli import main
from kilnscript.publish.wiki.api import Api, in_the_clear, mistake_in
from kilnscript.publish.wiki.failures import TooFast, Unreachable, WikiFailure
from kilnscript.publish.wiki.mark import digest, ours, summary

Answer = tuple[int, dict[str, str], str]


class Server:
    """Answers every request with ``answer``."""

    def __init__(self) -> None:
        self.answer: Answer = (200, {}, "{}")
        self.asked: list[str] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append(f"{self.command} {self.path}")
                status, headers, body = outer.answer
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body.encode())

            do_POST = do_GET

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/api.php"


@pytest.fixture
def server() -> Iterator[Server]:
    found = Server()
    thread = threading.Thread(target=found.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield found
    found.server.shutdown()
    thread.join()
    found.server.server_close()


@pytest.mark.parametrize(
    ("answer", "kind", "said"),
    [
        ((200, {}, "<html>"), Unreachable, "is no MediaWiki"),
        ((200, {}, "[]"), Unreachable, "is no MediaWiki"),
        ((404, {}, ""), Unreachable, "is no MediaWiki"),
        ((403, {}, ""), Unreachable, "HTTP 403"),
        ((500, {}, ""), Unreachable, "in trouble"),
        ((301, {"Location": "https://elsewhere.example/api.php"}, ""), Unreachable, "moved from .* to https://elsewhere.example/api.php"),
        ((429, {"Retry-After": "17"}, ""), TooFast, "wait 17 seconds"),
        ((503, {"Retry-After": "soon"}, ""), TooFast, "wait a few minutes"),
        ((200, {}, json.dumps({"error": {"code": "maxlag", "info": "Waiting"}})), WikiFailure, "Waiting"),
        ((200, {"MediaWiki-API-Error": "readonly"}, "{}"), WikiFailure, "readonly"),
    ],
)
def test_answers_that_are_none(server: Server, answer: Answer, kind: type[WikiFailure], said: str) -> None:
    server.answer = answer
    for call in (Api(server.url).get, Api(server.url).post):
        with pytest.raises(kind, match=said):
            call("query")
    assert len(server.asked) == 2  # nothing is sent twice


def test_what_is_sent(server: Server) -> None:
    api = Api(server.url)
    assert api.upload("a.svg", b"<svg/>", "image/svg+xml", comment="é") == {}
    assert server.asked == ["POST /api.php"]


def test_slow_and_absent_servers(server: Server) -> None:
    server.server.shutdown()
    with pytest.raises(Unreachable, match="takes too long"):
        Api(server.url, timeout=0.2).get("query")
    server.server.server_close()
    with pytest.raises(Unreachable, match="Connection refused"):
        Api(server.url).get("query")


def test_control_characters_of_a_wiki_do_not_reach_the_terminal(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    server.answer = (200, {}, json.dumps({"error": {"code": "x", "info": "\x1b[2Jgone"}}))
    assert main(["wiki", "publish", "tic_tac_toe", "--api", server.url]) == 9
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "environment", "said"),
    [
        ("publish", {}, "wants a game"),
        ("publish tic_tac_toe", {}, "--api URL"),
        ("publish tic_tac_toe --api wiki.example.org", {}, "full address"),
        ("publish tic_tac_toe --api https://a:b@wiki.example.org/api.php", {}, "never from the address"),
        ("publish tic_tac_toe --api https://wiki.example.org/api.php --yes", {}, "KILN_WIKI_USER"),
        ("publish tic_tac_toe --api https://wiki.example.org/api.php", {"KILN_WIKI_USER": "Ann@kiln"}, "KILN_WIKI_PASSWORD is not set"),
        ("publish tic_tac_toe --api http://wiki.example.org/api.php", {"KILN_WIKI_USER": "A", "KILN_WIKI_PASSWORD": "p"}, "https://"),
        ("publish tic_tac_toe --out x --api https://wiki.example.org/api.php", {}, "--out"),
        ("tic_tac_toe chess", {}, "one game"),
        ("tic_tac_toe --yes", {}, "--yes"),
    ],
)
def test_mistakes(
    words: str, environment: dict[str, str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("KILN_WIKI_USER", "KILN_WIKI_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main(["wiki", *words.split()]) == 2
    assert said in capsys.readouterr().err


def test_addresses() -> None:
    assert mistake_in("https://wiki.example.org/w/api.php") is None
    assert mistake_in("http://[::1") is not None and mistake_in("http://a b/") is not None and mistake_in("http://a:x/") is not None
    assert in_the_clear("http://wiki.example.org/api.php") and not in_the_clear("https://wiki.example.org/api.php")
    assert not in_the_clear("http://127.0.0.1:80/api.php") and not in_the_clear("http://[::1]/api.php")
    assert in_the_clear("http://localhost.example.org/api.php")


def test_marks() -> None:
    said = summary("0123456789abcdef", "text")
    assert ours(said, digest("text")) and not ours(said, digest("other")) and not ours("text", digest("text"))
    assert len(said) <= 255  # what old wikis keep of a summary
