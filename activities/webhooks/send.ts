/** One POST to a webhook. Whatever keeps it from an answer is a value, since the caller has to record it. */

import { type Agent, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { RequestFilteringHttpsAgent } from "request-filtering-agent";
import { webhookUrlProblem } from "../../domain/webhooks/url.ts";

export interface SendSettings {
  /** For development: http, and private and loopback addresses too. */
  allowPrivate: boolean;
  /** Resolves names; the system's own unless told. */
  lookup?: LookupFunction;
  /** 15 seconds unless told. */
  timeoutMs?: number;
}

export interface Answer {
  /** null: there was none, and `error` says why. */
  status: number | null;
  error: string | null;
  retryAfter?: string;
}

export interface Sender {
  /** Aborted by `signal`, it throws the reason. */
  send(message: { url: string; headers: Record<string, string>; body: string; signal: AbortSignal }): Promise<Answer>;
}

const TIMEOUT_MS = 15_000;

/**
 * A redirect is an answer like any other: it is not followed. Names are looked up by the agent as it connects, and it
 * connects to the addresses that it has checked, so a name that changes its mind in between gains nothing.
 */
export function createSender({ allowPrivate, lookup, timeoutMs = TIMEOUT_MS }: SendSettings): Sender {
  const agent = allowPrivate ? undefined : new RequestFilteringHttpsAgent(lookup ? { lookup } : {});
  return {
    async send({ url, headers, body, signal }) {
      // Once more, since it may have been stored under other rules.
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
  // `false`: a connection of its own, which no receiver has closed meanwhile.
  const options = { method: "POST", headers, signal, agent: agent ?? false, ...(lookup && { lookup }) };
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(url), options, (response) => {
      const status = response.statusCode ?? 0;
      const retryAfter = response.headers["retry-after"];
      // The body says nothing that counts; the time-out ends one that does not end.
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

/** Codes only: the messages of the network's errors hold addresses. */
function causeOf(error: unknown): string {
  const { code, message = "" } = error as { code?: string; message?: string };
  if (/is not allowed\. Because/i.test(message)) return "the name leads to a private or reserved address";
  return `no connection${typeof code === "string" ? ` (${code})` : ""}`;
}
