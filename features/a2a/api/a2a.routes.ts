/** `POST /a2a`: a debate as a task that another agent sends (A2A 1.0, over JSON-RPC). */
import type { Context } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../../api/base/context.api-base.ts";
import { PROBLEMS } from "../../../api/base/errors.api-base.ts";
import type { Services } from "../../../api/base/services.ts";
import { answerStream } from "../../../api/events/answer-stream.ts";
import { readJson } from "../../../api/http/body.http.ts";
import { EVENT_STREAM, sseStream } from "../../../api/http/sse.http.ts";
import { defineRoute } from "../../../api/openapi/route.openapi.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { A2aError, rpcError } from "./errors.a2a-api.ts";
import { Call } from "./input.a2a.ts";
import { METHODS, REFUSED, STREAMS } from "./methods.a2a.ts";
import type { Run } from "./run.a2a.ts";
import { updates } from "./updates.a2a.ts";

const VERSION = "1.0";
type CallId = Call["id"];

const Answer = z
  .looseObject({
    jsonrpc: z.string().meta({ description: "The version of JSON-RPC" }),
    id: z.union([z.string(), z.int(), z.null()]).meta({ description: "Of the call" }),
    result: z.looseObject({}).optional().meta({ description: "What the method answers" }),
    error: z.looseObject({}).optional().meta({ description: "Why it does not, with a code of A2A" }),
  })
  .meta({ id: "A2aAnswer", description: "The answer to a call of A2A: `result` or `error`" });

const TaskStream = z
  .looseObject({
    data: z.string().meta({ description: "One `A2aAnswer` as JSON: its `result` is a `StreamResponse`" }),
  })
  .meta({ id: "A2aTaskStream", description: "Server-sent events: what each of them has" });

export const callAgent = defineRoute({
  at: "POST /a2a",
  place: "creates",
  operationId: "callAgent",
  tag: "A2A",
  summary: "Hold a debate as a task of A2A: send a message, follow, read or cancel the task",
  description:
    "The task is the debate, and goes on when the agent leaves. The same `messageId` gets the same task for 24 hours. Questions and decisions wait as `TASK_STATE_INPUT_REQUIRED`, and a message with the `taskId` answers them. `metadata.parley` names a preset, and has fields of a `DebateRequest`.",
  headers: { "A2A-Version": "The protocol's version: `1.0`" },
  body: Call,
  replies: {
    200: {
      description: "The answer, or the task's updates where the method streams",
      content: { "application/json": { schema: Answer }, [EVENT_STREAM]: { schema: TaskStream } },
    },
    400: {
      description: "What was sent is no JSON, or no call of JSON-RPC 2.0",
      content: { "application/json": { schema: Answer } },
    },
  },
  refuses: ["request-in-progress", "quota-exceeded"],
  isJson: false,
  async answer(c, services) {
    let call: Call;
    try {
      call = callIn(await readJson(c));
    } catch (error) {
      return c.json({ jsonrpc: "2.0", id: null, error: rpcError(error) }, 400);
    }
    const { id = null, method, params } = call;
    try {
      if (c.req.header("a2a-version") !== VERSION)
        throw new A2aError("VERSION_NOT_SUPPORTED", `send the header A2A-Version: ${VERSION}`);
      const stream = STREAMS.get(method);
      if (!stream) return c.json({ jsonrpc: "2.0", id, result: await answerOf(c, services, { method, params }) }, 200);
      // Refused before anything is bought.
      services.streams.take(c.get("caller"))();
      const run = await stream(c, services, params);
      return answerStream(c, services, (circumstances) =>
        sseStream({ ...circumstances, isReopened: false, frames: (signal) => framesOf(services, { run, id }, signal) }),
      );
    } catch (error) {
      return c.json({ jsonrpc: "2.0", id, error: rpcError(error) }, 200);
    }
  },
});

function callIn(body: unknown): Call {
  const call = Call.safeParse(body);
  if (!call.success) throw new A2aError("INVALID_REQUEST", "the call is not one of JSON-RPC 2.0");
  return call.data;
}

async function answerOf(
  c: Context<AppEnv>,
  services: Services,
  { method, params }: { method: string; params: unknown },
): Promise<object> {
  const answer = METHODS.get(method);
  if (answer) return answer(c, services, params);
  throw new A2aError(REFUSED.get(method) ?? "METHOD_NOT_FOUND", "this agent does not have this method");
}

async function* framesOf(
  services: Services,
  { run, id }: { run: Run; id: CallId },
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  try {
    for await (const result of updates(services, run, signal)) yield frame({ jsonrpc: "2.0", id, result });
  } catch (error) {
    if (!(error instanceof ParleyError) || signal.aborted) throw error;
    const { status, title } = PROBLEMS[error.code];
    yield frame({ jsonrpc: "2.0", id, error: { code: -32603, message: status < 500 ? error.message : title } });
  }
}

function frame(answer: object): string {
  return `data: ${JSON.stringify(answer)}\n\n`;
}
