/** The owner's remarks. The text is stored before the remark gets its place among the turns. */
import { CancellationScope, uuid4 } from "@temporalio/workflow";
import { interjectionId, MOST_INTERJECTIONS, placeOf } from "../../domain/interjections.ts";
import type { CommandInput } from "../messages.ts";
import type { DebateRun } from "../run.ts";
import { storeActs } from "../steps/activity-proxies.ts";
import { publish } from "../steps/publishing.ts";
import { requireLegal, whyIllegal } from "./commands.ts";
import { invalid, listenFor } from "./updates.ts";

const COMMAND = "interject";
const LONGEST_TEXT = 20_000;

export function listenForInterjections(run: DebateRun): void {
  listenFor(run, COMMAND, {
    require: (input) => {
      requireLegal(run, COMMAND, input);
      const why = refusal(run, input);
      if (why !== null) throw invalid(why.detail, [why]);
    },
    work: ({ note, to }) => {
      if (note) add(run, note, to);
      return publish(run);
    },
    signalled: (input) => interject(run, input),
  });
}

async function interject(run: DebateRun, input: CommandInput): Promise<string | null> {
  const { text, to } = input;
  const first = whyIllegal(run, COMMAND) ?? refusal(run, input)?.detail ?? null;
  if (first !== null) return first;
  if (typeof text !== "string" || text.trim() === "" || text.length > LONGEST_TEXT)
    return `/text must have 1 to ${LONGEST_TEXT} characters`;
  const note = uuid4();
  const { debate } = run.place();
  await CancellationScope.nonCancellable(() => storeActs("a remark to the store").keepNote({ debate, note, text }));
  const now = whyIllegal(run, COMMAND) ?? refusal(run, input)?.detail ?? null;
  if (now === null) add(run, note, to);
  return now;
}

function refusal(run: DebateRun, { to }: CommandInput) {
  if (to !== undefined && !run.plan.participants.some((p) => p.id === to))
    return { pointer: "/to", detail: "there is no such participant" };
  if ((run.state.interjections?.length ?? 0) >= MOST_INTERJECTIONS)
    return { pointer: "", detail: `a debate takes ${MOST_INTERJECTIONS} interjections at the most` };
  return null;
}

/** A client repeats a remark whose response was lost: it has its place already. */
function add(run: DebateRun, note: string, to: string | undefined): void {
  if (run.state.interjections?.some((ref) => ref.note === note)) return;
  const place = placeOf(run.plan, run.state, run.inFlight);
  const id = interjectionId(run.state, place.round);
  const interjection = { id, note, ...place, ...(to && { to }), at: new Date().toISOString() };
  run.emit("interjection.added", { round: place.round, turnId: id, interjection });
}
