/** The part of `node-llama-cpp` that is used here. It is no dependency, so its own types are not there. */

export type Said = { type: "system" | "user"; text: string } | { type: "model"; response: string[] };

/** Opaque to us. */
interface Grammar {
  readonly rootRules?: unknown;
}

export interface Generation {
  maxTokens: number;
  temperature?: number;
  topP?: number;
  grammar?: Grammar;
  signal: AbortSignal;
  stopOnAbortSignal: boolean;
  onTextChunk: (text: string) => void;
}

interface Sequence {
  tokenMeter: { getState(): { usedInputTokens: number; usedOutputTokens: number } };
}

interface Model {
  tokenizer: unknown;
  createContext(options: object): Promise<{ getSequence(): Sequence }>;
}

interface Chat {
  chatWrapper: {
    generateContextState(input: { chatHistory: Said[] }): { contextText: { tokenize(tokenizer: unknown): unknown[] } };
  };
  generateResponse(history: Said[], options: Generation): Promise<{ metadata: { stopReason: string } }>;
}

interface Llama {
  loadModel(options: { modelPath: string }): Promise<Model>;
  createGrammarForJsonSchema(schema: unknown): Promise<Grammar>;
}

export interface LlamaModule {
  getLlama: (options: object) => Promise<Llama>;
  LlamaChat: new (options: { contextSequence: Sequence }) => Chat;
}
