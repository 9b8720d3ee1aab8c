"""What can stop a publication: each with its message, what to do about it, and its exit status."""

from __future__ import annotations


class WikiFailure(Exception):
    """``str()`` is the message for the user, with what to do."""

    status = 9  # the wiki says no for a reason of its own


class NoChange(WikiFailure):
    status = 3


class Conflict(WikiFailure):
    """The page holds something that this publication would take away."""

    status = 4


class Protected(WikiFailure):
    """The account may not edit this page."""

    status = 5


class LoginRefused(WikiFailure):
    status = 6


class Unreachable(WikiFailure):
    """No answer, or none of a wiki."""

    status = 7


class TooFast(WikiFailure):
    status = 8
