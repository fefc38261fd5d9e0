/** The example of an option in docs/CONTRIBUTING.md, added as it says to a copy of the code, type-checked and asked for. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addLine, example } from "../support/guide-examples.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const tsc = join(ROOT, "node_modules/.bin/tsc");
const COPIED = ["domain", "activities", "store", "workflows", "api", "features", "infra", "package.json"];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-option-"));
  for (const path of COPIED) await cp(join(ROOT, path), join(folder, path), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const { compilerOptions, exclude } = JSON.parse(await readFile(join(ROOT, "tsconfig.json"), "utf8"));
  const include = ["domain", "workflows", "activities", "store", "api", "features", "infra", "play.ts"];
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include, exclude }));
});
afterAll(() => rm(folder, { recursive: true }));

/** Asks for the option with and without what it needs, plans it, and looks where it should be shown. */
const PLAY = `
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

const provider = { id: "demo", name: "Demo", demo: true, isAuthenticated: true, keyVariable: null };
const catalogue = {
  providers: () => [provider],
  models: () => [],
  provider: () => provider,
  model: () => ({ contextWindow: null, priceUsdPerMTok: null }),
  defaultModel: () => "demo/debater",
  defaultJudgeModel: () => "demo/judge",
} as unknown as Catalogue;
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

it("takes its record and the line that uses it", async () => {
  const options = "domain/shapes/options.shape.ts";
  const line = await example(`a line of ${options}`);
  await addLine(join(folder, options), { line, end: "} as const satisfies Record<string, Option>" });
  const polls = "domain/rules/protocols/polls.protocol.ts";
  const use = await example(`a line of ${polls}`);
  await addLine(join(folder, polls), { line: use, end: "  const open = openPolls(plan, state);" });
  await writeFile(join(folder, "play.ts"), PLAY);

  await run(tsc, ["-p", folder]).catch((error: { stdout: string }) => expect.unreachable(error.stdout));
  const { stdout } = await run(process.execPath, [join(folder, "play.ts")]);
  expect(JSON.parse(stdout)).toEqual({
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
}, 180_000);
