/** `POST /agui/{preset}`: a debate as a run of an agent that front ends show. */
import { z } from "zod";
import { PROBLEMS } from "../../../api/base/errors.api-base.ts";
import type { Services } from "../../../api/base/services.ts";
import { answerStream } from "../../../api/events/answer-stream.ts";
import { readJson } from "../../../api/http/body.http.ts";
import { EVENT_STREAM, sseStream } from "../../../api/http/sse.http.ts";
import { validBody } from "../../../api/http/valid-body.ts";
import { defineRoute } from "../../../api/openapi/route.openapi.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { runEvents } from "./events.agui.ts";
import { RunInput } from "./input.agui.ts";
import { type Run, runFor } from "./run.agui.ts";

const RunStream = z
  .looseObject({ data: z.string().meta({ description: "One event of AG-UI 1.0, as JSON" }) })
  .meta({ id: "AguiRunStream", description: "Server-sent events: what each of them has" });

export const runAgent = defineRoute({
  at: "POST /agui/{preset}",
  place: "creates",
  operationId: "runAgent",
  tag: "AG-UI",
  summary: "Hold a debate as a run of AG-UI, follow it again, or answer what it asked",
  description:
    "The run is the debate: it goes on when the front end leaves. The same `runId` in the same thread follows it again. Questions and decisions end the run with an interrupt, which the next run answers.",
  body: RunInput,
  replies: { 200: { description: "The run's events", content: { [EVENT_STREAM]: { schema: RunStream } } } },
  refuses: [
    "not-found",
    "idempotency-key-reused",
    "request-in-progress",
    "was-deleted",
    "illegal-transition",
    "quota-exceeded",
  ],
  isJson: false,
  async answer(c, services) {
    const input = validBody(RunInput, await readJson(c), "the run is");
    // Refused before anything is bought.
    services.streams.take(c.get("caller"))();
    const run = await runFor(c, services, { preset: c.req.valid("param").preset, input });
    c.header("x-parley-debate", run.record.id);
    return answerStream(c, services, (circumstances) =>
      sseStream({ ...circumstances, isReopened: false, frames: (signal) => framesOf(services, run, signal) }),
    );
  },
});

async function* framesOf(services: Services, run: Run, signal: AbortSignal): AsyncGenerator<string, void> {
  try {
    for await (const event of runEvents(services, run, signal)) yield frame(event);
  } catch (error) {
    if (!(error instanceof ParleyError) || signal.aborted) throw error;
    const isKnown = PROBLEMS[error.code].status < 500;
    yield frame({ type: "RUN_ERROR", message: isKnown ? error.message : PROBLEMS[error.code].title, code: error.code });
  }
}

function frame(event: object): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
