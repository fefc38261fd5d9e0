"""Asks a running Parley as OpenAI's package and LiteLLM's do, unmodified: python ask_openai.py URL KEY"""

import asyncio
import json
import sys
import time

import litellm
import openai

url, key = sys.argv[1:]
base = f"{url}/openai/v1"
client = openai.OpenAI(base_url=base, api_key=key, max_retries=0)
MODEL = "parley/quick"
TOPIC = "Should cities ban cars?"


def check(holds, what):
    if not holds:
        sys.exit(f"openai {openai.__version__}: {what}")
    print(f"openai: {what}")


def completions():
    whole = client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": TOPIC}])
    check(whole.choices[0].finish_reason == "stop" and whole.choices[0].message.content, "a completion")
    check(whole.usage.total_tokens == whole.usage.prompt_tokens + whole.usage.completion_tokens, "its usage")
    stream = client.chat.completions.create(
        model=MODEL,
        messages=[{"role": "user", "content": TOPIC}],
        stream=True,
        stream_options={"include_usage": True},
    )
    chunks = list(stream)
    deltas = [choice.delta for chunk in chunks for choice in chunk.choices]
    reasoning = [delta.reasoning_content for delta in deltas if getattr(delta, "reasoning_content", None)]
    check(len(reasoning) >= 4, "a streamed completion has the turns as reasoning")
    check("".join(delta.content or "" for delta in deltas), "and the answer")
    check(chunks[-1].usage.total_tokens > 0, "and the usage")


def responses():
    whole = client.responses.create(model=MODEL, input=TOPIC)
    check(whole.status == "completed" and whole.output_text, "a response")
    with client.responses.stream(model=MODEL, input=TOPIC) as stream:
        events = list(stream)
        final = stream.get_final_response()
    check([event.sequence_number for event in events] == list(range(len(events))), "a streamed response")
    again = client.responses.retrieve(final.id)
    check(again.output_text == final.output_text, "which is read again")
    half = len(events) // 2
    rest = list(client.responses.retrieve(final.id, stream=True, starting_after=half))
    check([event.sequence_number for event in rest] == list(range(half + 1, len(events))), "a stream that is resumed")
    begun = client.responses.create(model=MODEL, input=TOPIC, background=True)
    while (now := client.responses.retrieve(begun.id)).status in ("queued", "in_progress"):
        time.sleep(0.1)
    check(now.status == "completed", "a response in the background, polled")
    begun = client.responses.create(model=MODEL, input=TOPIC, background=True)
    client.responses.cancel(begun.id)
    while (now := client.responses.retrieve(begun.id)).status in ("queued", "in_progress"):
        time.sleep(0.1)
    check(now.status == "cancelled", "a response that is cancelled")
    items = list(client.responses.input_items.list(begun.id))
    check(items[0].content[0].text == TOPIC, "what it was asked")
    client.responses.delete(begun.id)
    refused(lambda: client.responses.retrieve(begun.id), openai.NotFoundError, "a response that is deleted")


SCHEMA = {
    "type": "object",
    "properties": {"ban": {"type": "boolean"}, "why": {"type": "string"}},
    "required": ["ban", "why"],
    "additionalProperties": False,
}


def structured():
    text = {"format": {"type": "json_schema", "name": "ruling", "schema": SCHEMA, "strict": True}}
    answer = json.loads(client.responses.create(model=MODEL, input=TOPIC, text=text).output_text)
    check(isinstance(answer["ban"], bool) and isinstance(answer["why"], str), "structured output")


def refused(ask, error, what):
    try:
        ask()
    except error:
        print(f"openai: {what} is refused")
        return
    sys.exit(f"openai {openai.__version__}: {what} was not refused")


def refusals():
    stranger = openai.OpenAI(base_url=base, api_key="prl_wrong", max_retries=0)
    refused(lambda: stranger.models.list(), openai.AuthenticationError, "a wrong key")
    refused(lambda: client.responses.create(model="gpt-5.5", input=TOPIC), openai.NotFoundError, "an unknown model")
    tools = [{"type": "web_search"}]
    ask = lambda: client.responses.create(model=MODEL, input=TOPIC, tools=tools)
    refused(ask, openai.BadRequestError, "a tool")


async def concurrently():
    async with openai.AsyncOpenAI(base_url=base, api_key=key) as many:
        asked = [many.responses.create(model=MODEL, input=TOPIC, background=True) for _ in range(3)]
        begun = await asyncio.gather(*asked)
    check(len({response.id for response in begun}) == 3, "three that ask the same at once get three debates")


def gateway():
    answer = litellm.completion(
        model=f"openai/{MODEL}", api_base=base, api_key=key, messages=[{"role": "user", "content": TOPIC}]
    )
    check(answer.choices[0].message.content, "LiteLLM's completion")
    chunks = litellm.completion(
        model=f"openai/{MODEL}",
        api_base=base,
        api_key=key,
        messages=[{"role": "user", "content": TOPIC}],
        stream=True,
    )
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
    check(text, "LiteLLM's streamed completion")


check({"parley/quick", "parley/decision"} <= {model.id for model in client.models.list()}, "the presets as models")
completions()
responses()
structured()
refusals()
asyncio.run(concurrently())
gateway()
