import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { ApiError, createClient, isHealthy, Unreachable, type WireEvent } from "../../infra/cli/client.ts";
import { parseEvents } from "../../infra/cli/sse.ts";
import { freePort } from "../../infra/local/ports.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that answers one request after another as scripted; one more than that is an error. */
async function scripted(...answers: Handler[]): Promise<{ url: string; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    const answer = answers[seen.length - 1];
    if (!answer) throw new Error(`unexpected request ${request.url}`);
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const event = (id: number, type: string) =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ id, type, at: "t" })}\n\n`;
const stream =
  (text: string, cut = false): Handler =>
  (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(text, () => (cut ? response.destroy() : response.end()));
  };
const refuse =
  (status: number, problem: object): Handler =>
  (_, response) =>
    response.writeHead(status, { "content-type": "application/problem+json" }).end(JSON.stringify(problem));

async function follow(url: string): Promise<number[]> {
  const ids: number[] = [];
  const events: AsyncIterable<WireEvent> = createClient(url, { retryMs: 1 }).events(
    "deb-1",
    new AbortController().signal,
  );
  for await (const { id } of events) ids.push(id);
  return ids;
}

describe("following a debate", () => {
  test("ends after the terminal event", async () => {
    const { url, seen } = await scripted(stream(event(1, "debate.created") + event(2, "debate.completed")));
    expect(await follow(url)).toEqual([1, 2]);
    expect(seen[0]?.headers["last-event-id"]).toBeUndefined();
  });

  test("goes on exactly after the last event when the line breaks or the stream is closed", async () => {
    const { url, seen } = await scripted(
      stream(event(1, "debate.created") + event(2, "round.started"), true),
      stream(event(3, "round.completed")),
      stream(event(4, "debate.cancelled")),
    );
    expect(await follow(url)).toEqual([1, 2, 3, 4]);
    expect(seen.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "2", "3"]);
  });

  test("drops an event that was cut in the middle and gets it again", async () => {
    const whole = event(2, "debate.completed");
    const { url } = await scripted(stream(event(1, "debate.created") + whole.slice(0, 20), true), stream(whole));
    expect(await follow(url)).toEqual([1, 2]);
  });

  test("outlives a server that restarts", async () => {
    const { url } = await scripted(refuse(503, { title: "Unavailable" }), stream(event(1, "debate.completed")));
    expect(await follow(url)).toEqual([1]);
  });

  test("gives up at once on a debate that is not there", async () => {
    const { url } = await scripted(refuse(404, { detail: "no such debate" }));
    await expect(follow(url)).rejects.toThrow("no such debate");
  });

  test("stops when it is told to", async () => {
    const { url } = await scripted((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(event(1, "debate.created"));
    });
    const told = new AbortController();
    const events = createClient(url).events("deb-1", told.signal);
    await events.next();
    const next = events.next();
    told.abort(new Error("enough"));
    await expect(next).rejects.toThrow("enough");
  });
});

test("a refusal names every fault with its pointer", async () => {
  const errors = [{ pointer: "/participants/0/model", detail: "no key for OpenAI" }];
  const { url } = await scripted(refuse(422, { title: "Invalid request", detail: "1 fault", errors }));
  const creation = createClient(url).createDebate({ topic: "t", participants: [] });
  await expect(creation).rejects.toThrow("1 fault\n  /participants/0/model: no key for OpenAI");
  await expect(creation).rejects.toBeInstanceOf(ApiError);
});

test("an address where nothing listens is named", async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  await expect(createClient(url).getDebate("deb-1")).rejects.toThrow(Unreachable);
  expect(await isHealthy(url)).toBe(false);
});

describe("server-sent events", () => {
  async function parse(...chunks: string[]) {
    const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk));
    return Array.fromAsync(parseEvents(ReadableStream.from(bytes) as ReadableStream<Uint8Array>));
  }

  test("are the same whatever way their bytes are cut", async () => {
    const text = ": comment\nretry: 1000\n\nid: 1\nevent: turn.delta\ndata: één\ndata: twee\n\ndata: x\r\n\r\n";
    const whole = await parse(text);
    expect(whole).toEqual([
      { id: "1", event: "turn.delta", data: "één\ntwee" },
      { id: null, event: "message", data: "x" },
    ]);
    expect(await parse(...Array.from(text))).toEqual(whole);
  });

  test("without their final blank line are not yet events", async () => {
    expect(await parse("data: half\n")).toEqual([]);
  });
});
