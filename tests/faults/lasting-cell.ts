/** A debate of which one kind of call fails for good: it must end as its policy says. */
import assert from "node:assert/strict";
import { isTerminalEvent } from "../../domain/play/events/events.ts";
import { kindOf } from "../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../support/models/server.ts";
import { debaters, type FlatEvent, requestOf } from "../support/world.ts";
import type { Arena } from "./arena.ts";
import { type LastingFault, needsOwner, type Way } from "./lasting.ts";
import { requireOneLog } from "./one-log.ts";
import { readThrough } from "./reader.ts";
import type { CellReport } from "./report.ts";

export interface LastingCell {
  fault: LastingFault;
  way: Way;
}

interface Asked {
  participants: object[];
}

const LIMIT_MS = 120_000;
const P = ["p1", "p2", "p3"];
/** The one whose calls fail; the judge of the request is of the other kind. */
const isSecond = ({ model }: ModelRequest) => model.includes("claude");
const VARIABLES = { turn: "ANTHROPIC_API_KEY", questions: "ANTHROPIC_API_KEY" } as Record<string, string>;

/** Whose topic begins with `mark` speaks by the script of its own debate. */
export interface Stage {
  arena: Arena;
  scripts: Map<string, (request: ModelRequest) => ModelReplyScript>;
}

export async function playLasting(stage: Stage, { fault, way }: LastingCell, n: number): Promise<CellReport> {
  const startedAt = performance.now();
  const { arena, scripts } = stage;
  const mark = `Case-${n}-`;
  const trouble = createTrouble({ fault, way });
  scripts.set(mark, trouble.script);
  const clarifies = way.kind === "questions" && { clarifications: { enabled: true } };
  const asked = requestOf(
    { topic: `${mark} Should cities ban cars?`, policies: way.policies, ...clarifies },
    3,
  ) as Asked;
  if (way.fallbacks) Object.assign(asked.participants[1] as object, { fallbacks: way.fallbacks });
  const { id } = await arena.world.create(asked);
  const signal = AbortSignal.timeout(LIMIT_MS);
  const heard = createOwner({ arena, way, id, trouble });
  const log = await readThrough(arena.apiUrl, id, { signal, heard: heard.hears });
  await heard.done();
  await requireOneLog({ arena, id, log, signal });
  await requireEnding({ arena, id, log, cell: { fault, way } });
  const acts = needsOwner(fault, way) ? 1 : way.acts;
  assert.equal(trouble.failed(), acts * fault.tries, "calls that failed");
  const { status, result } = await arena.world.debate(id);
  const lost = result?.degraded.length ? `, ${result.degraded.length} lost` : "";
  return {
    ended: `${needsOwner(fault, way) || way.fails ? "error, retried, " : ""}${status}: ${result?.type}${lost}`,
    turns: log.filter(isWhole).length,
    events: log.length,
    again: trouble.failed() - acts,
    ms: performance.now() - startedAt,
  };
}

function createTrouble({ fault, way }: LastingCell) {
  let [failed, answered, healed] = [0, false, false];
  const ask = (request: ModelRequest) => (answered || isSecond(request) ? [] : ["Which city is meant?"]);
  const everybody = debaters(P, { ask });
  // A judge rules on those who are left.
  const theRest = debaters(way.turns.length === 1 && way.kind === "turn" ? ["p1"] : ["p1", "p3"], { ask });
  const losesSecond = (way.kind === "turn" && !way.fallbacks) || (way.degraded === 1 && way.kind === "questions");
  const strikes = (request: ModelRequest) =>
    !healed &&
    kindOf(request) === way.kind &&
    isSecond(request) === (way.kind === "turn" || way.kind === "questions") &&
    (way.kind !== "questions" || answered);
  return {
    failed: () => failed,
    heal: () => void (healed = true),
    answer: () => void (answered = true),
    script: (request: ModelRequest): ModelReplyScript => {
      if (!strikes(request)) return (losesSecond && !healed ? theRest : everybody)(request);
      failed += 1;
      return fault.reply;
    },
  };
}

/** Answers, decides and retries, once each, as soon as the log asks for it. */
function createOwner(on: { arena: Arena; way: Way; id: string; trouble: ReturnType<typeof createTrouble> }) {
  const { arena, way, id, trouble } = on;
  const done: Promise<void>[] = [];
  const send = async (path: string, body: object = {}) => {
    const { status, text } = await arena.world.post(`/v1/debates/${id}/${path}`, body);
    assert.ok(status < 300, `${path}: ${text}`);
  };
  const hears = (event: FlatEvent): void => {
    if (event.type === "phase.started" && event["phase"] === "awaiting_answers") {
      trouble.answer();
      done.push(send("answers", { answers: [{ questionId: "q1", answer: "Lisbon." }] }));
    }
    if (event.type === "decision.requested" && way.decides) {
      const { heals, ...choice } = way.decides;
      if (heals) trouble.heal();
      done.push(send(`decisions/${(event["decision"] as { id: string }).id}`, choice));
    }
    if (event.type === "debate.status" && event["status"] === "error") {
      trouble.heal();
      done.push(send("retry"));
    }
  };
  return { hears, done: () => Promise.all(done) };
}

async function requireEnding(on: { arena: Arena; id: string; log: FlatEvent[]; cell: LastingCell }): Promise<void> {
  const { arena, id, log, cell } = on;
  const { fault, way } = cell;
  assert.ok(isTerminalEvent(log.at(-1)?.type ?? ""));
  const errors = log.filter((e) => e.type === "debate.status" && e["status"] === "error").map((e) => e["error"]);
  assert.equal(errors.length, needsOwner(fault, way) || way.fails ? 1 : 0, "times in error");
  if (needsOwner(fault, way)) {
    const { kind, suggestion } = errors[0] as { kind: string; suggestion: string };
    assert.equal(kind, "authentication");
    assert.match(suggestion, new RegExp(VARIABLES[way.kind] ?? "OPENAI_API_KEY"));
  }
  requireFitForUsers(log);
  const expected = needsOwner(fault, way) ? { ...way, turns: [P, P].map(() => [1, 2, 3]), ...MENDED } : way;
  const { status, result } = await arena.world.debate(id);
  const ending = { status, type: result?.type, endedBy: result?.endedBy, degraded: result?.degraded.length };
  const { result: type, endedBy } = expected;
  const degraded = expected.degraded + (way.fallbacks && fault.isPaid ? 1 : 0);
  assert.deepEqual(ending, { status: "completed", type, endedBy, degraded }, "how it ended");
  const whole = expected.turns.flatMap((seats, r) => seats.map((seat) => `g1-r${r + 1}-t${seat}`));
  const said = log.filter(isWhole).map((e) => e["turnId"]);
  assert.deepEqual(said, whole, "turns in the log");
  const { turns } = await arena.world.transcript(id);
  const kept = turns.filter((turn) => turn.status === "whole").map((turn) => turn.id);
  assert.deepEqual(kept, whole, "turns in the transcript");
  const decisions = log.filter((e) => e.type === "decision.made").map((e) => (e["decision"] as Made).made.by);
  const asks = !needsOwner(fault, way) && way.name.startsWith("ask");
  assert.deepEqual(decisions, asks ? [way.decides ? "owner" : "default"] : [], "decisions");
}

/** Every fault has a kind and a sentence, those that end something a suggestion too; none has a key or a stack. */
function requireFitForUsers(log: FlatEvent[]): void {
  const failures = log.filter((e) => e.type === "turn.failed" || e.type === "judge.failed");
  assert.ok(failures.length > 0, "no fault is told");
  for (const { kind, message } of failures) assert.match([kind, message].join(": "), /^[a-z_]+: .{10,}/);
  for (const { error } of log) if (error) assert.match((error as { suggestion: string }).suggestion, /^[A-Z].{10,}\.$/);
  assert.doesNotMatch(JSON.stringify(log), /test-key-|\\n +at |\.[jt]s:\d+:\d+/);
}

/** What a failed turn had said is kept too. */
function isWhole(event: FlatEvent): boolean {
  return event.type === "turn.completed" && (event["turn"] as { status: string }).status === "whole";
}

interface Made {
  made: { by: string };
}

/** A debate whose owner has mended what was wrong is as if nothing had happened. */
const MENDED = { result: "verdict", endedBy: "limit", degraded: 0 } as const;
