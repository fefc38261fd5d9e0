/** SmolLM2 on one thread: one reply after the other, with its tokens counted as they are. */
import { pathToFileURL } from "node:url";
import type { RealModel } from "./fetch.ts";
import type { Generation, LlamaModule, Said } from "./llama.ts";

/** The window that it was trained with. */
export const WINDOW = 8_192;

export interface Asked {
  messages: Said[];
  maxTokens: number;
  temperature?: number;
  topP?: number;
  /** The reply is JSON of this schema. */
  schema?: unknown;
  signal: AbortSignal;
  onText: (text: string) => void;
}

export interface Spoken {
  finish: "stop" | "length";
  input: number;
  cached: number;
  output: number;
}

export class TooLong extends Error {
  readonly tokens: number;

  constructor(tokens: number) {
    super("the request exceeds the available context size");
    this.tokens = tokens;
  }
}

/** The library makes no grammar of this schema. */
export class NoGrammar extends Error {}

export async function createSpeaker({ engine, weights }: RealModel) {
  const { getLlama, LlamaChat } = (await import(pathToFileURL(engine).href)) as LlamaModule;
  // It neither compiles nor downloads, and leaves the other processor alone.
  const llama = await getLlama({ gpu: false, build: "never", skipDownload: true, maxThreads: 1, logLevel: "error" });
  const model = await llama.loadModel({ modelPath: weights });
  const context = await model.createContext({ contextSize: WINDOW, threads: 1 });
  const sequence = context.getSequence();
  const chat = new LlamaChat({ contextSequence: sequence });
  let last: Promise<unknown> = Promise.resolve();

  async function grammarOf(schema: unknown) {
    try {
      return await llama.createGrammarForJsonSchema(schema);
    } catch (error) {
      throw new NoGrammar(error instanceof Error ? error.message : String(error));
    }
  }

  async function speak(asked: Asked): Promise<Spoken> {
    const { messages, maxTokens, temperature, topP, schema, signal, onText } = asked;
    const history: Said[] = [...messages, { type: "model", response: [] }];
    const state = chat.chatWrapper.generateContextState({ chatHistory: history });
    const input = state.contextText.tokenize(model.tokenizer).length;
    // Its library would shift the window, and drop words in silence.
    if (input + maxTokens > WINDOW) throw new TooLong(input);
    const before = sequence.tokenMeter.getState();
    const options: Generation = { maxTokens, signal, stopOnAbortSignal: true, onTextChunk: onText };
    if (temperature !== undefined) options.temperature = temperature;
    if (topP !== undefined) options.topP = topP;
    if (schema) options.grammar = await grammarOf(schema);
    const { metadata } = await chat.generateResponse(history, options);
    const after = sequence.tokenMeter.getState();
    return {
      finish: metadata.stopReason === "maxTokens" ? "length" : "stop",
      input,
      cached: Math.max(0, input - (after.usedInputTokens - before.usedInputTokens)),
      output: after.usedOutputTokens - before.usedOutputTokens,
    };
  }

  /** Waits for the replies before it. */
  return (asked: Asked): Promise<Spoken> => {
    const spoken = last.then(() => {
      asked.signal.throwIfAborted();
      return speak(asked);
    });
    last = spoken.catch(() => undefined);
    return spoken;
  };
}
