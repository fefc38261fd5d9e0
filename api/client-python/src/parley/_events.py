"""Server-sent events (HTML standard), and the place of a reader in a log. Reads and waits for nothing itself."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import TypeAdapter, ValidationError

from . import models
from ._problem import ParleyProblem, misfit, pause_seconds, unreachable

TERMINAL = {"debate.completed", "debate.failed", "debate.cancelled"}
#: Statuses of a debate that is over.
OVER = {"completed", "failed", "cancelled"}
#: Connections in a row without an event: about eight minutes with their pauses.
MOST_FAILURES = 20
#: The server sends something at least so often. A connection that is silent three times as long is dead.
HEARTBEAT_SECONDS = 15.0
SILENCE_SECONDS = 45.0
#: Seconds of one read after the last event. The stored state follows it.
READ_SECONDS = 10

EVENT: TypeAdapter[models.Event] = TypeAdapter(models.Event)
RECORD: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])
LINE_BREAK = re.compile(r"\r\n|\n|\r")


class Parser:
    """Yields ``(data, retry)`` of each block, however the bytes were split."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._data: list[str] = []
        self._retry: int | None = None

    def feed(self, chunk: bytes) -> Iterator[tuple[str, int | None]]:
        text = self._rest + self._decoder.decode(chunk)
        # A carriage return at the very end may be half of a line break.
        whole = text[:-1] if text.endswith("\r") else text
        *lines, rest = LINE_BREAK.split(whole)
        self._rest = rest + text[len(whole) :]
        for line in lines:
            if line:
                self._add(line)
            elif self._data or self._retry is not None:
                yield "\n".join(self._data), self._retry
                self._data, self._retry = [], None

    def _add(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "retry" and re.fullmatch(r"[0-9]{1,9}", value):
            self._retry = int(value)


class Following:
    """Every event once and in order, across connections."""

    def __init__(
        self, base_url: str, after: int, types: Sequence[str] | None, deltas: bool, retry_seconds: float
    ) -> None:
        self._base_url = base_url
        self._last = after
        self._retry_seconds = retry_seconds
        self._failures = 0
        self.is_over = False
        self.query = {**({"types": ",".join(types)} if types else {}), **({} if deltas else {"deltas": "false"})}

    def begin(self) -> dict[str, str]:
        """Headers of the next connection."""
        self._parser = Parser()
        self._before = self._last
        self._invitations = 0
        place = {"last-event-id": str(self._last)} if self._last > 0 else {}
        return {"accept": "text/event-stream", **place}

    def read(self, chunk: bytes) -> Iterator[models.Event]:
        for data, retry in self._parser.feed(chunk):
            if retry is not None:
                self._retry_seconds = retry / 1000
                self._invitations += 1
            record = RECORD.validate_json(data) if data else {"id": 0}
            if record["id"] <= self._last:
                continue
            self._last = record["id"]
            self.is_over = record["type"] in TERMINAL
            try:
                event = EVENT.validate_python(record)
            except ValidationError as cause:
                # A newer server has types of events that this version does not know.
                if cause.errors()[0]["type"] == "union_tag_invalid":
                    continue
                raise misfit(200) from cause
            yield event

    def pause(self, problem: ParleyProblem | None) -> float:
        """Seconds before the next connection. Raises the problem after too many failures."""
        # A server that ends a stream on purpose repeats `retry`.
        is_farewell = problem is None and self._invitations > 1
        if self._last > self._before or is_farewell:
            self._failures = 0
        if self._failures >= MOST_FAILURES:
            raise problem or unreachable(self._base_url)
        self._failures += 1
        return pause_seconds(self._failures, self._retry_seconds, problem)
