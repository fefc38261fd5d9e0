/** One debate in which one thing goes wrong once, and what must hold of it afterwards. */
import assert from "node:assert/strict";
import { kindOf } from "../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../support/models/server.ts";
import { lookAgain, within } from "../support/waits.ts";
import { debaters, type FlatEvent, requestOf } from "../support/world.ts";
import type { Arena } from "./arena.ts";
import type { Injection } from "./injections.ts";
import type { Moment } from "./moments.ts";
import { requireOneLog } from "./one-log.ts";
import { readThrough } from "./reader.ts";
import type { CellReport } from "./report.ts";

export interface Cell {
  injection: Injection;
  moment: Moment;
}

const P = ["p1", "p2"];
/** No cell may take longer, the longest outage included. */
const LIMIT_MS = 90_000;
/** A call that is under way for so long is there when something breaks. */
const SLOW = { ttft: 1_500 };
/** Calls of a debate of two in which nothing goes wrong. */
const calmIn = ({ rounds = 1, turnCalls = 2 * rounds, clarifies }: Moment): Record<string, number> => ({
  turn: turnCalls,
  assessment: rounds,
  verdict: 1,
  ...(clarifies && { questions: 4 }),
});

/** Rejects with the first thing that does not hold. */
export async function playCell(arena: Arena, cell: Cell): Promise<CellReport> {
  const startedAt = performance.now();
  const { world, apiUrl } = arena;
  world.models.forget();
  const trouble = createTrouble(arena, cell);
  world.models.use(trouble.script);
  const { moment } = cell;
  const { rounds = 1, clarifies, speakAtOnce, asks } = moment;
  const { id } = await world.create(
    requestOf({
      maxRounds: rounds,
      ...(clarifies && { clarifications: { enabled: true } }),
      ...(speakAtOnce && { mode: "simultaneous" }),
      ...asks,
    }),
  );
  const signal = AbortSignal.timeout(LIMIT_MS);
  const log = await within(
    LIMIT_MS,
    readThrough(apiUrl, id, {
      signal,
      heard: (event) => {
        if (event.type === "phase.started" && event["phase"] === "awaiting_answers") void trouble.awaiting(id);
      },
    }),
  );
  await within(LIMIT_MS, trouble.over());
  assert.equal(log.at(-1)?.type, "debate.completed");
  await within(LIMIT_MS, requireOneLog({ arena, id, log, signal }));
  const turns = await requireEachTurnOnce(arena, { id, log, moment });
  if (moment.tells) assert.equal(log.filter(({ type }) => type === moment.tells).length, 1, moment.tells);
  const again = requireCalls(arena, cell);
  return { ended: "completed", turns, events: log.length, again, ms: performance.now() - startedAt };
}

function createTrouble(arena: Arena, { injection, moment }: Cell) {
  const usual = debaters(P, { ask: () => (answered ? [] : ["Which city is meant?"]), ...moment.manner });
  let calls = 0;
  let answered = false;
  let strike: Promise<void> = Promise.resolve();
  const whole = Promise.withResolvers<void>();
  const begin = () => {
    strike = injection.strike?.(arena) ?? Promise.resolve();
    strike.catch(whole.reject);
    return strike;
  };
  const script = (request: ModelRequest): ModelReplyScript => {
    const reply = usual(request);
    if (kindOf(request) !== moment.kind || ++calls !== moment.nth) return reply;
    if (injection.reply) return injection.reply;
    if (!injection.strike || moment.clarifies) return reply;
    void begin().then(whole.resolve, whole.reject);
    return { ...reply, profile: SLOW };
  };
  return {
    script,
    /** Breaks what is to break while nobody is at work, then answers. */
    async awaiting(id: string): Promise<void> {
      if (answered) return;
      answered = true;
      await begin();
      await answer(arena, id);
      whole.resolve();
    },
    /** What broke is whole again. */
    over: () => (injection.strike ? whole.promise : Promise.resolve()),
  };
}

/** Answers the question as an owner would: again when the service does not answer. */
async function answer({ world }: Arena, id: string): Promise<void> {
  const given = { answers: [{ questionId: "q1", answer: "Lisbon." }] };
  const until = Date.now() + LIMIT_MS;
  for (;;) {
    const status = await world.post(`/v1/debates/${id}/answers`, given).then((it) => it.status);
    if (status < 400) return;
    // 409: an earlier try has taken effect.
    if (status === 409 && (await world.debate(id)).pending === null) return;
    if (Date.now() > until) throw new Error(`answering ends with ${status}`);
    await lookAgain(300);
  }
}

/** How many are whole. Those who speak at once end in any order. */
async function requireEachTurnOnce(
  { world }: Arena,
  { id, log, moment }: { id: string; log: FlatEvent[]; moment: Moment },
): Promise<number> {
  const { rounds = 1, late = [], speakAtOnce } = moment;
  const said = log.filter((event) => event.type === "turn.completed").map((event) => String(event["turnId"]));
  const wanted = ["g1-r1-t1", "g1-r1-t2", "g1-r2-t1", "g1-r2-t2"].slice(0, 2 * rounds);
  assert.deepEqual(speakAtOnce ? said.toSorted() : said, wanted, "turns in the log");
  const { turns: kept } = await world.transcript(id);
  assert.deepEqual(
    kept.map((turn) => [turn.participant, turn.status]),
    wanted.map((turn) => [turn.endsWith("t1") ? "Ada" : "Ben", late.includes(turn) ? "failed" : "whole"]),
    "turns in the transcript",
  );
  assert.equal((await world.debate(id)).status, "completed");
  return wanted.length - late.length;
}

/** Nothing is bought twice but what broke. */
function requireCalls({ world }: Arena, { injection, moment }: Cell): number {
  const made: Record<string, number> = {};
  for (const entry of world.models.journal) made[kindOf(entry)] = (made[kindOf(entry)] ?? 0) + 1;
  const calm = calmIn(moment);
  const again = calledAgain({ injection, moment }, (made[moment.kind] ?? 0) - (calm[moment.kind] ?? 0));
  const wanted = { ...calm, [moment.kind]: (calm[moment.kind] ?? 0) + again };
  // Who dies beside a round may have had the other call under way too.
  const other = moment.kind === "turn" ? "assessment" : "turn";
  const more = (made[other] ?? 0) - (calm[other] ?? 0);
  const isLostToo = moment.rounds !== undefined && injection.strike !== undefined && more > 0 && more <= again;
  if (isLostToo) wanted[other] = made[other] ?? 0;
  assert.deepEqual(made, wanted, "calls of the models");
  return again + (isLostToo ? more : 0);
}

/** Where calls are under way at once, what breaks may meet none or all of them. */
function calledAgain({ injection, moment }: Cell, found: number): number {
  const again = injection.again({ callUnderWay: !moment.clarifies });
  if (!injection.strike || moment.atOnce === undefined) return again;
  return Math.min(Math.max(found, 0), Math.max(again * moment.atOnce, moment.keepsNothing ? 1 : 0));
}
