/** Plays a debate as its owner would: decides what is asked, retries once, and ends what cannot go on. */
import type { Client, Debate, NewDebate, TranscriptExport } from "../../api/client/index.ts";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";

export interface Played {
  name: string;
  debate: Debate;
  transcript: TranscriptExport;
  /** What its owner had to do. */
  owner: string[];
  seconds: number;
}

/** What its owner chooses, the first that is offered. */
const CHOICES = ["continue", "drop", "conclude", "end", "abandon", "error"];
/** A debate that takes longer hangs. */
const LIMIT_MS = 900_000;

export async function play(client: Client, name: string, request: NewDebate): Promise<Played> {
  const startedAt = performance.now();
  const owner: string[] = [];
  let debate = await client.create(request);
  const { id } = debate;
  while (!isTerminal(debate.status)) {
    if (performance.now() - startedAt > LIMIT_MS) throw new Error(`${name} hangs in ${debate.status}, ${debate.phase}`);
    const done = await intervene(client, debate, owner);
    if (done) owner.push(done);
    debate = await client.get(id, { waitSeconds: 20 });
  }
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return { name, debate, transcript: await client.transcript(id), owner, seconds };
}

/** Resolves with what was done; null: nothing is asked. */
async function intervene(client: Client, debate: Debate, before: string[]): Promise<string | null> {
  const { id, status, pending, error } = debate;
  if (status === "awaiting_decision" && pending?.type === "decision") {
    const { decision } = pending;
    const option = CHOICES.find((each) => decision.options.some((offered) => offered.id === each)) ?? decision.default;
    await client.decide(id, decision.id, { option });
    return `${decision.kind}: ${option}`;
  }
  if (status !== "error") return null;
  const isRetried = before.some((done) => done.startsWith("retry"));
  if (isRetried) await client.stop(id, { mode: "abandon" });
  else await client.retry(id);
  return `${isRetried ? "stop" : "retry"} after ${error?.kind}: ${error?.message}`;
}
