/** Server-sent events as OpenAI's clients read them: `data` alone, and no field that they do not know. */
import type { Context } from "hono";
import type { AppEnv } from "../../../api/base/context.api-base.ts";
import { PROBLEMS } from "../../../api/base/errors.api-base.ts";
import { openAiError } from "../../../api/base/openai-errors.ts";
import type { Services } from "../../../api/base/services.ts";
import { answerStream } from "../../../api/events/answer-stream.ts";
import { sseStream } from "../../../api/http/sse.http.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";

interface Frames {
  events: (signal: AbortSignal) => AsyncIterable<object>;
  /** Sent after the last event. */
  last?: string;
  /** False leaves an event out. */
  isShown?: (event: object) => boolean;
}

export function answerFrames(c: Context<AppEnv>, services: Services, input: Frames): Response {
  return answerStream(c, services, (circumstances) =>
    sseStream({ ...circumstances, isReopened: false, frames: (signal) => framesOf(input, signal) }),
  );
}

async function* framesOf({ events, last, isShown = () => true }: Frames, signal: AbortSignal) {
  try {
    for await (const event of events(signal)) if (isShown(event)) yield frame(event);
  } catch (error) {
    if (!(error instanceof ParleyError) || signal.aborted) throw error;
    yield `data: ${JSON.stringify(openAiError(error, PROBLEMS[error.code].status))}\n\n`;
  }
  if (last !== undefined && !signal.aborted) yield `data: ${last}\n\n`;
}

function frame(event: object): string {
  const name = "type" in event ? `event: ${String(event.type)}\n` : "";
  return `${name}data: ${JSON.stringify(event)}\n\n`;
}
