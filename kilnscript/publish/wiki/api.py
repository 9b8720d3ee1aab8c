"""Calls of MediaWiki's action API over HTTP: parameters → the answer as data, or a WikiFailure that says what is wrong.

Standard library only: what a failure is has to be told apart exactly, and nothing is ever sent twice.
"""

from __future__ import annotations

import json
import socket
import ssl
import uuid
from collections.abc import Mapping
from http.client import HTTPException
from http.cookiejar import CookieJar
from ipaddress import ip_address
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, OpenerDirector, Request, build_opener

from kilnscript.publish.wiki.failures import Conflict, LoginRefused, Protected, TooFast, Unreachable, WikiFailure
from kilnscript.version import __version__

MOST_BYTES = 32 * 1024 * 1024  # of an answer
WAIT = "wait a few minutes and publish again"
ASK = "an administrator of the wiki can tell why"

# Error codes of MediaWiki, https://www.mediawiki.org/wiki/API:Edit#Possible_errors, and of its common extensions.
CONFLICTS = ("editconflict", "articleexists", "pagedeleted", "missingtitle")
FORBIDDEN = (
    "protectedpage",
    "protectedtitle",
    "protectednamespace",
    "protectednamespace-interface",
    "cascadeprotected",
    "titleblacklist-forbidden",
    "permissiondenied",
    "badaccess-groups",
    "badaccess-group0",
    "cantcreate",
    "cantcreate-anon",
    "noedit",
    "noedit-anon",
    "blocked",
    "autoblocked",
)
FAST = ("ratelimited", "maxlag", "actionthrottledtext", "login-throttled")
LOGGED_OUT = ("assertuserfailed", "assertbotfailed", "assertnameduserfailed", "notloggedin", "readapidenied", "badtoken")


class Refused(WikiFailure):
    """An error of the API as it came; ``named`` makes the fitting failure of it."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(f"the wiki says no: {words} ({code})")
        self.code = code
        self.words = words

    def named(self, title: str) -> WikiFailure:
        said = f"{self.words} ({self.code})"
        if self.code in CONFLICTS:
            return Conflict(
                f"`{title}` was changed on the wiki a moment ago, nothing was saved: {said}\nlook at its history and publish again"
            )
        if self.code in FORBIDDEN:
            return Protected(f"the wiki does not let this account write `{title}`: {said}\nan administrator can change that")
        if self.code in FAST:
            return TooFast(f"the wiki asks for more time between changes: {said}\n{WAIT}")
        if self.code in LOGGED_OUT:
            return LoginRefused(
                f"the wiki wants a login: {said}\nset KILN_WIKI_USER and KILN_WIKI_PASSWORD to a bot password of Special:BotPasswords"
            )
        if self.code == "readonly":
            return WikiFailure(f"the wiki cannot be written for now: {said}\n{WAIT}")
        return WikiFailure(f"the wiki does not take `{title}`: {said}\n{ASK}")


class Stay(HTTPRedirectHandler):
    """A redirected POST would arrive without what was posted, so none is followed."""

    def redirect_request(self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str) -> None:
        raise Unreachable(f"the wiki has moved from {req.full_url.split('?')[0]} to {newurl.split('?')[0]}\ngive that address with --api")


class Api:
    """One wiki, with the cookies of one login. ``url``: of its api.php. Raises WikiFailure."""

    def __init__(self, url: str, timeout: float = 30) -> None:
        self.url = url
        self.timeout = timeout
        self.opener: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()), Stay())

    def get(self, action: str, **parameters: str | int) -> dict[str, Any]:
        return self.answer(Request(f"{self.url}?{urlencode(self.all(action, parameters))}"))

    def post(self, action: str, **parameters: str | int) -> dict[str, Any]:
        return self.answer(Request(self.url, urlencode(self.all(action, parameters)).encode()))

    def upload(self, name: str, content: bytes, kind: str, **parameters: str | int) -> dict[str, Any]:
        """A file, as a form with parts (RFC 7578)."""
        fence = uuid.uuid4().hex
        parts = b""
        for key, value in self.all("upload", {"filename": name, **parameters}).items():
            parts += f'--{fence}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
        head = f'--{fence}\r\nContent-Disposition: form-data; name="file"; filename="upload"\r\nContent-Type: {kind}\r\n\r\n'
        body = parts + head.encode() + content + f"\r\n--{fence}--\r\n".encode()
        return self.answer(Request(self.url, body, {"Content-Type": f"multipart/form-data; boundary={fence}"}))

    def all(self, action: str, parameters: Mapping[str, str | int]) -> dict[str, str]:
        common = {"action": action, "format": "json", "formatversion": "2", "errorformat": "plaintext", "errorlang": "en", "uselang": "en"}
        return {**common, **{key: str(value) for key, value in parameters.items()}}

    def answer(self, request: Request) -> dict[str, Any]:
        request.add_header("User-Agent", f"kilnscript/{__version__} (rules pages of board games; Python urllib)")
        try:
            with self.opener.open(request, timeout=self.timeout) as response:
                content = response.read(MOST_BYTES + 1)
                answered = response.headers.get("MediaWiki-API-Error")
        except HTTPError as error:
            with error:
                raise self.status(error) from None
        except (URLError, HTTPException, OSError) as error:
            raise Unreachable(f"no answer from {self.url}: {cause(error)}\ncheck the address and the network, then publish again") from None
        try:
            if len(content) > MOST_BYTES:
                raise ValueError
            found = json.loads(content)
            if not isinstance(found, dict):
                raise ValueError
        except ValueError:
            raise self.no_wiki() from None
        errors = found.get("errors") or ([found["error"]] if isinstance(found.get("error"), dict) else [])
        if errors or answered:
            first = errors[0] if errors else {}
            words = str(first.get("text") or first.get("info") or "no reason given")
            more = (first.get("data") or first).get("readonlyreason")
            raise Refused(str(first.get("code", answered)), f"{words} {more}" if more else words)
        return found

    def status(self, error: HTTPError) -> WikiFailure:
        """A refusal of the server in front of the wiki."""
        after = error.headers.get("Retry-After", "")
        if error.code == 429 or (error.code == 503 and after):
            wait = f"wait {after} seconds and publish again" if after.isdigit() else WAIT
            return TooFast(f"the server of the wiki asks for more time between requests (HTTP {error.code})\n{wait}")
        if error.code in (401, 403):
            return Unreachable(f"the server refuses to serve {self.url} (HTTP {error.code} {error.reason})\nit may block programs; {ASK}")
        if error.code in (404, 410):
            return self.no_wiki()
        return Unreachable(f"the server of the wiki is in trouble (HTTP {error.code} {error.reason})\n{WAIT}")

    def no_wiki(self) -> Unreachable:
        return Unreachable(
            f"what answers at {self.url} is no MediaWiki\nSpecial:Version of a wiki names its api.php; the address often ends in /w/api.php"
        )


def cause(error: BaseException) -> str:
    inner = error.reason if isinstance(error, URLError) else error
    if isinstance(inner, socket.gaierror):
        return "there is no server of that name"
    if isinstance(inner, TimeoutError):
        return "it takes too long"
    if isinstance(inner, ssl.SSLError):
        return f"its certificate cannot be checked ({getattr(inner, 'verify_message', '') or inner.reason})"
    if isinstance(inner, OSError) and inner.strerror:
        return inner.strerror
    return str(inner) or type(inner).__name__


def mistake_in(url: str) -> str | None:
    """What is wrong with an address, before anything is sent to it."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        return str(error)
    if parts.scheme not in ("http", "https") or not host or parts.query or parts.fragment or any(c.isspace() for c in url):
        return "it wants the full address of api.php, like https://wiki.example.org/w/api.php"
    if parts.username or parts.password:
        return "login and password come from KILN_WIKI_USER and KILN_WIKI_PASSWORD, never from the address"
    if not url.isascii():
        return "write signs beyond ASCII in their encoded form"
    return None


def in_the_clear(url: str) -> bool:
    """Whether a password sent there could be read on the way."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    try:
        near = ip_address(host).is_loopback
    except ValueError:
        near = host == "localhost" or host.endswith(".localhost")
    return parts.scheme == "http" and not near
