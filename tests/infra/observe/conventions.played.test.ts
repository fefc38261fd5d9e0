/** What a debate looks like by OpenTelemetry's conventions for generative AI: names of spans, events, attributes, metrics. */
import * as conventions from "@opentelemetry/semantic-conventions/incubating";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Telemetry } from "../../../infra/base/telemetry-settings.ts";
import { CLAIM_EXHIBITS, claimManner } from "../../support/debates/claims.ts";
import { type CollectedSpan, type Collector, startCollector } from "../../support/servers/collector.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";
import { telemetryTo } from "./traced.ts";

/** Names of release 0.1.0 that 1.41, whose names the package has, does not know. */
const NEWER = [
  "gen_ai.client.inference.duration",
  "gen_ai.client.inference.operation.input_tokens",
  "gen_ai.client.inference.operation.output_tokens",
];
const KNOWN = new Set<unknown>([...Object.values(conventions), ...NEWER]);

let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

/** A debate of two rounds over exhibits, with a judge; gives its spans. */
async function tracedDebate(telemetry: Telemetry): Promise<{ id: string; spans: CollectedSpan[] }> {
  await using world = await openWorld({ telemetry });
  world.models.use(debaters(["p1", "p2"], claimManner));
  const { id } = await world.create(requestOf({ exhibits: CLAIM_EXHIBITS }));
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");
  const spans = () => collector.spans.filter(({ attributes }) => attributes["gen_ai.conversation.id"] === id);
  const ballots = () => spans().filter(({ attributes }) => attributes["parley.activity"] === "castBallot");
  await expect
    .poll(async () => {
      await telemetry.flush();
      return ballots().map(({ name }) => name);
    })
    .toContain("invoke_agent judge");
  return { id, spans: spans() };
}

const operationsOf = (spans: CollectedSpan[]) =>
  spans.filter(({ attributes }) => "gen_ai.operation.name" in attributes).map(({ name }) => name);

test("Turns and the judge's acts are agents, their calls are chats, and what the judge found are evaluations.", async () => {
  await using open = new AsyncDisposableStack();
  const telemetry = open.adopt(await telemetryTo(collector.url), (it) => it.stop());
  const { spans } = await tracedDebate(telemetry);
  const names = operationsOf(spans);
  for (const agent of ["p1", "p2", "judge"]) expect(names).toContain(`invoke_agent ${agent}`);
  const agents = spans.filter(({ name }) => name.startsWith("invoke_agent "));
  for (const { name, attributes } of agents)
    expect(attributes).toMatchObject({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": name.replace("invoke_agent ", ""),
    });
  const agentIds = new Set(agents.map(({ spanId }) => spanId));
  const chats = spans.filter(({ name }) => name.startsWith("chat "));
  expect(chats.every(({ parentSpanId }) => agentIds.has(parentSpanId))).toBe(true);

  const found = spans.flatMap(({ name, events }) => events.map((event) => ({ by: name, ...event })));
  expect(new Set(found.map(({ by, name }) => `${by}: ${name}`))).toEqual(
    new Set(["invoke_agent judge: gen_ai.evaluation.result"]),
  );
  const told = found.map(({ attributes: of }) => [
    of["gen_ai.evaluation.name"],
    of["gen_ai.evaluation.score.value"],
    of["gen_ai.evaluation.score.label"],
  ]);
  expect(told.filter(([name]) => name === "claim_check")).toEqual([
    ["claim_check", 1, "supported"],
    ...Array.from({ length: 4 }, () => ["claim_check", undefined, "unverified"]),
    // A second judge has read the second claim's passages.
    ["claim_check", 0, "contradicted"],
  ]);
  expect(told.filter(([name]) => name === "assessment")).toEqual([
    ["assessment", expect.any(Number), "continue"],
    ["assessment", expect.any(Number), "continue"],
  ]);
  const ballots = told.filter(([name]) => name === "ballot");
  expect(ballots.map(([, score]) => typeof score)).toEqual(["number", "number"]);
  expect(new Set(ballots.map(([, , label]) => label))).toEqual(new Set(["won", "lost"]));
});

test("Every name is one of the conventions, and no text of models or owners is among the values.", async () => {
  const { spans, points, texts } = collector;
  const attributes = [...spans, ...spans.flatMap(({ events }) => events), ...points].map((each) => each.attributes);
  const used = [
    ...attributes.flatMap((each) => Object.keys(each)),
    ...points.map(({ name }) => name),
    ...spans.flatMap(({ events }) => events.map(({ name }) => name)),
  ].filter((name) => name.startsWith("gen_ai."));
  expect([...new Set(used)].filter((name) => !KNOWN.has(name))).toEqual([]);
  expect(used).not.toContain(conventions.ATTR_GEN_AI_SYSTEM);
  for (const name of ["gen_ai.client.operation.duration", "gen_ai.client.token.usage", ...NEWER])
    expect(points.map((point) => point.name)).toContain(name);
  for (const word of ["Ada", "ban cars", "Fine dust", "The survey counted less"])
    expect(texts.join()).not.toContain(word);
});

test("Reasons of the judge stand beside its scores where content is asked for.", async () => {
  await using open = new AsyncDisposableStack();
  const telemetry = open.adopt(await telemetryTo(collector.url, { captureContent: true }), (it) => it.stop());
  const { spans } = await tracedDebate(telemetry);
  const reasons = spans.flatMap(({ events }) =>
    events.map((event) => event.attributes["gen_ai.evaluation.explanation"]),
  );
  expect(reasons).toContain("The survey counted less.");
});
