/** Servers that leave out what their window does not hold, and say nothing: only their count of a prompt shows it. */

/** Tokens of one prompt: by our count, and by the provider's. */
export interface PromptCut {
  counted: number;
  read: number;
}

/** The smallest default window of Ollama has 2,048. In shorter prompts, differences of counting could decide. */
const LEAST_COUNTED = 2_000;
/** Tokenizers differ by less than a third in either direction. */
export const MOST_READ = 2 / 3;

/** null: the prompt was read whole, or nobody knows. `counted`: without margins. */
export function promptCutOf({ counted, read }: PromptCut): PromptCut | null {
  if (counted < LEAST_COUNTED || read === 0 || read > counted * MOST_READ) return null;
  return { counted, read };
}

/** `server`: such as `The server of ollama/llama3`. */
export function cutText(server: string, { counted, read }: PromptCut): string {
  return `${server} counted ${read} tokens of a prompt that has about ${counted}: it seems to leave out what its window does not hold`;
}

export const HOW_TO_READ_MORE =
  "Let the server read more (Ollama: OLLAMA_CONTEXT_LENGTH; llama.cpp: --ctx-size), and name its window as contextWindow: docs/configuration.md#windows-of-your-own-servers.";
