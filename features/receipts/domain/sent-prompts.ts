/** Writes prompts with each text once. Whole, they would grow with the square of the turns. */
import type { Prompt } from "../../../domain/prompts/parts/prompt.prompt-part.ts";
import type { SentPrompts } from "../../../domain/show/export/receipt.export.ts";

export type SentPrompt = Pick<Prompt, "system" | "messages" | "output">;

export interface PromptWriter {
  add(turnId: string, prompt: SentPrompt): void;
  written(): SentPrompts;
}

export function createPromptWriter(): PromptWriter {
  const places = new Map<string, number>();
  const turns: SentPrompts["turns"] = [];
  const placeOf = (text: string) => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  return {
    add(id, { system, messages, output }) {
      turns.push({
        id,
        system: placeOf(system),
        messages: messages.map(({ role, content }) => ({ role, content: content.map(placeOf) })),
        ...(output && { output }),
      });
    },
    written: () => ({ texts: [...places.keys()], turns }),
  };
}

/** null if it names a text that is missing. */
export function promptIn({ texts }: SentPrompts, written: SentPrompts["turns"][number]): SentPrompt | null {
  const { system, messages, output } = written;
  const places = [system, ...messages.flatMap(({ content }) => content)];
  if (places.some((place) => place >= texts.length)) return null;
  const textAt = (place: number) => texts[place] ?? "";
  return {
    system: textAt(system),
    messages: messages.map(({ role, content }) => ({ role, content: content.map(textAt) })),
    ...(output && { output }),
  };
}
