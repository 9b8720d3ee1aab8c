"""Name and bot password → a login at a wiki."""

from __future__ import annotations

from kilnscript.publish.wiki.api import WAIT, Api, Refused
from kilnscript.publish.wiki.failures import LoginRefused, TooFast, WikiFailure


def log_in(api: Api, name: str, password: str) -> None:
    """Raises LoginRefused, TooFast, Unreachable."""
    try:
        token = api.get("query", meta="tokens", type="login")["query"]["tokens"]["logintoken"]
        found = api.post("login", lgname=name, lgpassword=password, lgtoken=token).get("login", {})
    except Refused as refused:
        raise refused.named(name) from None
    except (KeyError, TypeError):
        raise WikiFailure("this wiki is too old to log in to: MediaWiki 1.27 or newer is needed") from None
    result, reason = found.get("result"), found.get("reason") or ""
    code, words = (str(reason.get("code")), str(reason.get("text"))) if isinstance(reason, dict) else ("", str(reason))
    if result == "Success":
        return
    if code == "login-throttled" or result == "Throttled":
        raise TooFast(f"too many logins as `{name}`: {words or result}\n{WAIT}")
    raise LoginRefused(
        f"the wiki refuses the login `{name}`: {words or result}\n"
        "make a bot password at Special:BotPasswords, with the rights to edit, create and upload; "
        "KILN_WIKI_USER is then User@NAME and KILN_WIKI_PASSWORD what the wiki shows once"
    )


def token(api: Api) -> str:
    """For a change."""
    return str(api.get("query", meta="tokens", type="csrf")["query"]["tokens"]["csrftoken"])
