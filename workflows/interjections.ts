/** The owner's remarks: the text stands in the store before the remark gets its place. */
import { ApplicationFailure, CancellationScope, setHandler, uuid4 } from "@temporalio/workflow";
import { interjectionId, MOST_INTERJECTIONS, placeOf } from "../domain/interjections.ts";
import { move } from "../domain/lifecycle.ts";
import { situationOf } from "../domain/state.ts";
import { storeActs } from "./acts.ts";
import { requireLegal } from "./commands.ts";
import { COMMAND_SIGNALS, type CommandInput, REFUSED } from "./messages.ts";
import { publish } from "./publishing.ts";
import type { DebateRun } from "./run.ts";
import { listenForUpdate } from "./updates.ts";

const COMMAND = "interject";
const LONGEST_TEXT = 20_000;

export function listenForInterjections(run: DebateRun): void {
  listenForUpdate(run, COMMAND, {
    require: (input) => {
      requireLegal(run, COMMAND, input);
      const why = refusal(run, input);
      if (why !== null) throw ApplicationFailure.nonRetryable(why.detail, REFUSED.invalid, [why]);
    },
    work: ({ note, to }) => {
      if (note) add(run, note, to);
      return publish(run);
    },
  });
  setHandler(COMMAND_SIGNALS[COMMAND], async (input?: CommandInput) => {
    const why = await interject(run, input ?? {});
    if (why !== null) run.emit("command.ignored", { command: COMMAND, why });
    await publish(run);
  });
}

async function interject(run: DebateRun, input: CommandInput): Promise<string | null> {
  const { text, to } = input;
  const first = illegal(run) ?? refusal(run, input)?.detail ?? null;
  if (first !== null) return first;
  if (typeof text !== "string" || text.trim() === "" || text.length > LONGEST_TEXT)
    return `/text must have 1 to ${LONGEST_TEXT} characters`;
  const note = uuid4();
  const { debate } = run.place();
  await CancellationScope.nonCancellable(() => storeActs("a remark to the store").keepNote({ debate, note, text }));
  const now = illegal(run) ?? refusal(run, input)?.detail ?? null;
  if (now === null) add(run, note, to);
  return now;
}

function illegal(run: DebateRun): string | null {
  const isLegal = move(situationOf(run.state, run), COMMAND) !== null;
  return isLegal ? null : `${COMMAND} is not legal while the debate is ${run.state.status}`;
}

function refusal(run: DebateRun, { to }: CommandInput) {
  if (to !== undefined && !run.plan.participants.some((p) => p.id === to))
    return { pointer: "/to", detail: "there is no such participant" };
  if ((run.state.interjections?.length ?? 0) >= MOST_INTERJECTIONS)
    return { pointer: "", detail: `a debate takes ${MOST_INTERJECTIONS} interjections at the most` };
  return null;
}

/** A remark that was sent again, since its first sending was not answered, has its place already. */
function add(run: DebateRun, note: string, to: string | undefined): void {
  if (run.state.interjections?.some((ref) => ref.note === note)) return;
  const place = placeOf(run.plan, run.state, run.inFlight);
  const id = interjectionId(run.state, place.round);
  const interjection = { id, note, ...place, ...(to && { to }), at: new Date().toISOString() };
  run.emit("interjection.added", { round: place.round, turnId: id, interjection }, note);
}
