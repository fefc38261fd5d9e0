/** The written debates, run as whoever tries one runs it: to their end, without a reply that is refused. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { NAMES } from "../../../domain/rules/seats/usual-participants.ts";
import { EXAMPLES, type Example, isScripted } from "../../../domain/shapes/catalogue/examples.catalogue.ts";
import { FORMATS } from "../../../domain/shapes/format-names.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import { type DemoModel, startDemoModel } from "../../../infra/local/demo/model.demo.ts";
import { someOf } from "../../support/debates/runs.ts";
import { openWorld } from "../../support/use-world.ts";

let demo: DemoModel;
let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  demo = await startDemoModel({ pace: { ttftMs: 0, tps: 0 } });
  world = await openWorld({ demo: true, providers: { demo: { baseUrl: demo.url, apiKey: demo.key } } });
});
afterAll(async () => {
  await world.stop();
  await demo.stop();
});

const SEATED = { oxford: [{ side: "for" }, { side: "against" }], "proposer-skeptic": [] as object[] };

/** As the form asks it. */
function requestOf({ topics: [topic], format, seats, options }: Example): object {
  const places = (SEATED as Record<string, object[] | undefined>)[format] ?? NAMES.slice(0, seats).map(() => ({}));
  const participants = places.map((place, i) => ({ name: NAMES[i], model: "demo/debater", ...place }));
  return {
    topic,
    format,
    ...(participants.length > 0 && { participants }),
    ...(options && { answers: { type: "choice", options } }),
  };
}

function answerIn(result: Result | null): string {
  if (result?.type === "plurality") return String(result.plurality.answer);
  return result?.conclusion?.answer.text ?? "";
}

const MARK = /\[demo\]|canned|scripted|\{\d\}/i;

async function played(body: object) {
  const { id } = await world.create(body);
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");
  const debate = await world.debate(id);
  const { turns } = await world.transcript(id);
  const spoken = turns.map(({ text }) => text);
  expect(new Set(spoken).size).toBe(spoken.length);
  for (const text of [...spoken, JSON.stringify(debate.result)]) expect(text).not.toMatch(MARK);
  // Where the metadata say it, nobody else need.
  expect([debate.demo, isScripted(debate)]).toEqual([true, true]);
  // A reply that is refused is asked for again, and what is refused twice is missing.
  const heard = log.filter(
    (event) => !["result.completed", "retrieval.completed"].includes(event.type) && hasLatency(event),
  ).length;
  const inResult = ["solution", "council"].includes(debate.result?.type ?? "") ? 1 : 0;
  expect([heard + inResult, debate.degraded, debate.result?.degraded ?? []]).toEqual([debate.usage.calls, [], []]);
  return { id, debate, turns };
}

function hasLatency(event: object): boolean {
  return [event, ...Object.values(event)].some((one) => typeof one === "object" && one !== null && "latencyMs" in one);
}

it.each(EXAMPLES.map((example) => [example.name, example] as const))(
  "%s runs to an answer that begins with no mark, and its report says once that no model spoke",
  async (_, example) => {
    const { id, debate, turns } = await played(requestOf(example));
    expect(answerIn(debate.result)).toMatch(/^\p{Lu}[^]{20}/u);
    expect(debate.language).toBe(example.language);
    expect(debate.warnings.map(({ code }) => code)).not.toContain("demo-language");
    expect(turns.length).toBeGreaterThan(5);
    const report = (await world.request(`/v1/debates/${id}/transcript?as=md`)).text;
    const mark = example.language === "de" ? "Es hat kein Modell gesprochen." : "nobody's model spoke.";
    expect(report.split(mark)).toHaveLength(2);
    expect(report).not.toMatch(/\[demo\]|canned/i);
  },
);

/** Participants of a format that the server does not seat as this debate needs. */
const FULL = NAMES.slice(0, 4).map((name, i) => ({
  name,
  model: "demo/debater",
  side: i % 2 === 0 ? "for" : "against",
}));

it.each(someOf(FORMATS))("whatever the format: %s", async (format) => {
  for (const { topics } of someOf(EXAMPLES)) await played({ topic: topics[0], format });
});

it("has more speakers than voices, and more rounds than texts", async () => {
  const { debate } = await played({
    topic: "Sollten Schulen Handys verbieten?",
    format: "oxford",
    audience: false,
    participants: FULL,
    maxRounds: 7,
  });
  expect(debate.result).toMatchObject({ type: "verdict", verdict: { winner: { side: "for" } } });
});

it("has voters and judges who disagree", async () => {
  const panel = ["demo/judge", "demo/debater"];
  const { debate } = await played({
    topic: "Should voting be compulsory?",
    format: "oxford",
    participants: FULL.slice(0, 2),
    judge: { model: "demo/judge", panel },
    audience: { voters: 5 },
  });
  const result = debate.result as Extract<Result, { type: "verdict" }>;
  expect(new Set(result.ballots?.map(({ winner }) => winner)).size).toBe(2);
  expect(result.conclusion?.minority?.ballots.length).toBeGreaterThan(0);
  const after = result.audience?.after;
  expect([after?.for, after?.against]).toEqual([2, 3]);
});
