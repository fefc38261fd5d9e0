/** One POST to a webhook. Failures are values, because the caller records them. */

import { type Agent, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { RequestFilteringHttpsAgent } from "request-filtering-agent";
import type { WebhookSettings } from "../../../activities/base/deps.ts";
import { webhookUrlProblem } from "../domain/url.ts";

export type SendSettings = Omit<WebhookSettings, "publicUrl">;

export interface Answer {
  /** null: there was no response, and `error` gives the reason. */
  status: number | null;
  error: string | null;
  retryAfter?: string;
}

export interface Sender {
  /** Throws the reason if `signal` aborts. */
  send(message: { url: string; headers: Record<string, string>; body: string; signal: AbortSignal }): Promise<Answer>;
}

const TIMEOUT_MS = 15_000;

/**
 * Redirects are not followed. The agent resolves names as it connects, and connects only to addresses that it has
 * checked, so a name that changes in between does no harm.
 */
export function createSender({ allowPrivate, lookup, timeoutMs = TIMEOUT_MS }: SendSettings): Sender {
  const agent = allowPrivate ? undefined : new RequestFilteringHttpsAgent(lookup ? { lookup } : {});
  return {
    async send({ url, headers, body, signal }) {
      // Checked again: it may have been stored under other rules.
      const problem = webhookUrlProblem(url, { allowPrivate });
      if (problem !== null) return { status: null, error: `the address ${problem}` };
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const both = AbortSignal.any([signal, timeout]);
        return await post({ url, headers, body, signal: both, agent, lookup: agent ? undefined : lookup });
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (timeout.aborted) return { status: null, error: `no answer within ${timeoutMs / 1000} seconds` };
        return { status: null, error: causeOf(error) };
      }
    },
  };
}

interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  agent: Agent | undefined;
  lookup: LookupFunction | undefined;
}

function post({ url, headers, body, signal, agent, lookup }: Post): Promise<Answer> {
  const request = url.toLowerCase().startsWith("http:") ? requestHttp : requestHttps;
  // `false`: a new connection, which no receiver has closed.
  const options = { method: "POST", headers, signal, agent: agent ?? false, ...(lookup && { lookup }) };
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(url), options, (response) => {
      const status = response.statusCode ?? 0;
      const retryAfter = response.headers["retry-after"];
      // The body is ignored; the timeout ends an endless one.
      response.on("error", () => {}).resume();
      resolve({ status, error: errorOf(status), ...(retryAfter !== undefined && { retryAfter }) });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirects are not followed" : `answered ${status}`;
}

/** Codes only: messages of network errors contain addresses. */
function causeOf(error: unknown): string {
  const { code, message = "" } = error as { code?: string; message?: string };
  if (/is not allowed\. Because/i.test(message)) return "the name leads to a private or reserved address";
  return `no connection${typeof code === "string" ? ` (${code})` : ""}`;
}
