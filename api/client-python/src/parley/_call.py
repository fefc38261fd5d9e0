"""Requests as data: both clients send the same ones."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, TypeVar, Union
from urllib.parse import quote

import httpx
from pydantic import BaseModel, TypeAdapter, ValidationError

from . import models
from ._problem import misfit, problem_of

T = TypeVar("T")
#: The body of a request: a model of ``parley.models``, or a mapping with the names of the API, such as ``maxRounds``.
Body = Union[BaseModel, Mapping[str, Any]]

REPEATABLE = {"GET", "PUT", "DELETE"}
#: An answer that is JSON of any kind, or empty.
JSON: Any = object
ANYTHING: TypeAdapter[Any] = TypeAdapter(Any)
#: What a command answers: the second where very many come at once.
ANSWER: Any = Union[models.Debate, models.AcceptedCommand]


@dataclass
class Call(Generic[T]):
    method: str
    path: str
    #: What the response is read as: a model; ``str`` for text; ``JSON``.
    answer: type[T]
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    content: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # All attempts share this key, so a retry does not act twice.
        if self.method == "POST":
            self.headers.setdefault("idempotency-key", uuid.uuid4().hex)

    @property
    def is_repeatable(self) -> bool:
        return self.method in REPEATABLE or "idempotency-key" in self.headers

    def arguments(self, api_key: str | None) -> dict[str, Any]:
        """For ``httpx.Client.request``."""
        headers = {"accept": "application/json", **authorization(api_key), **self.headers}
        content = self.content
        if content is not None:
            headers["content-type"] = "application/octet-stream"
        elif self.body is not None:
            headers["content-type"] = "application/json"
            content = ANYTHING.dump_json(self.body, by_alias=True, exclude_unset=True)
        return {"params": query_of(self.query), "content": content, "headers": headers}

    def read(self, response: httpx.Response) -> T:
        """Raises ``ParleyProblem`` for a response that is no success, or that this version cannot read."""
        if not response.is_success:
            raise problem_of(response)
        if self.answer is str:
            return response.text  # type: ignore[return-value]
        try:
            answer: T = adapter(self.answer).validate_json(response.content or b"null")
            return answer
        except ValidationError as cause:
            raise misfit(response.status_code) from cause


#: What reads an answer of a type; making one takes longer than reading.
adapter: Callable[[Any], TypeAdapter[Any]] = lru_cache(maxsize=None)(TypeAdapter)


def authorization(api_key: str | None) -> dict[str, str]:
    return {"authorization": f"Bearer {api_key}"} if api_key else {}


def query_of(query: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in query.items() if value is not None}


def address_of(base_url: str) -> str:
    if not re.match(r"https?://[^/]", base_url):
        raise ValueError("base_url must be an http or https address")
    return base_url.rstrip("/")


def at(*parts: str) -> str:
    """``at("debates", id, "events")`` is ``/v1/debates/ID/events``."""
    return "/v1/" + "/".join(quote(part, safe="@") for part in parts)


def get(path: str, answer: type[T], **query: Any) -> Call[T]:
    return Call("GET", path, answer, query=query)


def post(path: str, answer: type[T], body: Any = None) -> Call[T]:
    return Call("POST", path, answer, body=body)


def delete(path: str) -> Call[Any]:
    return Call("DELETE", path, JSON)


def command(id: str, name: str, body: Mapping[str, Any], answer: type[T]) -> Call[T]:
    return post(at("debates", id, name), answer, query_of(body))


def look_again(estimate_seconds: int | None) -> float:
    """Seconds until another look at a command that waits: a tenth of what is left."""
    return min(30.0, max(0.5, (estimate_seconds or 0) / 10))


def creation(request: Body, idempotency_key: str | None, wait_seconds: int | None, answer: type[T]) -> Call[T]:
    headers = {"idempotency-key": idempotency_key, "prefer": wait_seconds and f"wait={wait_seconds}"}
    return Call("POST", at("debates"), answer, body=request, headers=query_of(headers))


def report(id: str, media: str) -> Call[str]:
    return Call("GET", at("debates", id, "transcript"), str, headers={"accept": f"text/{media}"})


def upload(name: str, data: bytes, answer: type[T]) -> Call[T]:
    return Call("POST", at("files"), answer, query={"name": name}, content=data)
