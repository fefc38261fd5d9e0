import { expect, expectTypeOf, test } from "vitest";
import type { z } from "zod";
import type { DebateSummary as Summary } from "../../../api/base/debate-list.ts";
import type { ModelCatalogue } from "../../../api/base/model-catalogue.ts";
import {
  createClient,
  type DebateSummary,
  type ModelList,
  ParleyProblem,
  type TranscriptExport,
} from "../../../api/client/index.ts";
import { freePort } from "../../../infra/base/ports.infra-base.ts";
import { answersAt } from "../../../infra/local/register.ts";
import { hangUp, json, refuse, scripted } from "../../support/models/scripted-server.ts";

const REQUEST = { topic: "t", participants: [] };
const clientOf = (baseUrl: string, more: object = {}) => createClient({ baseUrl, retryMs: 1, ...more });

test("a create carries a key of its own, the same with every try", async () => {
  const { url, seen } = await scripted(hangUp, refuse(503, {}, { "retry-after": "0" }), json({ id: "deb-1" }, 201));
  expect(await clientOf(url).create(REQUEST)).toEqual({ id: "deb-1" });
  const keys = seen.map(({ headers }) => headers["idempotency-key"]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(keys).size).toBe(1);
  expect(seen.map(({ body }) => JSON.parse(body))).toEqual([REQUEST, REQUEST, REQUEST]);
});

test("two creates have two keys, and one that is given is kept", async () => {
  const { url, seen } = await scripted(json({}), json({}), json({}));
  const client = clientOf(url);
  await client.create(REQUEST);
  await client.create(REQUEST);
  await client.create(REQUEST, { idempotencyKey: "mine", waitSeconds: 5 });
  const [first, second, third] = seen.map(({ headers }) => headers["idempotency-key"]);
  expect(first).not.toBe(second);
  expect(third).toBe("mine");
  expect(seen.map(({ headers }) => headers["prefer"])).toEqual([undefined, undefined, "wait=5"]);
});

test("the API key goes along as a bearer token, and only when there is one", async () => {
  const { url, seen } = await scripted(json({}), json({}));
  await clientOf(url, { apiKey: "prl_a_b" }).get("deb-1");
  await clientOf(url).get("deb-1");
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer prl_a_b", undefined]);
});

test("Retry-After is waited for", async () => {
  const { url } = await scripted(refuse(429, {}, { "retry-after": "1" }), json({ id: "deb-1" }));
  const began = performance.now();
  await clientOf(url).get("deb-1");
  expect(performance.now() - began).toBeGreaterThanOrEqual(990);
});

test("after so many tries as are allowed the problem is thrown", async () => {
  const { url, seen } = await scripted(refuse(503, {}), refuse(503, {}), refuse(503, { detail: "no worker" }));
  await expect(clientOf(url, { retries: 2 }).get("deb-1")).rejects.toMatchObject({ status: 503, detail: "no worker" });
  expect(seen).toHaveLength(3);
});

test("a refusal is told at once, with everything that the problem says", async () => {
  const errors = [{ pointer: "/participants/0/model", detail: "no key for OpenAI" }];
  const told = { type: "/problems/invalid-request", title: "Invalid", detail: "1 fault", errors };
  const body = { ...told, requestId: "r" };
  const { url } = await scripted(refuse(422, body));
  const problem = await clientOf(url)
    .create(REQUEST)
    .catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(ParleyProblem);
  expect(problem).toMatchObject({ ...told, status: 422, retryAfter: null, body });
  expect(String(problem)).toContain("1 fault\n  /participants/0/model: no key for OpenAI");
});

test("a refusal without a problem document still has a title", async () => {
  const { url } = await scripted((_, response) => response.writeHead(413).end("<html>too large</html>"));
  await expect(clientOf(url).get("deb-1")).rejects.toMatchObject({
    status: 413,
    type: "about:blank",
    message: "The API answered 413",
  });
});

test("an address where nothing listens is named, with status 0", async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const get = clientOf(url, { retries: 1 }).get("deb-1");
  await expect(get).rejects.toMatchObject({ status: 0, message: `no Parley answers at ${url}` });
  expect(await answersAt(url)).toBe(false);
});

test("an address that is none is refused before anything is asked", () => {
  expect(() => createClient({ baseUrl: "localhost:3000" })).toThrow("http or https");
});

test("every method asks what the API's reference says", async () => {
  const answers = Array.from({ length: 23 }, () => json({ id: "deb-1" }));
  const { url, seen } = await scripted(...answers);
  const client = clientOf(`${url}/`);
  for (const command of ["validate", "start", "pause", "resume", "retry"] as const) await client[command]("deb/1");
  await client.stop("deb-1", { mode: "abandon", reason: "enough" });
  await client.answer("deb-1", [{ questionId: "q1", answer: "Yes." }]);
  await client.decide("deb-1", "d1", { option: "continue", params: { maxCostUsd: 5 } });
  await client.rate("deb-1", { rating: 4, comment: "Fair." });
  await client.reportOutcome("deb-1", { outcome: "wrong", note: "It rained." });
  await client.ratings({ limit: 50 });
  await client.levels();
  await client.calibration({ right: 95 });
  await client.get("deb-1", { waitSeconds: 30 });
  await client.estimate(REQUEST);
  await client.request({ method: "POST", path: "/v1/positions", body: REQUEST });
  await client.interject("deb-1", { text: "Mind the costs.", to: "p2" });
  await client.fork("deb-1", { afterRound: 1, changes: { maxRounds: 3 } });
  await client.twin("deb-1");
  await client.compare("deb-1", "deb/2");
  await client.related("deb/1", { limit: 3 });
  await client.import({ turns: [] } as unknown as TranscriptExport);
  await client.delete("deb-1");
  expect(seen.map(({ method, url: path, body }) => [`${method} ${path}`, body && JSON.parse(body)])).toEqual([
    ["POST /v1/debates/deb%2F1/validate", {}],
    ["POST /v1/debates/deb%2F1/start", {}],
    ["POST /v1/debates/deb%2F1/pause", {}],
    ["POST /v1/debates/deb%2F1/resume", {}],
    ["POST /v1/debates/deb%2F1/retry", {}],
    ["POST /v1/debates/deb-1/stop", { mode: "abandon", reason: "enough" }],
    ["POST /v1/debates/deb-1/answers", { answers: [{ questionId: "q1", answer: "Yes." }] }],
    ["POST /v1/debates/deb-1/decisions/d1", { option: "continue", params: { maxCostUsd: 5 } }],
    ["PUT /v1/debates/deb-1/rating", { rating: 4, comment: "Fair." }],
    ["PUT /v1/debates/deb-1/outcome", { outcome: "wrong", note: "It rained." }],
    ["GET /v1/ratings?limit=50", ""],
    ["GET /v1/ratings/levels", ""],
    ["GET /v1/ratings/calibration?right=95", ""],
    ["GET /v1/debates/deb-1?wait=30", ""],
    ["POST /v1/estimates", REQUEST],
    ["POST /v1/positions", REQUEST],
    ["POST /v1/debates/deb-1/interjections", { text: "Mind the costs.", to: "p2" }],
    ["POST /v1/debates/deb-1/fork", { afterRound: 1, changes: { maxRounds: 3 } }],
    ["POST /v1/debates/deb-1/twin", ""],
    ["GET /v1/debates/deb-1/compare/deb%2F2", ""],
    ["GET /v1/debates/deb%2F1/related?limit=3", ""],
    ["POST /v1/debates/import", { turns: [] }],
    ["DELETE /v1/debates/deb-1", ""],
  ]);
  const posts = seen.filter(({ method }) => method === "POST");
  expect(posts.every(({ headers }) => headers["idempotency-key"] !== undefined)).toBe(true);
});

test("a transcript comes as data or as text, as it is asked for", async () => {
  const text = (body: string) => (_: unknown, response: import("node:http").ServerResponse) => void response.end(body);
  const { url, seen } = await scripted(json({ turns: [] }), text("# Cars"), text("<h1>Cars</h1>"));
  const client = clientOf(url);
  expect(await client.transcript("deb-1")).toEqual({ turns: [] });
  expect(await client.transcript("deb-1", "markdown")).toBe("# Cars");
  expect(await client.transcript("deb-1", "html")).toBe("<h1>Cars</h1>");
  expect(seen.map(({ headers }) => headers.accept)).toEqual(["application/json", "text/markdown", "text/html"]);
});

// The client's types of lists and models are those of the API; `npm run types` checks it.
expectTypeOf<Summary>().toExtend<DebateSummary>();
expectTypeOf<DebateSummary>().toExtend<Summary>();
expectTypeOf<z.infer<typeof ModelCatalogue>>().toExtend<ModelList>();
