"""The client's only error, and the pauses before another attempt."""

from __future__ import annotations

import random
import re
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

LONGEST_BACKOFF = 30.0
LONGEST_RETRY_AFTER = 120.0
#: It lasts until other debates are over, or until tomorrow.
QUOTA = "/problems/quota-exceeded"
PASSING = {0, 429, 502, 503, 504}


class ParleyProblem(Exception):
    """A response that is no success, or no response.

    status: the HTTP status; 0 without a response.
    type: ``/problems/NAME``, a page of the server; ``about:blank`` if the response had no problem document.
    errors: every problem of the request, each with ``pointer``, a JSON pointer into its body, and ``detail``.
    retry_after: seconds to wait before a retry; None if the server did not say.
    body: the whole problem document (RFC 9457), for example with ``allowed`` and ``debateStatus``.
    """

    def __init__(self, status: int, body: dict[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.body = body
        self.retry_after = retry_after
        self.type: str = body.get("type", "about:blank")
        self.title: str = body.get("title") or (f"The API answered {status}" if status else "Nothing answered")
        self.detail: str = body.get("detail") or self.title
        self.errors: list[dict[str, str]] = body.get("errors") or []
        lines = [f"  {error['pointer']}: {error['detail']}" for error in self.errors]
        super().__init__("\n".join([self.detail, *lines]))

    @property
    def is_passing(self) -> bool:
        """True after a lost connection, a rate limit, or while a part of the server is down."""
        return self.status in PASSING and self.type != QUOTA


def problem_of(response: httpx.Response) -> ParleyProblem:
    """The problem in a response whose body has been read."""
    try:
        body = response.json()
    except ValueError:
        body = {}
    retry_after = seconds_of(response.headers.get("retry-after"))
    return ParleyProblem(response.status_code, body if isinstance(body, dict) else {}, retry_after)


def refused(type: str, detail: str) -> ParleyProblem:
    """A command that was accepted, and refused in its turn."""
    status = {"invalid-request": 422, "not-found": 404}.get(type, 409)
    return ParleyProblem(status, {"type": f"/problems/{type}", "detail": detail})


def unreachable(base_url: str) -> ParleyProblem:
    """The address is wrong, the server is down, or the connection was lost."""
    return ParleyProblem(0, {"detail": f"no Parley answers at {base_url}"})


def misfit(status: int) -> ParleyProblem:
    """The server is of another version than the models."""
    detail = "the response does not fit this version of the client: install that of the server"
    return ParleyProblem(status, {"detail": detail})


def pause_seconds(failures: int, first: float, problem: ParleyProblem | None) -> float:
    """The server's ``Retry-After``, else ``first`` doubled with each failure, plus up to a quarter at random."""
    if problem is not None and problem.retry_after is not None:
        return min(LONGEST_RETRY_AFTER, problem.retry_after)
    doubled: float = min(LONGEST_BACKOFF, first * 2 ** max(0, failures - 1))
    return doubled * (1 + random.random() / 4)


def seconds_of(header: str | None) -> float | None:
    """``Retry-After`` is a number of seconds or a date."""
    if header is None:
        return None
    if re.fullmatch(r"\s*\d+\s*", header):
        return float(header)
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    aware = date if date.tzinfo else date.replace(tzinfo=timezone.utc)
    return max(0.0, (aware - datetime.now(timezone.utc)).total_seconds())
