/** One request of a model's program: what the program can do, what its user answered, and how it hears of progress. */
import type { ClientCapabilities, Server, ServerContext } from "@modelcontextprotocol/server";
import type { Client } from "../../../api/client/index.ts";
import type { FormAnswers } from "./forms.ts";

export const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
/** The extension for work that outlives its request. */
export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

export interface Exchange {
  /** Acts for the caller. */
  client: Client;
  /** The program shows forms to its user. */
  showsForms: boolean;
  /** The program follows tasks. */
  followsTasks: boolean;
  /** What the user answered to the forms of the call before. */
  answers: FormAnswers;
  /** null: the program does not ask for progress. */
  report: ((step: { progress: number; message: string }) => Promise<void>) | null;
  /** Milliseconds since 1970: steps before are not reported. */
  begunAt: number;
  /** Aborts when the program no longer waits. */
  signal: AbortSignal;
}

export function exchangeOf(client: Client, { ctx, server }: { ctx: ServerContext; server: Server }): Exchange {
  const able = capabilitiesOf(ctx, server);
  const { _meta: meta, notify, signal, inputResponses } = ctx.mcpReq;
  const token = meta?.progressToken;
  return {
    client,
    showsForms: hasForms(able),
    followsTasks: followsTasks(ctx, server),
    answers: (inputResponses ?? {}) as FormAnswers,
    report:
      token === undefined
        ? null
        : (step) => notify({ method: "notifications/progress", params: { progressToken: token, ...step } }),
    begunAt: Date.now(),
    signal,
  };
}

export function followsTasks(ctx: ServerContext, server: Server): boolean {
  return Object.hasOwn(capabilitiesOf(ctx, server).extensions ?? {}, TASKS_EXTENSION);
}

/** Programs of the revision of 2026 send them with each request, older ones once. */
function capabilitiesOf(ctx: ServerContext, server: Server): ClientCapabilities {
  const sent: { [CAPABILITIES_KEY]?: ClientCapabilities } | undefined = ctx.mcpReq.envelope;
  return sent?.[CAPABILITIES_KEY] ?? server.getClientCapabilities() ?? {};
}

/** Older programs declare forms by an empty object. */
function hasForms({ elicitation }: ClientCapabilities): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
