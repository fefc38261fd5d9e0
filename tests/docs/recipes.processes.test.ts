/** The recipes of docs/CONTRIBUTING.md, all followed word by word on one copy of the repository. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addFormats } from "../support/added-formats.ts";
import { type Copy, copyOfProduct, example } from "../support/recipes.ts";

const ACT = "domain/play/acts/write-headline.ts";

let copy: Copy;
beforeAll(async () => {
  copy = await copyOfProduct();
  await addFormats(copy);
  await addOption();
  await addAct();
  await addEvent();
  await addRoute();
  await addFeature();
  const scripts = { plays: PLAYS, asks: ASKS, acts: ACTS, emits: EMITS };
  for (const [name, text] of Object.entries(scripts)) await copy.write(`${name}.ts`, text);
});
afterAll(() => copy[Symbol.asyncDispose]());

async function addOption(): Promise<void> {
  await copy.addLine("domain/shapes/options.shape.ts", { end: "} as const satisfies Record<string, Option>" });
  await copy.addLine("domain/rules/protocols/polls.protocol.ts", { end: "  const open = openPolls(plan, state);" });
}

async function addAct(): Promise<void> {
  await copy.addFile(ACT);
  await copy.addLine("domain/shapes/facts.shape.ts", { end: "} as const satisfies" });
  const first = `import { writeHeadline } from "./write-headline.ts";\n`;
  await copy.addLine("domain/play/acts/registry.act.ts", { first, end: "} satisfies Record<ModelAct" });
  await copy.addLine("tests/support/random/outcomes.ts", { end: "};\n\nfunction speakerOf" });
}

async function addEvent(): Promise<void> {
  await copy.addLine("domain/play/events/rounds.events.ts", { end: "] as const;" });
  await copy.addLine("domain/shapes/state/state.ts", { end: "  roundTimedOut?: true;" });
  await copy.addLine("domain/play/interpret.ts", { end: "}\n\n/** The closing turn first" });
  await copy.addLine("docs/api.md", { end: "| `turn.started` |" });
}

async function addRoute(): Promise<void> {
  await copy.addFile("api/words/words.routes.ts");
  const first = `import { countWords } from "./words/words.routes.ts";\n`;
  await copy.addLine("api/app.ts", { first, end: "  findPositions,\n" });
  await copy.addFile("tests/api/words.test.ts");
  await copy.addLine("tests/api/openapi/example-calls.ts", { end: '  await send({ operation: "readEvents",' });
}

async function addFeature(): Promise<void> {
  const files = [
    "README.md",
    "domain/first-sentence.ts",
    "api/openers.routes.ts",
    "api/index.ts",
    "infra/openers.command.ts",
  ];
  for (const file of files) await copy.addFile(`features/openers/${file}`);
  const face = `import { openers } from "../features/openers/api/index.ts";\n`;
  const line = await example("a line of api/app.ts for a feature");
  await copy.addLine("api/app.ts", { first: face, end: "  presets,\n", line });
  await copy.addLine("infra/cli/program.command.ts", { end: "  export: async () =>" });
  await copy.addLine("tests/api/openapi/example-calls.ts", {
    end: '  await send({ operation: "readEvents",',
    line: '  await send({ operation: "readOpeners", ids: { id } });\n',
  });
}

test("Each recipe is as short as it says, and the product and its tests type-check with all of them.", async () => {
  const format = await readFile(join(copy.folder, "domain/rules/formats/devils-advocate.ts"), "utf8");
  expect(format.split("\n").length).toBeLessThanOrEqual(42);
  expect((await example(ACT)).split("\n").length).toBeLessThanOrEqual(45);
  await copy.typeCheck();
}, 480_000);

/** Of a script: the demo model alone. */
const CATALOGUE = `const provider = { id: "demo", name: "Demo", demo: true, isAuthenticated: true, keyVariable: null };
const catalogue = {
  providers: () => [provider],
  models: () => [],
  provider: () => provider,
  model: () => ({ contextWindow: null, priceUsdPerMTok: null }),
  defaultModel: () => "demo/debater",
  defaultJudgeModel: () => "demo/judge",
  chosen: () => ({ model: null, judge: null, panel: 1 }),
} as unknown as Catalogue;`;

/** Asks for a format by its name, as a request over HTTP would, and plays it to its end. */
const PLAYS = `
import { checkRequest } from "./domain/play/beginning/checks.beginning.ts";
import type { Catalogue } from "./domain/shapes/catalogue/catalogue.ts";
import { configOf } from "./domain/play/beginning/configure.beginning.ts";
import type { BriefEvent } from "./domain/play/events/events.ts";
import { planOf } from "./domain/play/beginning/create-plan.ts";
import { next } from "./domain/rules/protocols/registry.protocol.ts";
import { initialState } from "./domain/rules/protocols/initial-state.ts";
import { reduce } from "./domain/play/state/reduce.ts";
import type { TurnSpec } from "./domain/shapes/state/steps.ts";

${CATALOGUE}

function play(format: string, speakers: object[]) {
  const participants = speakers.map((speaker, i) => ({ name: "Speaker " + i, model: "demo/debater", ...speaker }));
  const { request, problems } = checkRequest({ topic: "Why?", format, participants }, catalogue);
  if (!request) throw new Error(JSON.stringify(problems));
  const durations = { roundDelay: 0 } as Parameters<typeof planOf>[0]["durations"];
  const config = configOf(request, catalogue);
  const plan = planOf({ tenant: "default", debateId: "deb", config, durations, continueAfterEvents: 1_000 });
  let state = { ...initialState(plan), status: "running" as const };
  const said: string[] = [];
  const event = (type: string, data: object) => {
    state = reduce(state, { type, at: "", data } as BriefEvent) as typeof state;
  };
  const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0, calls: 1 };
  const cost = { usage, costUsd: 0 };
  const critique = { critical: 1, major: 0, minor: 0, score: 3, readyForSynthesis: false };
  const speak = (turn: TurnSpec) => {
    said.push([turn.round, turn.participantId, turn.phase].join(" "));
    event("turn.completed", { turn: { ...turn, status: "whole", ...(turn.phase === "critique" && { critique }), ...cost } });
  };
  for (;;) {
    const step = next(plan, state);
    if (step.kind === "turns" || step.kind === "acts") event("phase.started", { round: state.round, phase: step.phase });
    if (step.kind === "beginRound") event("round.started", { round: step.round });
    else if (step.kind === "turns") for (const turn of step.order === "parallel" ? step.turns : step.turns.slice(0, 1)) speak(turn);
    else if (step.kind === "acts" && step.acts.length > 0)
      event("assessment.completed", { assessment: { round: state.round, shouldContinue: true, ...cost } });
    else if (step.kind === "endRound") event("round.completed", {});
    else if (step.kind === "conclude") {
      if (step.turn) speak(step.turn);
      return { said, endedBy: step.endedBy, act: step.act.name, judge: plan.judge?.model ?? null };
    }
  }
}

const [format = "", speakers = "[]"] = process.argv.slice(2);
console.log(JSON.stringify(play(format, JSON.parse(speakers) as object[])));
`;

const debated = (format: string, speakers: object[]) => copy.run("plays.ts", format, JSON.stringify(speakers));

test("The page of formats gets a row for each format.", async () => {
  await copy.test("unit", "tests/docs/rules.unit.test.ts", "-u");
  expect(await readFile(join(copy.folder, "docs/formats.md"), "utf8")).toContain("| `devils-advocate` |");
});

test("The example of the guide is debated to its end.", async () => {
  expect(await debated("devils-advocate", [{}, {}, {}])).toEqual({
    said: [
      "1 p1 opening",
      "1 p2 opening",
      "1 p3 rebuttal",
      "2 p1 rebuttal",
      "2 p2 rebuttal",
      "2 p3 rebuttal",
      "3 p1 rebuttal",
      "3 p2 rebuttal",
      "3 p3 rebuttal",
    ],
    endedBy: "limit",
    act: "countBallots",
    judge: "judge",
  });
});

test("A second format of proposer and skeptic has the same roles, no judge, and an answer at the end.", async () => {
  expect(await debated("red-team", [{ role: "skeptic" }])).toEqual({
    said: ["1 p2 proposal", "1 p1 critique", "2 p2 proposal", "2 p1 critique", "2 p3 synthesis"],
    endedBy: "limit",
    act: "giveAnswer",
    judge: null,
  });
});

test("A second dialectic has the same roles and phases, and a solution at the end.", async () => {
  const played = (await debated("committee", [{ role: "security" }, {}, { role: "testing" }])) as { said: string[] };
  expect(played).toMatchObject({ endedBy: "limit", act: "synthesizeSolution", judge: "judge" });
  const phases = played.said.map((turn) => turn.replace(/ p\d/, ""));
  const round = (n: number, phase: string, count: number) => Array.from({ length: count }, () => `${n} ${phase}`);
  expect(phases).toEqual([
    ...round(1, "proposal", 3),
    ...round(1, "critique", 6),
    ...round(1, "refinement", 3),
    ...round(2, "critique", 6),
    ...round(2, "refinement", 3),
  ]);
});

/** Asks for the option with and without what it needs, plans it, and looks where it should be shown. */
const ASKS = `
import { Command } from "commander";
import { z } from "zod";
import { debateView } from "./api/debates/view.debates-api.ts";
import { REQUEST_EXAMPLES } from "./api/openapi/examples/requests.example.ts";
import { checkRequest } from "./domain/play/beginning/checks.beginning.ts";
import { configOf } from "./domain/play/beginning/configure.beginning.ts";
import { planOf } from "./domain/play/beginning/create-plan.ts";
import { FORMATS_BY_NAME } from "./domain/rules/formats/registry.format.ts";
import { descriptionOf } from "./domain/rules/protocols/format-description.ts";
import { initialState } from "./domain/rules/protocols/initial-state.ts";
import { pollStep } from "./domain/rules/protocols/polls.protocol.ts";
import type { Catalogue } from "./domain/shapes/catalogue/catalogue.ts";
import { Debate } from "./domain/shapes/schemas/debate.schema.ts";
import { sharedDebate } from "./domain/show/export/shared.export.ts";
import { addRequestOptions } from "./infra/cli/base/arguments.cli.ts";

${CATALOGUE}
const participants = ["Ada", "Ben"].map((name) => ({ name, model: "demo/debater" }));
const check = (more: object) => checkRequest({ topic: "Why?", participants, maxRounds: 2, ...more }, catalogue);

const asked = { format: "round-limited", poll: "private", finalPoll: true };
const { request } = check(asked);
if (!request) throw new Error(JSON.stringify(check(asked).problems));
const config = configOf(request, catalogue);
const durations = { roundDelay: 0 } as Parameters<typeof planOf>[0]["durations"];
const plan = planOf({ tenant: "default", debateId: "deb", config, durations, continueAfterEvents: 1_000 });
const state = initialState(plan);
const polledAfter = [0, 1, 2].filter((round) => pollStep(plan, { ...state, round }) !== null);
const record = { tenant: "default", id: "deb", version: 1, config, state, createdAt: "" };
const links = { self: "", events: "", transcript: "", watch: null, temporal: null };
const view = debateView({ record, assessments: [], result: null, links });

console.log(JSON.stringify({
  plan: plan.finalPoll,
  polledAfter,
  alone: check({ ...asked, poll: "off" }).problems,
  elsewhere: check({ format: "question", finalPoll: true }).problems,
  view: view.finalPoll,
  shared: sharedDebate(view, links).finalPoll,
  schema: z.toJSONSchema(Debate.shape.finalPoll),
  form: descriptionOf(FORMATS_BY_NAME.oxford).fields.some(({ path }) => path === "finalPoll"),
  flag: addRequestOptions(new Command()).options.map(({ long }) => long).includes("--final-poll"),
  example: (REQUEST_EXAMPLES.estimateDebate as Record<string, unknown>).finalPoll,
}));
`;

test("An option takes its record and the line that uses it.", async () => {
  expect(await copy.run("asks.ts")).toEqual({
    plan: true,
    polledAfter: [2],
    alone: [{ pointer: "/finalPoll", detail: 'needs poll: "private"' }],
    elsewhere: [{ pointer: "/finalPoll", detail: expect.stringMatching(/^question does not take it; these do: /) }],
    view: true,
    shared: true,
    schema: expect.objectContaining({ const: true }),
    form: true,
    flag: true,
    example: true,
  });
});

/** Runs the act's activity on a real store and the scripted model server: a reply without a headline, a good one, and again. */
const ACTS = `
import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";
import { createActivities } from "./activities/index.ts";
import { createCatalogue, createModels } from "./activities/models/index.ts";
import { createTemplateSearch } from "./activities/retrieval/index.ts";
import { createPassageSearch } from "./activities/retrieval/passages.activity.ts";
import { titleOf } from "./domain/shapes/facts.shape.ts";
import { MODEL_ACTS } from "./domain/play/acts/registry.act.ts";
import { kindById } from "./domain/play/records/kind.ts";
import { configOf } from "./domain/play/beginning/configure.beginning.ts";
import { planOf } from "./domain/play/beginning/create-plan.ts";
import { DebateRequest } from "./domain/rules/request/debate-request.ts";
import { initialState } from "./domain/rules/protocols/initial-state.ts";
import { createStore } from "./store/index.ts";
import { startModelServer } from "./tests/support/models/server.ts";
import { SHORT } from "./tests/support/random/plans.ts";
import { startEngine } from "./tests/support/servers/dynamodb.ts";

const { endpoint, credentials, stop } = await startEngine("dynalite");
const models = await startModelServer();
const store = createStore({ endpoint, credentials, region: "local", table: "parley" });
await store.ensureTable();
const catalogue = createCatalogue({ providers: models.providers, defaultModel: null, defaultJudgeModel: "openai/judge" });
const people = ["Ada", "Ben"].map((name) => ({ name, model: "openai/gpt-5.5", position: name + " holds this." }));
const config = configOf(DebateRequest.parse({ topic: "Why?", participants: people }), catalogue);
const debate = { tenant: "default", debateId: "deb-01ARZ3NDEKTSV4RRFFQ69G5FAV" };
const plan = planOf({ ...debate, config, durations: SHORT, continueAfterEvents: 1_000 });
const state = { ...initialState(plan), status: "running" as const, round: 1 };
await store.createDebate({ tenant: debate.tenant, id: debate.debateId, version: 1, config, state, createdAt: new Date().toISOString() });

const activities = createActivities({
  store,
  models: createModels({ providers: models.providers }),
  catalogue,
  templates: createTemplateSearch({ records: store.records }),
  passages: createPassageSearch({ store }),
  now: () => new Date(),
  random: () => 0,
  retryBaseMs: 20,
});
models.use([{ text: "No JSON." }, { text: '{"headline":"Both asked why."}' }]);
const id = "g1-r1-headline";
const publication = { debate, since: 0, events: [], version: 2, state };
const about = { id, generation: 1, round: 1, assessed: 0, endedBy: null, degraded: [] };
const input = { ...about, publication, earlierAttempts: 0, durations: SHORT };
const attempt = (attempt: number) =>
  new MockActivityEnvironment({ attempt }, { logger: new DefaultLogger("ERROR") }).run(activities.writeHeadline, input) as ReturnType<typeof activities.writeHeadline>;
const failed = await attempt(1).catch((error: { type: string }) => error.type);
const { preview, events } = await attempt(2);
const again = await attempt(3);
const log = (await store.log.read({ debate, after: 0, limit: 100 })).events.map(({ type }) => type);
const stored = await store.records.get(debate, kindById<{ id: string; text: string }>("headline", "HEADLINE"), { id });
const asked = models.journal.map(({ messages }) => messages.at(-1)?.content);
const usual = MODEL_ACTS.writeHeadline.assumed.tokens(config);
console.log(JSON.stringify({
  failed,
  preview,
  events: events.map(({ type }) => type),
  log,
  same: again.events.at(-1)?.at === events.at(-1)?.at,
  text: stored?.text,
  asked,
  usual,
  title: titleOf({ name: "writeHeadline", id }),
}));
store.close();
await models.stop();
await stop();
process.exit(0);
`;

test("An act takes its record, its facts and one line of the registry.", async () => {
  const acted = (await copy.run("acts.ts")) as { asked: string[]; preview: string };
  const { asked, preview, ...rest } = acted;
  expect(rest).toEqual({
    failed: "invalid_response",
    events: ["judge.failed", "context.summarized"],
    log: ["judge.failed", "context.summarized"],
    same: true,
    text: "Both asked why.",
    usual: 20,
    title: "headline",
  });
  expect(preview).toContain("Both asked why.");
  expect(asked).toHaveLength(2);
  expect(asked[0]).toContain("Write a headline for the debate so far");
  // The second attempt's prompt shows what was wrong with the first reply.
  expect(asked[1]?.length).toBeGreaterThan(asked[0]?.length ?? 0);
});

/** Plays four rounds, in which everybody speaks, and shows the events to the owner and to a reader of a share link. */
const EMITS = `
import { EventPage } from "./api/base/event-schemas.ts";
import { EVENT_NAMES } from "./domain/play/events/registry.events.ts";
import { sharedEvent } from "./domain/show/export/shared.export.ts";
import { eventFaults } from "./domain/play/events/check-events.ts";
import { drive } from "./tests/support/random/drive.ts";
import { planFor } from "./tests/support/random/plans.ts";

const { events, state } = drive(planFor({ maxRounds: 4, format: "free-form", judging: "final-only" }));
const data = events.flatMap((event) => (event.type === "round.half_time" ? [event.data] : []));
const logged = { id: 1, type: "round.half_time" as const, at: "2026-11-21T12:00:00.000Z", data: { round: 2, left: 2 } };
const isDescribed = (event: object) => EventPage.safeParse({ items: [event], nextAfter: 1, terminal: false }).success;
console.log(JSON.stringify({
  rounds: events.map(({ type }) => type).filter((type) => type.startsWith("round.")),
  data,
  halfTime: state.halfTime,
  described: isDescribed({ ...logged, ...logged.data }),
  refused: !isDescribed({ ...logged, round: 2, left: 0 }),
  listed: EVENT_NAMES.includes("round.half_time"),
  shared: sharedEvent(logged)?.data,
  faults: eventFaults([logged, { ...logged, id: 2, data: { round: 2 } }]).map(({ pointer }) => pointer),
}));
`;

test("An event takes its definition, its place in the state, the line that emits it, and a row for readers.", async () => {
  const round = ["round.started", "round.completed"];
  expect(await copy.run("emits.ts")).toEqual({
    rounds: [...round, ...round, "round.half_time", ...round, ...round],
    data: [{ round: 2, left: 2 }],
    halfTime: 2,
    described: true,
    refused: true,
    listed: true,
    shared: { round: 2, left: 2 },
    faults: ["/events/1/data/left"],
  });
  await copy.test("unit", "tests/docs/rules.unit.test.ts", "tests/domain/events.test.ts", "-u");
});

test("A route takes its record, a line of the list and its test; the tests of all routes go through it too.", async () => {
  const [command = ""] = (await example("commands of a route")).trim().split("\n");
  await copy.shell(command);
  const answers = JSON.parse(await readFile(join(copy.folder, "api/openapi/examples/answers.json"), "utf8"));
  expect(answers.countWords.words.p1).toBeGreaterThan(0);
  const all = [
    "tests/api/access/tenants.test.ts",
    "tests/api/openapi/descriptions.test.ts",
    "tests/api/openapi/examples",
  ];
  await copy.test("stack", "tests/api/words.test.ts", ...all);
}, 480_000);

test("A feature takes its folder and a line on each floor, and the lint of features knows it.", async () => {
  const answers = JSON.parse(await readFile(join(copy.folder, "api/openapi/examples/answers.json"), "utf8"));
  expect(answers.readOpeners.items.length).toBeGreaterThan(0);
  await copy.test(
    "unit",
    "tests/lint/features.unit.test.ts",
    "tests/lint/names.unit.test.ts",
    "tests/lint/circles.unit.test.ts",
  );
  await copy.shell("node infra/launch.mjs parley openers --help | grep 'read how each turn begins'");
});
