/** A choice between numbered options at the prompt. */
import type { Ask } from "./prompt.cli.ts";

interface Choosing<T extends string> {
  ask: Ask;
  signal: AbortSignal;
  question: string;
  options: { id: T; text: string }[];
  /** What Enter alone does, for the person. */
  enter: string;
}

/** The option's id, by its number or its id; null after Enter. Other replies are asked again. */
export async function choose<T extends string>(choosing: Choosing<T>): Promise<T | null> {
  const { ask, signal, question, options, enter } = choosing;
  const lines = options.map(({ text }, at) => `  ${at + 1}  ${text}`);
  let prompt = `\n${[question, ...lines].join("\n")}\n1 to ${options.length}, Enter ${enter}\n> `;
  for (;;) {
    const reply = (await ask(prompt, signal)).trim();
    const chosen = options.find(({ id }, at) => reply === String(at + 1) || reply.toLowerCase() === id);
    if (chosen || reply === "") return chosen?.id ?? null;
    prompt = `a number from 1 to ${options.length}, please\n> `;
  }
}
