/** The port between activities and models. */

import type { ChatMessage, OutputSchema } from "../../../domain/prompts/parts/prompt.prompt-part.ts";
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import type { PromptCut } from "../../../domain/shapes/context/cut-prompts.ts";
import type { Room } from "../../../domain/shapes/context/room.shape.ts";
import type { FaultKind } from "../../../domain/shapes/faults/kinds.shape.ts";
import type { ShownImages } from "../../../domain/shapes/images/image.ts";
import type { ImageInfo } from "../../../domain/shapes/images/image-info.ts";
import type { Spend } from "../../../domain/shapes/state/state.ts";
import type { CallTools, Exchange, Lookups } from "./tools.model.ts";

export interface CallImage {
  mediaType: ImageInfo["mediaType"];
  /** Base64. */
  data: string;
}

/** Images with their captions, and what is said of those that are not shown. They follow one block of the messages. */
export interface CallImages {
  after: ShownImages["after"];
  parts: (string | CallImage)[];
  /** At most. */
  tokens: number;
}

/**
 * What a reply had that its provider's documents do not speak of. `content`, `event`: a part or an event that is not
 * understood, and left out; `no-ending`: no reason why it ended; `no-stream`: one piece instead of a stream; `thoughts`: marks
 * of thoughts in the text; `thoughts-closed-alone`: those whose opening mark stood in the prompt's template; `tool-call`: a
 * call of a tool that nobody offered.
 */
export type Oddity =
  | "content"
  | "event"
  | "no-ending"
  | "no-stream"
  | "thoughts"
  | "thoughts-closed-alone"
  | "tool-call";

export interface ModelCall {
  model: ModelRef;
  system: string;
  messages: ChatMessage[];
  images?: CallImages;
  temperature?: number;
  topP?: number;
  maxOutputTokens: number;
  /** A text that was cut off at `maxOutputTokens` is a reply too. */
  keepsCut?: boolean;
  /** Requests JSON of this shape through structured output. */
  output?: OutputSchema;
  tools?: CallTools;
  /** Earlier replies to this prompt, which asked for tools, with what the tools answered. Oldest first. */
  exchanges?: Exchange[];
  /** Groups calls that share a prefix (OpenAI's `prompt_cache_key`). */
  cacheKey?: string;
  signal: AbortSignal;
  /** Limit of the whole call in milliseconds. */
  timeoutMs: number;
  /** Limit of the stream's silence in milliseconds. */
  silenceMs: number;
  onDelta?: (text: string) => void;
  /** What `onDelta` was given so far were thoughts. */
  onUnsaid?: () => void;
  /** Called at the end with what was odd about the reply, each kind once. */
  onOddities?: (kinds: Oddity[]) => void;
  /** Called when the model has read the prompt, and maybe more often. */
  onBegun?: () => void;
  /** Called with the reply as soon as it is there. */
  onReply?: (reply: ModelReply) => void;
  /** Called with the known cost if the signal cancels the call. */
  onCut?: (spend: Spend) => void;
}

export interface ModelReply {
  text: string;
  spend: Spend;
  /** As the provider names it. */
  model: string;
  latencyMs: number;
  firstTokenMs: number | null;
  /** It was cut off at its limit of output. */
  isCut?: true;
  /** Of a call for a debate: its server seems not to have read the whole prompt. */
  promptCut?: PromptCut;
  /** Missing: the model looked nothing up. */
  lookups?: Lookups;
}

export interface Models {
  /** Throws a `ModelFault`, or the signal's abort reason. */
  complete(call: ModelCall): Promise<ModelReply>;
}

/**
 * A classified fault of a model call (docs/design/debate.md#111-faults-policies-decisions). `message` contains no key
 * and no prompt, so it may be shown.
 */
export class ModelFault extends Error {
  readonly kind: FaultKind;
  readonly retryAfterMs: number | undefined;
  readonly suggestion: string;
  /** Known cost of this attempt. */
  spend: Spend;
  /** Text received before the fault. */
  readonly partial: string;
  /** The provider may bill more than is known: it had started, and its end is unknown. */
  readonly unsettled: boolean;
  /** Set by the caller if the prompt did not fit. */
  room: Room | undefined;

  constructor(input: {
    kind: FaultKind;
    message: string;
    suggestion: string;
    spend: Spend;
    retryAfterMs?: number;
    partial?: string;
    unsettled?: boolean;
    room?: Room;
  }) {
    super(input.message);
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
