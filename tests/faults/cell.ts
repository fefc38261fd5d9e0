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
const calmIn = (rounds: number) => ({ turn: 2 * rounds, assessment: rounds, verdict: 1 });

/** Rejects with the first thing that does not hold. */
export async function playCell(arena: Arena, cell: Cell): Promise<CellReport> {
  const startedAt = performance.now();
  const { world, apiUrl } = arena;
  world.models.forget();
  const trouble = createTrouble(arena, cell);
  world.models.use(trouble.script);
  const { moment } = cell;
  const { rounds = 1 } = moment;
  const { id } = await world.create(
    requestOf({ maxRounds: rounds, ...(moment.clarifies && { clarifications: { enabled: true } }) }),
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
  await requireEachTurnOnce(arena, { id, log, rounds });
  const again = requireCalls(arena, cell);
  return { ended: "completed", turns: 2 * rounds, events: log.length, again, ms: performance.now() - startedAt };
}

function createTrouble(arena: Arena, { injection, moment }: Cell) {
  const usual = debaters(P, { ask: () => (answered ? [] : ["Which city is meant?"]) });
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

async function requireEachTurnOnce(
  { world }: Arena,
  { id, log, rounds }: { id: string; log: FlatEvent[]; rounds: number },
) {
  const said = log.filter((event) => event.type === "turn.completed").map((event) => event["turnId"]);
  const turns = said.filter((turn) => /^g1-r\d-t\d$/.test(String(turn)));
  const wanted = ["g1-r1-t1", "g1-r1-t2", "g1-r2-t1", "g1-r2-t2"].slice(0, 2 * rounds);
  assert.deepEqual(turns, wanted, "turns in the log");
  const { turns: kept } = await world.transcript(id);
  assert.deepEqual(
    kept.map((turn) => turn.participant),
    wanted.map((turn) => (turn.endsWith("t1") ? "Ada" : "Ben")),
    "turns in the transcript",
  );
  assert.equal((await world.debate(id)).status, "completed");
}

/** Nothing is bought twice but what broke. */
function requireCalls({ world }: Arena, { injection, moment }: Cell): number {
  const made: Record<string, number> = {};
  for (const entry of world.models.journal) made[kindOf(entry)] = (made[kindOf(entry)] ?? 0) + 1;
  const calm: Record<string, number> = { ...calmIn(moment.rounds ?? 1), ...(moment.clarifies && { questions: 4 }) };
  const again = injection.again({ callUnderWay: !moment.clarifies });
  const wanted = { ...calm, [moment.kind]: (calm[moment.kind] ?? 0) + again };
  // Who dies beside a round may have had the other call under way too.
  const other = moment.kind === "turn" ? "assessment" : "turn";
  const more = (made[other] ?? 0) - (calm[other] ?? 0);
  const isLostToo = moment.rounds !== undefined && injection.strike !== undefined && more > 0 && more <= again;
  if (isLostToo) wanted[other] = made[other] ?? 0;
  assert.deepEqual(made, wanted, "calls of the models");
  return again + (isLostToo ? more : 0);
}
