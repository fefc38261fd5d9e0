/** The README's example of a format, added as the README says to a copy of the domain, type-checked and debated. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const tsc = join(ROOT, "node_modules/.bin/tsc");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-format-"));
  await cp(join(ROOT, "domain"), join(folder, "domain"), { recursive: true });
  await cp(join(ROOT, "package.json"), join(folder, "package.json"));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const { compilerOptions } = JSON.parse(await readFile(join(ROOT, "tsconfig.json"), "utf8"));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["domain", "play.ts"] }));
});
afterAll(() => rm(folder, { recursive: true }));

async function example(name: string): Promise<string> {
  const readme = await readFile(join(ROOT, "README.md"), "utf8");
  const [, block = ""] = readme.split(`<!-- example: ${name} -->\n\`\`\`ts\n`);
  const [code = ""] = block.split("\n```");
  expect(code, name).not.toBe("");
  return `${code}\n`;
}

/** Asks for the format by its name, as a request over HTTP would, and plays it to its end. */
const PLAY = `
import { checkRequest } from "./domain/checks.ts";
import type { Catalogue } from "./domain/catalogue.ts";
import { configOf } from "./domain/configure.ts";
import type { DraftEvent } from "./domain/events.ts";
import { planOf } from "./domain/plan-of.ts";
import { next } from "./domain/protocols/registry.ts";
import { initialState, reduce } from "./domain/state.ts";

const provider = { id: "demo", name: "Demo", demo: true, isAuthenticated: true, keyVariable: null };
const catalogue = {
  providers: () => [provider],
  provider: () => provider,
  model: () => ({ contextWindow: null, priceUsdPerMTok: null }),
  defaultModel: () => "demo/debater",
  defaultJudgeModel: () => "demo/judge",
} as unknown as Catalogue;
const people = ["Ada", "Ben", "Cleo"].map((name) => ({ name, model: "demo/debater", position: name + " holds this." }));
const { request, problems } = checkRequest({ topic: "Why?", format: "devils-advocate", participants: people }, catalogue);
if (!request) throw new Error(JSON.stringify(problems));
const config = configOf(request, catalogue);
const durations = { roundDelay: 0 } as Parameters<typeof planOf>[0]["durations"];
const plan = planOf({ tenant: "default", debateId: "deb", config, durations, continueAfterEvents: 1_000 });
let state = { ...initialState(plan), status: "running" as const };
const said: string[] = [];
for (;;) {
  const step = next(plan, state);
  const event = (type: string, data: object) => {
    state = reduce(state, { type, at: "", data } as DraftEvent) as typeof state;
  };
  const cost = { usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0, calls: 1 }, costUsd: 0 };
  if (step.kind === "beginRound") event("round.started", { round: step.round });
  else if (step.kind === "turns") {
    const turn = step.turns[0];
    if (!turn) throw new Error("nobody speaks");
    said.push(\`\${turn.round} \${turn.participantId} \${turn.phase}\`);
    event("turn.completed", { turn: { ...turn, status: "whole", ...cost } });
  } else if (step.kind === "acts") event("assessment.completed", { assessment: { round: state.round, shouldContinue: true, ...cost } });
  else if (step.kind === "endRound") event("round.completed", {});
  else {
    console.log(JSON.stringify({ said, step }));
    break;
  }
}
`;

it("takes one file and one line of the registry", async () => {
  const file = await example("domain/formats/devils-advocate.ts");
  expect(file.split("\n").length).toBeLessThanOrEqual(42);
  await writeFile(join(folder, "domain/formats/devils-advocate.ts"), file);
  const registry = join(folder, "domain/formats/registry.ts");
  const line = await example("a line of domain/formats/registry.ts");
  const before = await readFile(registry, "utf8");
  const after = before.replace("} satisfies", `${line}} satisfies`);
  expect(after).not.toBe(before);
  await writeFile(registry, `import { devilsAdvocate } from "./devils-advocate.ts";\n${after}`);
  await writeFile(join(folder, "play.ts"), PLAY);

  await run(tsc, ["-p", folder]).catch((error: { stdout: string }) => expect.unreachable(error.stdout));
  const { stdout } = await run(process.execPath, [join(folder, "play.ts")]);
  expect(JSON.parse(stdout)).toMatchObject({
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
    step: { kind: "conclude", endedBy: "limit", act: { name: "countBallots" } },
  });
}, 60_000);
