/** Commands that the API has accepted and not carried out yet, since thousands came at once. */
import { sleep } from "./pause.ts";
import { ParleyProblem } from "./problem.ts";
import type { AcceptedCommand, Debate } from "./types.ts";

interface Source {
  get(id: string): Promise<Debate>;
  read(commandId: string): Promise<AcceptedCommand>;
}

/** Milliseconds between two looks at it: a tenth of what is left. */
const PAUSE = { least: 500, most: 30_000 };

/** The debate once the command was carried out. Throws `ParleyProblem` where it was refused in its turn. */
export async function carriedOut(id: string, answer: Debate | AcceptedCommand, source: Source): Promise<Debate> {
  if (!("acceptedAt" in answer)) return answer;
  let command = answer;
  while (command.status === "waiting") {
    const left = (command.estimateSeconds ?? 0) * 1_000;
    await sleep(Math.min(PAUSE.most, Math.max(PAUSE.least, left / 10)));
    command = await source.read(command.id);
  }
  if (command.refusal) throw refused(command.refusal);
  return source.get(id);
}

function refused({ type, detail }: { type: string; detail: string }): ParleyProblem {
  const status = type === "invalid-request" ? 422 : type === "not-found" ? 404 : 409;
  return new ParleyProblem({ status, body: { type: `/problems/${type}`, detail } });
}
