import { expect, test } from "vitest";
import { createClient, type EventOptions } from "../../../api/client/index.ts";
import { type Handler, hangUp, refuse, scripted } from "../../support/models/scripted-server.ts";

const event = (id: number, type: string) =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ id, type, at: "t" })}\n\n`;
const stream =
  (text: string, cut = false): Handler =>
  (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(text, () => (cut ? response.destroy() : response.end()));
  };
const open =
  (text: string): Handler =>
  (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(text);
  };
const nothingMore: Handler = (_, response) => response.writeHead(204).end();

async function follow(baseUrl: string, options: EventOptions = {}): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of createClient({ baseUrl, retryMs: 1 }).events("deb-1", options)) ids.push(id);
  return ids;
}

test("following ends after the terminal event", async () => {
  const { url, seen } = await scripted(open(event(1, "debate.created") + event(2, "debate.completed")));
  expect(await follow(url)).toEqual([1, 2]);
  expect(seen[0]?.headers["last-event-id"]).toBeUndefined();
});

test("it goes on exactly after the last event when the line breaks or the stream is closed", async () => {
  const { url, seen } = await scripted(
    stream(event(1, "debate.created") + event(2, "round.started"), true),
    stream(event(3, "round.completed")),
    stream(event(4, "debate.cancelled")),
  );
  expect(await follow(url)).toEqual([1, 2, 3, 4]);
  expect(seen.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "2", "3"]);
});

test("an event that was cut in the middle is dropped and comes again", async () => {
  const whole = event(2, "debate.completed");
  const { url } = await scripted(stream(event(1, "debate.created") + whole.slice(0, 20), true), stream(whole));
  expect(await follow(url)).toEqual([1, 2]);
});

test("an id that the server sends again is not handed on again", async () => {
  const { url } = await scripted(
    stream(event(1, "debate.created") + event(2, "round.started")),
    stream(event(1, "debate.created") + event(2, "round.started") + event(3, "debate.completed")),
  );
  expect(await follow(url)).toEqual([1, 2, 3]);
});

test("a server that restarts is outlived, whether it refuses or is not there", async () => {
  const { url } = await scripted(refuse(503, { title: "Unavailable" }), hangUp, stream(event(1, "debate.completed")));
  expect(await follow(url)).toEqual([1]);
});

test("a 204 ends it: the reader has everything", async () => {
  const { url, seen } = await scripted(nothingMore);
  expect(await follow(url, { after: 7 })).toEqual([]);
  expect(seen[0]?.headers["last-event-id"]).toBe("7");
});

test("the filter goes with every connection, and the place from the second on is the last id", async () => {
  const { url, seen } = await scripted(stream(event(5, "round.started")), stream(event(9, "debate.completed")));
  expect(await follow(url, { after: 3, types: ["round.started", "turn.completed"], deltas: false })).toEqual([5, 9]);
  const address = "/v1/debates/deb-1/events?types=round.started%2Cturn.completed&deltas=false";
  expect(seen.map((request) => request.url)).toEqual([address, address]);
  expect(seen.map(({ headers }) => headers["last-event-id"])).toEqual(["3", "5"]);
});

test("the server's retry is the pause before the next connection", async () => {
  const times: number[] = [];
  const timed =
    (handler: Handler): Handler =>
    (request, response) => {
      times.push(performance.now());
      handler(request, response);
    };
  const { url } = await scripted(
    timed(stream(`retry: 300\n\n${event(1, "debate.created")}`)),
    timed(stream(event(2, "debate.completed"))),
  );
  expect(await follow(url)).toEqual([1, 2]);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(290);
});

test("it gives up at once on a debate that is not there", async () => {
  const { url } = await scripted(refuse(404, { detail: "no such debate" }));
  await expect(follow(url)).rejects.toMatchObject({ name: "ParleyProblem", status: 404, detail: "no such debate" });
});

test("it stops when it is told to, with the reason it was told", async () => {
  const { url } = await scripted(open(event(1, "debate.created")));
  const told = new AbortController();
  const events = createClient({ baseUrl: url }).events("deb-1", { signal: told.signal });
  await events.next();
  const next = events.next();
  told.abort(new Error("enough"));
  await expect(next).rejects.toThrow("enough");
});

test("who leaves the loop leaves the line", async () => {
  const left = Promise.withResolvers<void>();
  const { url } = await scripted((request, response) => {
    response.once("close", () => left.resolve());
    open(event(1, "debate.created"))(request, response);
  });
  for await (const { id } of createClient({ baseUrl: url }).events("deb-1")) {
    expect(id).toBe(1);
    break;
  }
  await left.promise;
});

test("a server may end its streams as often as it likes while nothing happens, when it invites to come back", async () => {
  const quiet = stream("retry: 1\n\n: still here\n\nretry: 1\n\n");
  const { url, seen } = await scripted(
    stream(event(1, "debate.created")),
    ...Array.from({ length: 40 }, () => quiet),
    stream(event(2, "debate.completed")),
  );
  expect(await follow(url)).toEqual([1, 2]);
  expect(seen).toHaveLength(42);
});
