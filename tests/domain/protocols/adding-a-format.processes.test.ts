/** Formats that are one file and one line: added to a copy of the domain, type-checked and debated to their end. */
import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyWithFormats } from "../../support/added-formats.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const tsc = join(ROOT, "node_modules/.bin/tsc");

/** Asks for a format by its name, as a request over HTTP would, and plays it to its end. */
const PLAY = `
import { checkRequest } from "./domain/play/beginning/checks.beginning.ts";
import type { Catalogue } from "./domain/shapes/catalogue/catalogue.ts";
import { configOf } from "./domain/play/beginning/configure.beginning.ts";
import type { BriefEvent } from "./domain/play/events/events.ts";
import { planOf } from "./domain/play/beginning/create-plan.ts";
import { next } from "./domain/rules/protocols/registry.protocol.ts";
import { initialState } from "./domain/rules/protocols/initial-state.ts";
import { reduce } from "./domain/play/state/reduce.ts";
import type { TurnSpec } from "./domain/shapes/state/steps.ts";

const provider = { id: "demo", name: "Demo", demo: true, isAuthenticated: true, keyVariable: null };
const catalogue = {
  providers: () => [provider],
  models: () => [],
  provider: () => provider,
  model: () => ({ contextWindow: null, priceUsdPerMTok: null }),
  defaultModel: () => "demo/debater",
  defaultJudgeModel: () => "demo/judge",
} as unknown as Catalogue;

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

let folder: string;
beforeAll(async () => {
  folder = await copyWithFormats(["domain"]);
  const { compilerOptions } = JSON.parse(await readFile(join(ROOT, "tsconfig.json"), "utf8"));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["domain", "play.ts"] }));
  await writeFile(join(folder, "play.ts"), PLAY);
});
afterAll(() => rm(folder, { recursive: true }));

async function play(format: string, speakers: object[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, [join(folder, "play.ts"), format, JSON.stringify(speakers)]);
  return JSON.parse(stdout);
}

test("Three formats more are one file, one line and one name each, and the domain type-checks with them.", async () => {
  const example = await readFile(join(folder, "domain/rules/formats/devils-advocate.ts"), "utf8");
  expect(example.split("\n").length).toBeLessThanOrEqual(42);
  await run(tsc, ["-p", folder]).catch((error: { stdout: string }) => expect.unreachable(error.stdout));
}, 120_000);

test("The example of the guide is debated to its end.", async () => {
  expect(await play("devils-advocate", [{}, {}, {}])).toEqual({
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
}, 60_000);

test("A second format of proposer and skeptic has the same roles, no judge, and an answer at the end.", async () => {
  expect(await play("red-team", [{ role: "skeptic" }])).toEqual({
    said: ["1 p2 proposal", "1 p1 critique", "2 p2 proposal", "2 p1 critique", "2 p3 synthesis"],
    endedBy: "limit",
    act: "giveAnswer",
    judge: null,
  });
}, 60_000);

test("A second dialectic has the same roles and phases, and a solution at the end.", async () => {
  const played = (await play("committee", [{ role: "security" }, {}, { role: "testing" }])) as { said: string[] };
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
}, 60_000);
