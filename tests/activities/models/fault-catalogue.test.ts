/** Every recorded shape of a fault, served by a real server to the real SDKs. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeFault } from "../../../activities/base/failures.ts";
import type { Models } from "../../../activities/models/base/port.model.ts";
import { createModels } from "../../../activities/models/index.ts";
import { callOf, faultOf } from "./calls.ts";
import { type Answer, type RawServer, refuse, startRawServer, stream } from "./raw-server.ts";
import { OUTAGES } from "./shapes/outages.ts";
import { OVERFLOWS } from "./shapes/overflows.ts";
import { RATES } from "./shapes/rates.ts";
import { REPLIES } from "./shapes/replies.ts";
import { REQUESTS } from "./shapes/requests.ts";
import type { Shape } from "./shapes/shape.ts";

const KEY = "sk-secret-0123456789abcdef";
let server: RawServer;
let models: Models;
beforeAll(async () => {
  server = await startRawServer();
  const v1 = { apiKey: KEY, baseUrl: `${server.url}/v1` };
  const others = ["openai", "google", "mistral", "openrouter", "ollama", "openai-compatible"];
  models = createModels({
    providers: {
      anthropic: { apiKey: KEY, baseUrl: server.url },
      ...Object.fromEntries(others.map((id) => [id, v1])),
    },
  });
});
afterAll(() => server.stop());

function answerOf({ answer }: Shape): Answer {
  if ("events" in answer) return stream(answer.events, answer.how);
  return refuse(answer.status, answer.body, answer.headers);
}

/** Silence is short where it is awaited, and long where a busy machine may be slow. */
function silenceOf({ answer }: Shape): number {
  return "how" in answer && answer.how === "hang" ? 400 : 10_000;
}

describe.each([
  ["rates and quotas", RATES],
  ["outages", OUTAGES],
  ["replies that are none", REPLIES],
  ["prompts that are too long", OVERFLOWS],
  ["requests that are refused", REQUESTS],
])("of %s, a fault", (_theme, shapes) => {
  it.each(shapes)("is told from $what", async (shape) => {
    server.answer(answerOf(shape));
    const fault = await faultOf(models.complete(callOf(shape.model, { silenceMs: silenceOf(shape) })));
    const { kind, waitMs } = judgeFault({ random: () => 0 }, { fault, earlier: [] });
    expect({ kind, waitMs }).toEqual({ kind: shape.kind, waitMs: shape.waitMs });
    expect(fault.message).toContain(`(${shape.model}) `);
    expect(fault.message).toContain(shape.says);
    expect(fault.suggestion).toContain(shape.advice);
    expect(fault.suggestion).toMatch(/\.$/);
    expect(fault.message + fault.suggestion).not.toContain(KEY);
    const [inputTokens, outputTokens] = shape.tokens ?? [0, 0];
    expect(fault.spend).toMatchObject({ calls: 1, inputTokens, outputTokens });
    expect(fault.partial).toBe(shape.partial ?? "");
    expect(server.requests).toHaveLength(1);
  });
});
