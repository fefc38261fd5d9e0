"""The client of Parley's HTTP API. Written by `npm run python-client` from `_async_client.py`."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

import httpx

from . import _call as calls
from . import models
from ._call import Body, Call, at
from ._events import HEARTBEAT_SECONDS, OVER, READ_SECONDS, SILENCE_SECONDS, Following
from ._problem import ParleyProblem, pause_seconds, problem_of, refused, unreachable

T = TypeVar("T")


class Parley:
    """Every method raises ``ParleyProblem``. GETs and POSTs are retried after 429 (not of a quota), 503 and lost connections.

    Bodies are models of ``parley.models``, or mappings with the names of the API, such as ``maxRounds``.
    """

    def __init__(
        self,
        base_url: str = "http://127.0.0.1:3000",
        api_key: str | None = None,
        *,
        retries: int = 4,
        retry_seconds: float = 0.5,
        timeout: float = 90.0,
        http: httpx.Client | None = None,
    ) -> None:
        """``timeout``: seconds of one read. ``http``: instead of a client of its own, for proxies and certificates."""
        self._base_url = calls.address_of(base_url)
        self._api_key = api_key
        self._retries = retries
        self._retry_seconds = retry_seconds
        self._http = http or httpx.Client(timeout=timeout)
        self._is_own = http is None
        self.experiments = Experiments(self)
        self.files = Files(self)
        self.presets = Presets(self)

    def __enter__(self) -> Parley:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._is_own:
            self._http.close()

    def create(
        self, request: Body, *, idempotency_key: str | None = None, wait_seconds: int | None = None
    ) -> models.Debate:
        """Two calls with one key create one debate. ``wait_seconds``: wait so long (at most 60) for its end."""
        return self.send(calls.creation(request, idempotency_key, wait_seconds, models.Debate))

    def get(self, id: str, *, wait_seconds: int | None = None) -> models.Debate:
        """Waits up to ``wait_seconds`` (at most 60) until the debate changes or is over."""
        return self.send(calls.get(at("debates", id), models.Debate, wait=wait_seconds))

    def list(
        self,
        *,
        q: str | None = None,
        status: str | None = None,
        format: str | None = None,
        tag: str | Sequence[str] | None = None,
        sort: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.DebateList:
        """One page, newest first. ``cursor``: ``next_cursor`` of the page before."""
        query = {"q": q, "status": status, "format": format, "tag": tag, "sort": sort, "limit": limit, "cursor": cursor}
        return self.send(calls.get(at("debates"), models.DebateList, **query))

    def estimate(self, request: Body) -> models.Estimates:
        """Calls, tokens and cost. Starts nothing and spends nothing. With ``problems`` the figures are None."""
        return self.send(calls.post(at("estimates"), models.Estimates, request))

    def answer(self, id: str, answers: Mapping[str, str | None]) -> models.Debate:
        """Answers by the ids of their questions; None skips a question."""
        given = [{"questionId": question, "answer": answer} for question, answer in answers.items()]
        return self._command(id, at("debates", id, "answers"), {"answers": given})

    def decide(self, id: str, decision_id: str, choice: Body) -> models.Debate:
        """``choice``: ``{"option": "retry"}``, with ``params`` where the option has some."""
        return self._command(id, at("debates", id, "decisions", decision_id), choice)

    def interject(self, id: str, text: str, *, to: str | None = None) -> models.Turn:
        """Says something to the participants, from their next turns on; ``to``: the id of the only one who reads it."""
        return self.send(calls.command(id, "interjections", {"text": text, "to": to}, models.Turn))

    def validate(self, id: str, *, live: bool | None = None) -> models.Debate:
        """Checks a draft, so that it can start; ``live``: each model is asked whether it answers."""
        return self.send(calls.command(id, "validate", {"live": live}, models.Debate))

    def start(self, id: str, *, reason: str | None = None) -> models.Debate:
        """Starts a checked draft. This and each command below returns the debate after it; 409 if it is not legal now.

        Where thousands come at once, that takes as long as those before it.
        """
        return self._command(id, at("debates", id, "start"), calls.query_of({"reason": reason}))

    def pause(self, id: str, *, when: str | None = None, reason: str | None = None) -> models.Debate:
        """Lets the turn in flight finish; ``when="now"`` cancels it."""
        return self.send(calls.command(id, "pause", {"when": when, "reason": reason}, models.Debate))

    def resume(self, id: str, *, reason: str | None = None) -> models.Debate:
        return self._command(id, at("debates", id, "resume"), calls.query_of({"reason": reason}))

    def stop(self, id: str, *, mode: str | None = None, reason: str | None = None) -> models.Debate:
        """The judge rules on what was said; ``mode="abandon"`` cancels the debate."""
        return self.send(calls.command(id, "stop", {"mode": mode, "reason": reason}, models.Debate))

    def fork(self, id: str, *, after_round: int, changes: Mapping[str, Any] | None = None) -> models.Debate:
        """A new debate that shares all rounds up to ``after_round``, with changes to its request (RFC 7396)."""
        return self.send(
            calls.command(id, "fork", {"afterRound": after_round, "changes": changes}, models.Debate)
        )

    def estimate_fork(
        self, id: str, *, after_round: int, changes: Mapping[str, Any] | None = None
    ) -> models.Estimates:
        """What the fork would buy beyond the rounds that it takes over. Starts nothing and spends nothing."""
        body = {"afterRound": after_round, "changes": changes or {}}
        return self.send(calls.post(at("debates", id, "fork", "estimates"), models.Estimates, body))

    def transcript(self, id: str) -> models.TranscriptExport:
        return self.send(calls.get(at("debates", id, "transcript"), models.TranscriptExport))

    def report(self, id: str, media: str = "markdown") -> str:
        """The transcript to read: ``markdown`` or ``html``."""
        return self.send(calls.report(id, media))

    def events(
        self, id: str, *, after: int = 0, types: Sequence[str] | None = None, deltas: bool = True
    ) -> Iterator[models.Event]:
        """Every event once and in order, to the terminal one, across lost connections and restarts.

        ``after``: begin after this id. ``types``: only these, and always the terminal event. ``deltas=False`` omits
        chunks of text.
        """
        return self._follow(id, self._following(after, types, deltas), None)

    def wait(self, id: str, *, timeout: float | None = None) -> models.Debate:
        """The debate when it is over, with any ``status`` and ``result``; also while it waits for its owner.

        Raises ``TimeoutError`` after ``timeout`` seconds.
        """
        until = None if timeout is None else time.monotonic() + timeout
        debate = self.get(id)
        if debate.status not in OVER:
            for _ in self._follow(id, self._following(0, ["debate.completed"], True), until):
                pass
        while debate.status not in OVER:
            debate = self.get(id, wait_seconds=math.ceil(min(READ_SECONDS, left(until))))
        return debate

    def request(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """Any other route, answered as JSON: ``parley.request("POST", "/v1/positions", {...})``."""
        call: Call[Any] = Call(method, path, calls.JSON, query=query, body=body)
        return self.send(call)

    def _command(self, id: str, path: str, body: Body) -> models.Debate:
        """The debate once the command was carried out, also where it was accepted to be carried out in its turn."""
        answer: models.Debate | models.AcceptedCommand
        answer = self.send(calls.Call("POST", path, calls.ANSWER, body=body))
        while isinstance(answer, models.AcceptedCommand):
            if answer.status == "carried-out":
                return self.get(id)
            if answer.refusal:
                raise refused(answer.refusal.type, answer.refusal.detail)
            time.sleep(calls.look_again(answer.estimate_seconds))
            answer = self.send(calls.get(at("debates", id, "commands", answer.id), models.AcceptedCommand))
        return answer

    def send(self, call: Call[T]) -> T:
        failures = 0
        while True:
            try:
                return call.read(self._once(call))
            except ParleyProblem as problem:
                failures += 1
                if failures > self._retries or not problem.is_passing or not call.is_repeatable:
                    raise
                time.sleep(pause_seconds(failures, self._retry_seconds, problem))

    def _once(self, call: Call[Any]) -> httpx.Response:
        try:
            return self._http.request(call.method, self._base_url + call.path, **call.arguments(self._api_key))
        except httpx.RequestError as cause:
            raise unreachable(self._base_url) from cause

    def _following(self, after: int, types: Sequence[str] | None, deltas: bool) -> Following:
        return Following(self._base_url, after, types, deltas, self._retry_seconds)

    def _follow(self, id: str, following: Following, until: float | None) -> Iterator[models.Event]:
        """Returns early when the rest of the time is short."""
        while left(until) > HEARTBEAT_SECONDS:
            problem = None
            try:
                with self._open(id, following, until) as response:
                    if response.status_code == 204:
                        return
                    if not response.is_success:
                        response.read()
                        raise problem_of(response)
                    for chunk in response.iter_bytes():
                        for event in following.read(chunk):
                            yield event
                        if following.is_over or left(until) <= HEARTBEAT_SECONDS:
                            return
            except httpx.RequestError as cause:
                problem = unreachable(self._base_url)
                problem.__cause__ = cause
            except ParleyProblem as lost:
                if not lost.is_passing:
                    raise
                problem = lost
            time.sleep(min(following.pause(problem), left(until)))

    def _open(self, id: str, following: Following, until: float | None) -> Any:
        return self._http.stream(
            "GET",
            self._base_url + at("debates", id, "events"),
            params=following.query,
            headers={**calls.authorization(self._api_key), **following.begin()},
            timeout=min(SILENCE_SECONDS, left(until)),
        )


def left(until: float | None) -> float:
    """Seconds up to then. Raises ``TimeoutError`` if there are none."""
    seconds = math.inf if until is None else until - time.monotonic()
    if seconds <= 0:
        raise TimeoutError("the debate is not over yet")
    return seconds


class Experiments:
    def __init__(self, parley: Parley) -> None:
        self._parley = parley

    def create(self, request: Body) -> models.Experiment:
        return self._parley.send(calls.post(at("experiments"), models.Experiment, request))

    def get(self, id: str) -> models.Experiment:
        """Its progress, and its figures so far."""
        return self._parley.send(calls.get(at("experiments", id), models.Experiment))

    def list(self, *, limit: int | None = None, cursor: str | None = None) -> models.ExperimentList:
        """One page, newest first."""
        return self._parley.send(calls.get(at("experiments"), models.ExperimentList, limit=limit, cursor=cursor))


class Files:
    def __init__(self, parley: Parley) -> None:
        self._parley = parley

    def upload(self, name: str, data: bytes) -> models.File:
        """Hands in a file of at most 20 MiB; its name may say what it is, as in ``notes.md``."""
        return self._parley.send(calls.upload(name, data, models.File))

    def get(self, id: str) -> models.File:
        return self._parley.send(calls.get(at("files", id), models.File))

    def list(self, *, limit: int | None = None, cursor: str | None = None) -> models.FileList:
        """One page, newest first."""
        return self._parley.send(calls.get(at("files"), models.FileList, limit=limit, cursor=cursor))

    def delete(self, id: str) -> None:
        self._parley.send(calls.delete(at("files", id)))


class Presets:
    def __init__(self, parley: Parley) -> None:
        self._parley = parley

    def get(self, reference: str) -> models.Preset:
        """``decision``: the newest version; ``decision@3``: the third."""
        return self._parley.send(calls.get(at("presets", reference), models.Preset))

    def list(self, *, limit: int | None = None, cursor: str | None = None) -> models.PresetList:
        """One page of newest versions, the built-in ones first."""
        return self._parley.send(calls.get(at("presets"), models.PresetList, limit=limit, cursor=cursor))
