/** The owner's remarks. The text is stored before the remark gets its place among the turns. */
import { CancellationScope, sleep, uuid4 } from "@temporalio/workflow";
import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";
import { interjectionId, MOST_INTERJECTIONS, placeOf } from "../../domain/shapes/state/interjections.state.ts";
import type { CommandInput } from "../base/messages.workflow-base.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";
import { storeActs } from "../steps/activity-proxies.ts";
import { publish } from "../steps/publishing.ts";
import { requireLegal, whyIllegal } from "./commands.owner.ts";
import { invalid, listenFor } from "./updates.owner.ts";

const COMMAND = "interject";
const LONGEST_TEXT = 20_000;

interface Waiting {
  note: string;
  to: string | undefined;
  /** Why it has no place; null: it has one. */
  settle(why: Problem | null): void;
}

/** Remarks that wait for their places, or for their publication. */
interface Line {
  waiting: Waiting[];
  isPlacing: boolean;
}

const lines = new WeakMap<DebateRun, Line>();

function lineOf(run: DebateRun): Line {
  const line = lines.get(run) ?? { waiting: [], isPlacing: false };
  lines.set(run, line);
  return line;
}

export function listenForInterjections(run: DebateRun): void {
  listenFor(run, COMMAND, {
    require: (input) => {
      requireLegal(run, COMMAND, input);
      // While others wait for their places, the log may have given this one its own.
      const why = strange(run, input) ?? (lineOf(run).waiting.length === 0 && !has(run, input.note) ? full(run) : null);
      if (why !== null) throw invalid(why.detail, [why]);
    },
    async work({ note, to }) {
      const why = note === undefined ? null : await place(run, note, to);
      if (why === null) return publish(run);
      requireLegal(run, COMMAND, {});
      throw invalid(why.detail, [why]);
    },
    signalled: (input) => interject(run, input),
  });
}

async function interject(run: DebateRun, input: CommandInput): Promise<string | null> {
  const { text, to } = input;
  const first = whyIllegal(run, COMMAND) ?? (strange(run, input) ?? full(run))?.detail ?? null;
  if (first !== null) return first;
  if (typeof text !== "string" || text.trim() === "" || text.length > LONGEST_TEXT)
    return `/text must have 1 to ${LONGEST_TEXT} characters`;
  const note = uuid4();
  const { debate } = run.place();
  await CancellationScope.nonCancellable(() => storeActs("a remark to the store").keepNote({ debate, note, text }));
  return (await place(run, note, to))?.detail ?? null;
}

function strange(run: DebateRun, { to }: CommandInput): Problem | null {
  if (to === undefined || run.plan.participants.some((p) => p.id === to)) return null;
  return { pointer: "/to", detail: "there is no such participant" };
}

function full({ state }: DebateRun): Problem | null {
  if ((state.interjections?.length ?? 0) < MOST_INTERJECTIONS) return null;
  return { pointer: "", detail: `a debate takes ${MOST_INTERJECTIONS} interjections at the most` };
}

/** Also a remark that a client repeats because its response was lost. */
function has({ state }: DebateRun, note: string | undefined): boolean {
  return note !== undefined && (state.interjections?.some((ref) => ref.note === note) ?? false);
}

/** Gives a remark its number and its place. Returns why it has none. */
function place(run: DebateRun, note: string, to: string | undefined): Promise<Problem | null> {
  return new Promise((settle, fail) => {
    const line = lineOf(run);
    line.waiting.push({ note, to, settle });
    if (!line.isPlacing) placeAll(run, line).catch(fail);
  });
}

/**
 * Under a storm of commands the server drops tasks, and hands out their commands again in another order. What such a task
 * has written stays in the log. So remarks get their numbers after a timer, when the history has them and their order.
 */
async function placeAll(run: DebateRun, line: Line): Promise<void> {
  line.isPlacing = true;
  try {
    while (line.waiting.length > 0) {
      const known = [...line.waiting];
      await CancellationScope.nonCancellable(() => sleep(1));
      await placed(run, line, known);
    }
  } finally {
    line.isPlacing = false;
  }
}

/** One whose number the log has given to another still waits. */
async function placed(run: DebateRun, line: Line, some: Waiting[]): Promise<void> {
  const refused = new Map<Waiting, Problem>();
  for (const one of some) {
    if (has(run, one.note)) continue;
    const illegal = whyIllegal(run, COMMAND);
    const why = illegal === null ? full(run) : { pointer: "", detail: illegal };
    if (why) refused.set(one, why);
    else add(run, one);
  }
  await publish(run);
  const left = some.filter((one) => !has(run, one.note) && !refused.has(one));
  line.waiting = line.waiting.filter((one) => left.includes(one) || !some.includes(one));
  for (const one of some) if (!left.includes(one)) one.settle(refused.get(one) ?? null);
}

function add(run: DebateRun, { note, to }: Waiting): void {
  const { round, index } = placeOf(run.plan, run.state, run.inFlight);
  const id = interjectionId(run.state, round);
  const interjection = { id, note, round, index, ...(to && { to }), at: new Date().toISOString() };
  run.emit("interjection.added", { round, turnId: id, interjection });
}
