/** An act that is put once under its id: whoever comes second takes what is stored. */
import type { Reading } from "../domain/prompts/prompt.ts";
import { type Act, persistently } from "./act.ts";
import type { Composed } from "./composed.ts";
import type { ActivityDeps } from "./index.ts";
import { beforeCall, bill, type JudgeInput, rule } from "./judging.ts";
import type { ActOutcome } from "./take-turn.ts";

export interface Acting {
  input: JudgeInput;
  act: Act;
}

interface Settled<C extends Composed, V, T> {
  stored: Promise<T | null | undefined>;
  call: Promise<C>;
  read: (text: string, call: C) => Reading<V>;
  /** What is stored, of what the model said and what that cost. */
  make: (from: { call: C; value: V; billed: ReturnType<typeof bill> }) => T;
  /** Answers with what stands there now. */
  put: (made: T) => Promise<T>;
  tell: (settled: T) => Promise<ActOutcome>;
}

/** What is stored is told; else the call is made as it was composed, unless a summary is needed first. */
export async function settle<C extends Composed, V, T>(
  deps: ActivityDeps,
  { input, act }: Acting,
  { stored, call: composing, read, make, put, tell }: Settled<C, V, T>,
): Promise<ActOutcome> {
  const [found, call] = await Promise.all([stored, composing]);
  if (found) return tell(found);
  const unmet = await beforeCall(deps, { id: input.id, publication: input.publication, act, call });
  if (unmet) return unmet;
  const { reply, value } = await rule(deps, { input, act, call }, (text) => read(text, call));
  const made = make({ call, value, billed: bill(deps, act, reply) });
  return tell(await persistently(act.signal, () => put(made)));
}
