"""The methods, on a Parley that runs. Both clients are asked the same."""

import asyncio
import inspect
import time

import pytest
from conftest import DEBATE

from parley import AsyncParley, Parley, ParleyProblem, models

CLARIFYING = {**DEBATE, "clarifications": {"enabled": True}}


def questions_of(parley, id):
    debate = parley.get(id)
    while not isinstance(debate.pending, models.PendingAnswers):
        debate = parley.get(id, wait_seconds=30)
    return debate.pending.questions


def test_both_clients_have_the_same_methods():
    for one, other in [(Parley, AsyncParley), *zip(parts(Parley), parts(AsyncParley))]:
        methods = {name: inspect.signature(method) for name, method in inspect.getmembers(one, inspect.isfunction)}
        awaited = {name: inspect.signature(method) for name, method in inspect.getmembers(other, inspect.isfunction)}
        for name in ("__enter__", "__exit__"):
            methods.pop(name, None)
            awaited.pop(f"__a{name[2:]}", None)
        assert methods.keys() == awaited.keys()
        for name in methods.keys() - {"__init__"}:
            assert list(methods[name].parameters) == list(awaited[name].parameters)


def parts(client):
    it = client("http://127.0.0.1:1")
    return [type(it.experiments), type(it.files), type(it.presets)]


def test_a_debate_ends_with_a_result_and_its_events_come_once_and_in_order(parley):
    debate = parley.create(DEBATE)
    events = list(parley.events(debate.id))
    ids = [event.id for event in events]
    assert ids == sorted(set(ids))
    assert events[0].type == "debate.created"
    assert events[-1].type == "debate.completed"
    ended = parley.wait(debate.id)
    assert (ended.status, ended.result.type) == ("completed", "verdict")
    later = list(parley.events(debate.id, after=ids[-3], deltas=False))
    assert [event.id for event in later] == ids[-2:]
    words = "".join(event.text for event in events if isinstance(event, models.TurnDeltaEvent))
    said = [event.turn.text for event in events if isinstance(event, models.TurnCompletedEvent)]
    assert len(said) == 2
    assert words == "".join(said)


def test_asyncio_follows_and_waits(url):
    async def main():
        async with AsyncParley(url) as parley:
            debate = await parley.create(DEBATE)
            types = [event.type async for event in parley.events(debate.id, types=["turn.completed"])]
            ended = await parley.wait(debate.id, timeout=60)
            page = await parley.list(limit=1)
            return types, ended.status, len(page.items)

    assert asyncio.run(main()) == (["turn.completed", "turn.completed", "debate.completed"], "completed", 1)


def test_two_requests_with_one_key_make_one_debate(parley):
    request = models.DebateRequest(topic="Is chess a sport?", start=False)
    first = parley.create(request, idempotency_key="order-17")
    assert parley.create(request, idempotency_key="order-17").id == first.id
    assert parley.create(request).id != first.id


def test_a_draft_is_started(parley):
    draft = parley.create({**DEBATE, "start": False})
    assert draft.status == "configuring"
    assert parley.validate(draft.id).status == "ready"
    assert parley.start(draft.id, reason="It is time").status not in ("configuring", "ready")
    assert parley.stop(draft.id, mode="abandon").id == draft.id
    assert parley.wait(draft.id, timeout=60).status == "cancelled"


def test_questions_are_answered_or_skipped(parley):
    debate = parley.create(CLARIFYING)
    first, *others = questions_of(parley, debate.id)
    parley.answer(debate.id, {first.id: "As in the Olympics.", **{question.id: None for question in others}})
    answered = next(parley.events(debate.id, types=["clarification.answered"]))
    assert answered.answers[0].answer == "As in the Olympics."
    parley.stop(debate.id, mode="abandon")


def test_wait_gives_up_in_time(parley):
    debate = parley.create(CLARIFYING)
    begun = time.monotonic()
    with pytest.raises(TimeoutError):
        parley.wait(debate.id, timeout=1.5)
    assert 1.4 < time.monotonic() - begun < 5
    parley.stop(debate.id, mode="abandon")


def test_a_debate_pauses_takes_a_remark_and_resumes(parley):
    debate = parley.create({**DEBATE, "maxRounds": 3})
    next(parley.events(debate.id, types=["turn.started"]))
    remark = parley.interject(debate.id, "Please speak of deliveries too.")
    assert remark.text == "Please speak of deliveries too."
    paused = parley.pause(debate.id, when="now", reason="Lunch")
    while paused.status != "paused":
        paused = parley.get(debate.id, wait_seconds=10)
    assert parley.resume(debate.id).status == "running"
    parley.stop(debate.id, mode="abandon")


def test_a_decision_that_nobody_asked_for_is_refused(parley, over):
    with pytest.raises(ParleyProblem) as refused:
        parley.decide(over.id, "dec-1", {"option": "retry"})
    assert refused.value.status in (404, 409)


def test_a_fork_shares_rounds(parley, over):
    estimate = parley.estimate_fork(over.id, after_round=1, changes={"maxRounds": 2})
    assert estimate.likely.calls > 0
    fork = parley.fork(over.id, after_round=1, changes={"maxRounds": 2})
    assert (fork.forked_from.id, fork.max_rounds) == (over.id, 2)
    parley.stop(fork.id, mode="abandon")


def test_transcripts_are_models_or_text(parley, over):
    assert parley.transcript(over.id).debate.id == over.id
    assert parley.report(over.id).startswith("# ")
    assert parley.report(over.id, "html").startswith("<!doctype html>")


def test_estimates_lists_and_presets(parley, over):
    estimates = parley.estimate(DEBATE)
    assert estimates.likely.calls > 0
    assert estimates.problems == []
    page = parley.list(status="completed", limit=1, sort="oldest")
    assert len(page.items) == 1
    assert parley.list(tag=["a", "b"]).items == []
    assert "quick" in [preset.name for preset in parley.presets.list().items]
    assert parley.presets.get("quick@1").version == 1


def test_files_are_uploaded_and_shown_to_speakers(parley):
    file = parley.files.upload("tolls.md", "A toll is a price: 5 €.".encode())
    assert parley.files.get(file.id).name == "tolls.md"
    assert file.id in [each.id for each in parley.files.list().items]
    debate = parley.create({**DEBATE, "start": False, "exhibits": [{"file": file.id}]})
    assert debate.exhibits[0].text == "A toll is a price: 5 €."
    assert parley.files.delete(file.id) is None


def test_experiments_are_created_and_listed(parley):
    question = {"id": "p", "question": "Is 91 prime?", "answers": {"type": "choice", "options": ["yes", "no"]}}
    made = parley.experiments.create(
        {
            "name": "Primes",
            "base": {name: value for name, value in DEBATE.items() if name != "topic"},
            "items": [{**question, "expected": "no"}],
            "arms": [{"name": "alone", "baseline": {"vote": 1}}],
        }
    )
    assert parley.experiments.get(made.id).name == "Primes"
    assert made.id in [each.id for each in parley.experiments.list().items]


def test_any_other_route_is_reached(parley):
    assert "tenant" in parley.request("GET", "/v1/quota")
    assert len(parley.request("GET", "/v1/debates", limit=1)["items"]) == 1


def test_a_problem_says_what_is_wrong(parley):
    with pytest.raises(ParleyProblem) as refused:
        parley.create({"topic": "", "maxRounds": 0})
    problem = refused.value
    assert (problem.status, problem.type) == (422, "/problems/invalid-request")
    assert [error["pointer"] for error in problem.errors] == ["/topic", "/maxRounds"]
    assert "/maxRounds: " in str(problem)
    with pytest.raises(ParleyProblem) as missing:
        parley.get("deb-20260101-000000-AAAAAA")
    assert (missing.value.status, missing.value.is_passing) == (404, False)
