/** The example of an act in docs/CONTRIBUTING.md, added as it says to a copy of the code, type-checked and run. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addLine, example } from "../../support/guide-examples.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const tsc = join(ROOT, "node_modules/.bin/tsc");
const COPIED = [
  "domain",
  "activities",
  "store",
  "workflows",
  "api",
  "features",
  "infra",
  "tests/support",
  "package.json",
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-act-"));
  for (const path of COPIED) await cp(join(ROOT, path), join(folder, path), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const { compilerOptions } = JSON.parse(await readFile(join(ROOT, "tsconfig.json"), "utf8"));
  const include = ["domain", "activities", "workflows", "play.ts"];
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
});
afterAll(() => rm(folder, { recursive: true }));

const exampleLine = (file: string) => example(`a line of ${file}`);

/** Runs the act's activity on a real store and the scripted model server: a reply without a headline, a good one, and again. */
const PLAY = `
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

it("takes its record, its facts and one line of the registry", async () => {
  const file = await example("domain/play/acts/write-headline.ts");
  expect(file.split("\n").length).toBeLessThanOrEqual(45);
  await writeFile(join(folder, "domain/play/acts/write-headline.ts"), file);
  const facts = "domain/shapes/facts.shape.ts";
  await addLine(join(folder, facts), { line: await exampleLine(facts), end: "} as const satisfies" });
  const first = `import { writeHeadline } from "./write-headline.ts";\n`;
  const registry = "domain/play/acts/registry.act.ts";
  const line = await exampleLine(registry);
  await addLine(join(folder, registry), { line, end: "} satisfies Record<ModelAct", first });
  await writeFile(join(folder, "play.ts"), PLAY);

  await run(tsc, ["-p", folder]).catch((error: { stdout: string }) => expect.unreachable(error.stdout));
  const { stdout } = await run(process.execPath, [join(folder, "play.ts")]);
  const { asked, preview, ...rest } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
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
  expect(asked[1].length).toBeGreaterThan(asked[0].length);
}, 120_000);
