/** A debate of 50 rounds in small windows, and what share of its input a provider's cache could serve. */
import { countTokens } from "../../domain/shapes/tokens.shape.ts";
import { longTurns, outputOf, requestTokens, windowed } from "../support/debates/long-debate.ts";
import { kindOf } from "../support/models/replies.ts";
import type { ModelJournalEntry, ModelReplyScript, ModelRequest } from "../support/models/server.ts";
import { debaters, requestOf, type World } from "../support/world.ts";

const ROUNDS = 50;
const SPEAKERS = ["p1", "p2", "p3", "p4"];
const WINDOW = 16_000;
/** Tokens below which providers keep no prefix. */
const LEAST_PREFIX = 1_024;

export async function benchContext(world: World): Promise<string[]> {
  return [...(await longDebate(world)), ...(await cacheShares(world))];
}

/** 50 rounds of four speakers with turns of 300 words, all models with a window of 16,000 tokens. */
async function longDebate(world: World): Promise<string[]> {
  world.models.forget();
  world.models.use(debaters(SPEAKERS, { ...longTurns(300), condense: longSummary }));
  const { id } = await world.create(windowed(WINDOW, { maxRounds: ROUNDS, judging: "final-only" }, SPEAKERS.length));
  const log = await world.finished(id);
  const whole = await world.transcript(id);
  // All calls of a round: turns and summaries.
  const perRound = log.flatMap((e) =>
    e.type === "round.completed" ? [(e["usage"] as { inputTokens: number }).inputTokens] : [],
  );
  const first = whole.summaries[0]?.round ?? ROUNDS;
  const growth = (perRound.at(-1) ?? 0) / (perRound[first - 1] ?? 1) - 1;
  const steady = perRound.slice(first - 1);
  const longest = Math.max(...world.models.journal.map((e) => requestTokens(e) + outputOf(e)));
  return [
    `context: ${ROUNDS} rounds, ${SPEAKERS.length} speakers, 300 words a turn, windows of ${WINDOW} tokens: ${log.at(-1)?.type}`,
    `  input tokens by round: ${perRound.join(" ")}`,
    `  summaries: ${whole.summaries.length}, the first in round ${first}; from it to round ${ROUNDS}: ${percent(growth)}`,
    `  from round ${first} on: lowest ${Math.min(...steady)}, mean ${mean(steady)}, highest ${Math.max(...steady)}; halves: ${halves(steady)}`,
    `  longest request with its output: ${longest} tokens of ${WINDOW}`,
    `  continued as new: ${(await runsOf(world, id)) - 1} times`,
  ];
}

/** As long as one may be here: four hundred words. */
function longSummary(request: ModelRequest): ModelReplyScript {
  return {
    text: "They agree on less than they think. ".repeat(57),
    usage: { input: requestTokens(request), output: 400 },
  };
}

function mean(values: number[]): number {
  return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

function halves(values: number[]): string {
  const middle = Math.floor(values.length / 2);
  return `${mean(values.slice(0, middle))} and ${mean(values.slice(middle))}`;
}

function percent(share: number): string {
  return `${share >= 0 ? "+" : ""}${(100 * share).toFixed(1)} %`;
}

async function runsOf(world: World, id: string): Promise<number> {
  const runs = await Array.fromAsync(world.client.workflow.list({ query: `WorkflowId = "${id}"` }));
  return runs.length;
}

/** 12 rounds of two speakers with turns of 400 tokens: how much of each round's input stood in an earlier request. */
async function cacheShares(world: World): Promise<string[]> {
  const layouts: [string, object, (entry: ModelJournalEntry) => ModelJournalEntry][] = [
    ["conversation", {}, (entry) => entry],
    ["shared", { promptLayout: "shared" }, (entry) => entry],
    ["conversation, phase instruction in front", {}, inFront],
  ];
  const lines: string[] = [];
  for (const [name, changes, moved] of layouts) {
    world.models.forget();
    world.models.use(debaters(["p1", "p2"], longTurns(360)));
    const model = "openai/gpt-5.5";
    const participants = ["Ada", "Ben"].map((who) => ({ name: who, model, position: `${who} has a position.` }));
    const { id } = await world.create(requestOf({ maxRounds: 12, judging: "final-only", participants, ...changes }));
    await world.finished(id);
    const shares = sharesOf(world.models.journal.filter((e) => kindOf(e) === "turn").map(moved));
    const later = shares.slice(1);
    const [cached, all] = [later.reduce((s, r) => s + r.cached, 0), later.reduce((s, r) => s + r.input, 0)];
    lines.push(
      `cacheable share of the input, ${name}: rounds 2–12 ${percent(cached / all)}`,
      `  by round: ${shares.map((r) => `${Math.round((100 * r.cached) / r.input)} %`).join(" ")}`,
    );
  }
  return lines;
}

/** As prompts would be that began with what varies. */
function inFront(entry: ModelJournalEntry): ModelJournalEntry {
  const last = entry.messages.at(-1);
  const task = last?.content.slice(last.content.lastIndexOf("It is your turn")) ?? "";
  return { ...entry, system: `${task}\n\n${entry.system}` };
}

/** By round: tokens of input, and those of the longest prefix that an earlier request of the debate began with. */
function sharesOf(entries: ModelJournalEntry[]): { input: number; cached: number }[] {
  const rounds: { input: number; cached: number }[] = [];
  const earlier: string[] = [];
  for (const entry of entries) {
    const text = [entry.system, ...entry.messages.map((m) => `${m.role}: ${m.content}`)].join("\n");
    const round = Number(/It is your turn, .+?: round (\d+) of/.exec(text)?.[1]);
    const prefix = Math.max(0, ...earlier.map((other) => countTokens(commonPrefix(text, other))));
    const sum = (rounds[round - 1] ??= { input: 0, cached: 0 });
    sum.input += countTokens(text);
    sum.cached += prefix >= LEAST_PREFIX ? prefix : 0;
    earlier.push(text);
  }
  return rounds;
}

function commonPrefix(a: string, b: string): string {
  let end = 0;
  while (end < a.length && a[end] === b[end]) end += 1;
  return a.slice(0, end);
}
