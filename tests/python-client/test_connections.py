"""Retries and streams, on servers that answer as each test scripts them."""

import asyncio
import json
import time
from email.utils import formatdate

import pytest
from conftest import hang_up, respond

from parley import AsyncParley, Parley, ParleyProblem
from parley._events import Parser
from parley._problem import pause_seconds, seconds_of

PAGE = json.dumps({"items": [], "nextCursor": None}).encode()
STREAM = {"content-type": "text/event-stream"}


def event(id, type="debate.cancelled", **fields):
    return f"id: {id}\nevent: {type}\ndata: {json.dumps({'id': id, 'type': type, 'at': 't', **fields})}\n\n".encode()


ROUND = {"type": "warning.acknowledged", "round": 1, "thresholds": []}


def client(url, **options):
    return Parley(url, retry_seconds=0.001, **options)


def test_a_read_is_repeated_after_what_passes_as_retry_after_says(scripted):
    url, seen = scripted(respond(503, headers={"retry-after": "1"}), respond(429), hang_up, respond(200, PAGE))
    begun = time.monotonic()
    assert client(url).files.list().items == []
    assert time.monotonic() - begun >= 1
    assert len(seen) == 4


def test_asyncio_repeats_too(scripted):
    url, seen = scripted(respond(502), hang_up, respond(200, PAGE))

    async def main():
        async with AsyncParley(url, retry_seconds=0.001) as parley:
            return (await parley.files.list()).next_cursor

    assert asyncio.run(main()) is None
    assert len(seen) == 3


def test_it_gives_up_after_the_retries(scripted):
    url, seen = scripted(*[respond(503, b'{"title":"Unavailable"}')] * 3)
    with pytest.raises(ParleyProblem) as given_up:
        client(url, retries=2).files.list()
    assert (given_up.value.status, given_up.value.detail, len(seen)) == (503, "Unavailable", 3)


def test_all_attempts_of_a_post_share_a_key_and_a_body(scripted):
    url, seen = scripted(hang_up, respond(503), respond(200, b'{"ok":true}'))
    assert client(url, api_key="prl_x").request("POST", "/v1/positions", {"topic": "Ö"}) == {"ok": True}
    keys = {headers["idempotency-key"] for _, _, headers, _ in seen}
    assert len(keys) == 1
    assert {json.loads(body)["topic"] for _, _, _, body in seen} == {"Ö"}
    assert {headers["authorization"] for _, _, headers, _ in seen} == {"Bearer prl_x"}


ACCEPTED = {
    "id": "c1",
    "command": "submitAnswers",
    "status": "waiting",
    "acceptedAt": "2026-11-21T05:12:54.000Z",
    "place": 2,
    "estimateSeconds": 1,
    "links": {"self": "/v1/debates/d/commands/c1"},
}


def command(**fields):
    return json.dumps({**ACCEPTED, **fields}).encode()


def test_a_command_that_waits_in_line_returns_the_debate_in_its_turn(scripted, parley, over):
    debate = parley.request("GET", f"/v1/debates/{over.id}")
    answers = [respond(202, command()), respond(200, command()), respond(200, command(status="carried-out"))]
    url, seen = scripted(*answers, respond(200, json.dumps(debate).encode()))
    assert client(url).answer("d", {"q1": "Yes."}).id == over.id
    paths = [path.removeprefix("/v1/debates/d") for _, path, _, _ in seen]
    assert paths == ["/answers", "/commands/c1", "/commands/c1", ""]


def test_a_command_that_is_refused_in_its_turn_says_why(scripted):
    refusal = {"type": "illegal-transition", "detail": "submitAnswers is not legal while the debate is cancelled"}
    url, _ = scripted(respond(202, command()), respond(200, command(status="refused", refusal=refusal)))
    with pytest.raises(ParleyProblem) as refused:
        client(url).answer("d", {"q1": "Yes."})
    assert (refused.value.status, refused.value.type) == (409, "/problems/illegal-transition")


def test_a_quota_is_not_waited_for(scripted):
    url, seen = scripted(respond(429, b'{"type":"/problems/quota-exceeded"}', {"retry-after": "60"}))
    with pytest.raises(ParleyProblem) as refused:
        client(url).files.list()
    assert (refused.value.retry_after, len(seen)) == (60, 1)


def test_without_a_server_the_status_is_0(scripted):
    with pytest.raises(ParleyProblem) as lost:
        client("http://127.0.0.1:1", retries=0).files.list()
    assert (lost.value.status, lost.value.detail) == (0, "no Parley answers at http://127.0.0.1:1")
    with pytest.raises(ValueError):
        Parley("127.0.0.1:3000")


def test_an_answer_of_another_version_is_a_problem(scripted):
    url, _ = scripted(respond(200, b'{"pages":[]}'))
    with pytest.raises(ParleyProblem, match="version of the client"):
        client(url).files.list()


def test_following_continues_after_the_last_event(scripted):
    url, seen = scripted(
        respond(200, event(1, **ROUND) + event(2, **ROUND), STREAM, declared=9_999),
        hang_up,
        respond(503),
        respond(200, event(2, **ROUND) + event(3, **ROUND), STREAM),
        respond(200, event(4), STREAM),
    )
    events = client(url).events("deb-1", after=0, types=["warning.acknowledged"], deltas=False)
    assert [each.id for each in events] == [1, 2, 3, 4]
    assert [headers["last-event-id"] for _, _, headers, _ in seen] == [None, "2", "2", "2", "3"]
    assert {path for _, path, _, _ in seen} == {"/v1/debates/deb-1/events?types=warning.acknowledged&deltas=false"}


def test_asyncio_continues_too(scripted):
    url, seen = scripted(respond(200, event(7, **ROUND), STREAM), respond(204))

    async def main():
        async with AsyncParley(url, retry_seconds=0.001) as parley:
            return [each.id async for each in parley.events("deb-1", after=6)]

    assert asyncio.run(main()) == [7]
    assert [headers["last-event-id"] for _, _, headers, _ in seen] == ["6", "7"]


def test_a_refused_stream_is_a_problem(scripted):
    url, _ = scripted(respond(404, b'{"type":"/problems/not-found","title":"Not found"}'))
    with pytest.raises(ParleyProblem, match="Not found"):
        list(client(url).events("deb-1"))


def test_an_event_of_an_unknown_type_is_passed_over(scripted):
    url, _ = scripted(respond(200, event(1, "debate.sang") + event(2), STREAM))
    assert [each.id for each in client(url).events("deb-1")] == [2]


def test_the_servers_retry_is_the_pause(scripted):
    url, _ = scripted(respond(200, b"retry: 700\n\n" + event(1, **ROUND), STREAM), respond(200, event(2), STREAM))
    begun = time.monotonic()
    assert len(list(client(url).events("deb-1"))) == 2
    assert time.monotonic() - begun >= 0.7


@pytest.mark.parametrize("size", [1, 2, 3, 5, 1000])
def test_events_are_read_however_their_bytes_are_split(size):
    text = "id: 1\r\ndata: {\"a\":\"ö\u2028\x0b\"}\r\n\r\n: still here\n\nretry: 20\n\ndata:x\rdata: y\r\rdata: cut"
    stream = text.encode()
    parser = Parser()
    chunks = [stream[at : at + size] for at in range(0, len(stream), size)]
    blocks = [block for chunk in chunks for block in parser.feed(chunk)]
    assert blocks == [('{"a":"ö\u2028\x0b"}', None), ("", 20), ("x\ny", None)]


def test_pauses_double_up_to_half_a_minute_unless_the_server_says():
    assert 0.5 <= pause_seconds(1, 0.5, None) <= 0.625
    assert 4 <= pause_seconds(4, 0.5, None) <= 5
    assert 30 <= pause_seconds(40, 0.5, None) <= 37.5
    assert pause_seconds(1, 0.5, ParleyProblem(503, {}, 7.0)) == 7
    assert pause_seconds(1, 0.5, ParleyProblem(503, {}, 9_000.0)) == 120


def test_retry_after_is_seconds_or_a_date():
    assert seconds_of(None) is None
    assert seconds_of("12") == 12
    assert 55 < seconds_of(formatdate(time.time() + 60, usegmt=True)) <= 60
    assert seconds_of(formatdate(time.time() - 60, usegmt=True)) == 0
    assert seconds_of("soon") is None
