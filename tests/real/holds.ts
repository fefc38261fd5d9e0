/** What must hold of a debate and of its bill, whatever a model has said. Each fault is a sentence. */
import type { Experiment } from "../../api/client/index.ts";
import type { Played } from "./play.ts";
import type { Exchange } from "./wire.ts";

/** Marks of thoughts that models write into their text. */
const THOUGHTS = /<\/?(think|thinking|thought|reasoning)>|<\|(channel|start|message|end)\|>/;
const FACTOR = 1e-9;

export function debateFaults({ name, debate, transcript, owner }: Played, exchanges: Exchange[]): string[] {
  const faults: string[] = [];
  const hold = (what: string, isHeld: boolean) => void (isHeld || faults.push(`${name}: ${what}`));
  const { turns } = transcript;
  const isAbandoned = owner.some((done) => done.startsWith("stop"));
  hold(`it ended as completed, not ${debate.status}`, debate.status === "completed" || isAbandoned);
  hold("each turn stands once in the transcript", new Set(turns.map(({ id }) => id)).size === turns.length);
  for (const { id, text, status, answer, critique } of turns) {
    if (status === "failed") continue;
    hold(`${id} has a text`, text.trim() !== "");
    hold(`${id} has no thoughts`, !THOUGHTS.test(text));
    // What was made from JSON has other words.
    if (!answer && !critique)
      hold(
        `${id} is a reply of the model`,
        exchanges.some((each) => isSaid(text, each.text)),
      );
  }
  const { usage, cost } = debate;
  const tokens = usage.inputTokens + usage.outputTokens;
  if (cost.maxTokens !== undefined) hold(`${tokens} tokens are within ${cost.maxTokens}`, tokens <= cost.maxTokens);
  const { totalUsd, limitUsd } = cost;
  if (limitUsd !== null && totalUsd !== null)
    hold(`$${totalUsd} is within $${limitUsd}`, totalUsd <= limitUsd * (1 + FACTOR));
  return faults;
}

/** White space and unfinished characters apart. */
function isSaid(text: string, reply: string): boolean {
  const plain = (words: string) => words.replace(/[^\p{L}\p{N}]+/gu, "");
  return plain(reply).includes(plain(text));
}

/** All that the server has answered was bought once, and counted as the server counts. */
export function billFaults(played: Played[], experiment: Experiment | null, exchanges: Exchange[]): string[] {
  const answered = exchanges.filter(({ status }) => status === 200);
  const counted = answered.flatMap(({ usage }) => usage ?? []);
  const calls = played.reduce((sum, { debate }) => sum + debate.usage.calls, experiment?.calls ?? 0);
  const faults = calls === answered.length ? [] : [`${calls} calls are recorded, ${answered.length} were answered`];
  // A server that does not count leaves nothing to compare.
  if (counted.length < answered.length || experiment) return faults;
  for (const kind of ["input", "output"] as const) {
    const recorded = played.reduce((sum, { debate }) => sum + debate.usage[`${kind}Tokens`], 0);
    const said = counted.reduce((sum, usage) => sum + usage[kind], 0);
    if (recorded !== said) faults.push(`${recorded} tokens of ${kind} are recorded, the server counted ${said}`);
  }
  return faults;
}

export function experimentFaults(experiment: Experiment): string[] {
  const { status, cells } = experiment;
  const isWhole = status === "completed" && cells.done + cells.failed === cells.total;
  return isWhole ? [] : [`the experiment is ${status}, ${cells.done} of ${cells.total} cells done`];
}
