/** What is learnt of models outlives the process, and is shown. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemory, createModels } from "../../../activities/models/index.ts";
import { EVERY_MODEL, LESSONS } from "../../../domain/play/records/lessons.ts";
import { createWorld, type World } from "../../api/world.ts";
import { callOf, faultOf } from "./calls.ts";
import { chatEvents, type RawServer, refuse, responsesEvents, startRawServer, stream } from "./raw-server.ts";

let world: World;
let server: RawServer;
beforeAll(async () => {
  world = await createWorld();
  server = await startRawServer();
});
afterAll(async () => {
  await server.stop();
  await world[Symbol.asyncDispose]();
});

/** As another process has them. */
const started = (baseUrl = `${server.url}/v1`) =>
  createModels({ providers: { openai: { apiKey: "key", baseUrl } }, memory: createMemory(world.store.records) });
const unsupported = refuse(400, {
  error: { message: "Unsupported parameter: 'temperature'.", param: "temperature", code: "unsupported_parameter" },
});
const yes = stream(responsesEvents(["Yes."]));
const temperatures = () => server.requests.map(({ body }) => body["temperature"]);
const shown = async (model: string) => {
  const { items } = (await (await world.get(`/v1/models?model=${encodeURIComponent(model)}`)).json()) as {
    items: { id: string; learnt: string[] }[];
  };
  return items.map(({ id, learnt }) => [id, learnt]);
};

test("A parameter that a model refused is left out by the next process, and the list of models says so.", async () => {
  server.answer(unsupported, yes);
  await started().complete(callOf("openai/o9", { temperature: 0.7 }));
  expect(temperatures()).toEqual([0.7, undefined]);
  await started().complete(callOf("openai/o9", { temperature: 0.7 }));
  expect(temperatures()).toEqual([0.7, undefined, undefined]);
  expect(await shown("openai/o9")).toEqual([["openai/o9", ["temperature"]]]);
  expect(await shown("openai/o8")).toEqual([["openai/o8", []]]);
});

test("A server without a Responses API is asked by the other for every model.", async () => {
  const chat = stream(chatEvents(["Yes."]));
  server.answer((res, request) =>
    request.path.endsWith("/chat/completions") ? chat(res, request) : refuse(404, "404 page not found")(res, request),
  );
  const at = `${server.url}/chat-only/v1`;
  await started(at).complete(callOf("openai/one"));
  await started(at).complete(callOf("openai/two"));
  const paths = server.requests.map(({ path }) => path.replace("/chat-only/v1/", ""));
  expect(paths).toEqual(["responses", "chat/completions", "chat/completions"]);
  expect(await shown("openai/two")).toEqual([["openai/two", ["responses"]]]);
  expect(await shown("anthropic/two")).toEqual([["anthropic/two", []]]);
});

test("Another server of that name is asked the usual way, and so is one of a month ago.", async () => {
  server.answer(unsupported, yes);
  const call = callOf("openai/old", { temperature: 0.7 });
  await started().complete(call);
  server.answer(yes);
  await started(`${server.url}/other/v1`).complete(call);
  expect(temperatures()).toEqual([0.7]);

  const [learnt] = await world.store.records.list({}, LESSONS, { provider: "openai", model: "old" });
  if (!learnt) throw new Error("nothing is learnt");
  const at = new Date(Date.now() - 31 * 86_400_000).toISOString();
  await world.store.records.put({}, LESSONS, { ...learnt, at });
  await started().complete(call);
  expect(temperatures()).toEqual([0.7, 0.7]);
  expect(await shown("openai/old")).toEqual([["openai/old", expect.not.arrayContaining(["temperature"])]]);
});

test("What did not help is not remembered.", async () => {
  server.answer(unsupported, refuse(400, { error: { message: "The model is gone.", code: "model_not_found" } }));
  const call = callOf("openai/gone", { temperature: 0.7 });
  const models = started();
  await faultOf(models.complete(call));
  expect(await shown("openai/gone")).toEqual([["openai/gone", expect.not.arrayContaining(["temperature"])]]);
  server.answer(yes);
  await models.complete(call);
  expect(temperatures()).toEqual([0.7]);
});

test("A store that is away stops no call, and what is no lesson is passed over.", async () => {
  server.answer(unsupported, yes);
  const away = () => Promise.reject(new Error("away"));
  const records = { ...world.store.records, get: away, put: away };
  const models = createModels({
    providers: { openai: { apiKey: "key", baseUrl: `${server.url}/v1` } },
    memory: createMemory(records),
  });
  const call = callOf("openai/alone", { temperature: 0.7 });
  expect((await models.complete(call)).text).toBe("Yes.");
  await models.complete(call);
  expect(temperatures()).toEqual([0.7, undefined, undefined]);

  const endpoint = (await world.store.records.list({}, LESSONS, {}))[0]?.endpoint ?? "";
  const lessons = ["of a later version"];
  const at = new Date().toISOString();
  await world.store.records.put({}, LESSONS, { endpoint, provider: "openai", model: EVERY_MODEL, lessons, at });
  server.answer(yes);
  expect((await started().complete(callOf("openai/newer"))).text).toBe("Yes.");
});
