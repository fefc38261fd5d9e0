/** What an activity asks of a model, whoever provides it. */
import type { Room } from "../../domain/context/state.ts";
import type { Spend } from "../../domain/debate-state.ts";
import type { FaultKind } from "../../domain/faults.ts";
import type { ModelRef } from "../../domain/plan.ts";
import type { ChatMessage, OutputSchema } from "../../domain/prompts/prompt.ts";

export interface ModelCall {
  model: ModelRef;
  system: string;
  messages: ChatMessage[];
  temperature?: number;
  maxOutputTokens: number;
  /** Ask for JSON of this shape through the provider's structured output. */
  output?: OutputSchema;
  /** Groups calls that share a prefix (OpenAI's `prompt_cache_key`). */
  cacheKey?: string;
  signal: AbortSignal;
  /** The whole call may take so long, in milliseconds. */
  timeoutMs: number;
  /** Silence of the stream that counts as a timeout, in milliseconds. */
  silenceMs: number;
  onDelta?: (text: string) => void;
  /** Called when the signal cuts the call short, with what it came to as far as the provider has said. */
  onCut?: (spend: Spend) => void;
}

export interface ModelReply {
  text: string;
  spend: Spend;
  /** As the provider names it. */
  model: string;
  latencyMs: number;
  firstTokenMs: number | null;
}

export interface Models {
  /** One model call. Throws a `ModelFault`, or the signal's abort reason. */
  complete(call: ModelCall): Promise<ModelReply>;
}

/** A classified fault of a model call (spec §1.11). `message` is fit to be shown: no key, no prompt. */
export class ModelFault extends Error {
  readonly kind: FaultKind;
  readonly retryAfterMs: number | undefined;
  readonly suggestion: string;
  /** What this attempt cost as far as it is known. */
  readonly spend: Spend;
  /** What had been said before the fault. */
  readonly partial: string;
  /** The provider may bill more than is known: it had begun, and its end was not heard. */
  readonly unsettled: boolean;
  /** Of a prompt that did not fit: whoever made it knows how long it was. */
  room: Room | undefined;

  constructor(input: {
    kind: FaultKind;
    message: string;
    suggestion: string;
    spend: Spend;
    retryAfterMs?: number;
    partial?: string;
    unsettled?: boolean;
    cause?: unknown;
    room?: Room;
  }) {
    super(input.message, { cause: input.cause });
    this.name = "ModelFault";
    this.kind = input.kind;
    this.retryAfterMs = input.retryAfterMs;
    this.suggestion = input.suggestion;
    this.spend = input.spend;
    this.partial = input.partial ?? "";
    this.unsettled = input.unsettled ?? false;
    this.room = input.room;
  }
}
