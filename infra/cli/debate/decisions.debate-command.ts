/** A decision that waits for its owner: as text, and at the prompt. */
import type { Choice } from "../../../api/client/index.ts";
import type { Decision } from "../../../domain/shapes/schemas/decision.ts";
import { choose } from "../base/choose.ts";
import type { Ask } from "../base/prompt.cli.ts";
import { plainLine } from "../base/terminal.ts";

type Option = Decision["options"][number];

/** The question, its options with what each leads to, and the command that decides. */
export function decisionLines(decision: Decision, debateId: string): string[] {
  const params = (option: Option) => (option.params ? ` --params '${JSON.stringify(option.params)}'` : "");
  return [
    questionLine(decision),
    ...decision.options.map((o) => `  ${o.id}${params(o)}: ${meaningOf(o)}`),
    howToDecide(decision, debateId),
  ];
}

export function questionLine({ id, question }: Decision): string {
  return `decision ${id}: ${plainLine(question)}`;
}

export function howToDecide({ id, default: byDefault, expiresAt }: Decision, debateId: string): string {
  return `decide with: parley decide ${debateId} ${id} <option> (by default ${byDefault}, at ${expiresAt})`;
}

/** Asks for a number, then for what the option needs; null if the person leaves it open. */
export async function askDecision(input: {
  decision: Decision;
  /** Above the options. */
  question: string;
  ask: Ask;
  signal: AbortSignal;
}): Promise<Choice | null> {
  const { decision, question, ask, signal } = input;
  const chosen = await choose({
    ask,
    signal,
    question,
    options: decision.options.map((option) => ({ id: option.id, text: `${option.id}: ${meaningOf(option)}` })),
    enter: `leaves it open (by default ${decision.default}, at ${decision.expiresAt})`,
  });
  const option = decision.options.find(({ id }) => id === chosen);
  if (!option) return null;
  const params = await askParams(option, { ask, signal });
  return { option: option.id, ...(option.params && { params }) };
}

/** A parameter that is left blank is left out. */
async function askParams({ params = {} }: Option, { ask, signal }: { ask: Ask; signal: AbortSignal }) {
  const given: Record<string, unknown> = {};
  for (const [name, meaning] of Object.entries(params)) {
    const text = (await ask(`${name} (${plainLine(meaning)})\n> `, signal)).trim();
    if (text !== "") given[name] = /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  }
  return given;
}

function meaningOf({ label, consequence }: Option): string {
  return `${plainLine(label)}. ${plainLine(consequence)}`;
}
