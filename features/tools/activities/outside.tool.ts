/** Keeps tools out of the service's own network (docs/tools.md#what-tools-can-reach). */
import { lookup } from "node:dns/promises";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Readable } from "node:stream";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import { ToolFault } from "../../../activities/base/toolbox.ts";
import { isOutside } from "../../../domain/base/net/outside.net.ts";
import { hostsIn } from "./hosts.ts";

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** `fetch` that connects to public addresses only. It checks the address that it connects to, and follows no redirect. */
export function createOutsideFetch(): Fetch {
  const agents = { "http:": new RequestFilteringHttpAgent(), "https:": new RequestFilteringHttpsAgent() };
  return (url, init = {}) => {
    const target = new URL(url);
    const isHttps = target.protocol === "https:";
    const body = typeof init.body === "string" ? init.body : undefined;
    return new Promise((resolve, reject) => {
      const sent = (isHttps ? requestHttps : requestHttp)(
        target,
        {
          agent: isHttps ? agents["https:"] : agents["http:"],
          method: init.method ?? "GET",
          headers: Object.fromEntries(new Headers(init.headers)),
          ...(init.signal && { signal: init.signal }),
        },
        (response) => {
          const { statusCode = 500 } = response;
          const headers = new Headers();
          for (const [name, value] of Object.entries(response.headers))
            if (value !== undefined) headers.set(name, String(value));
          const isEmpty = [101, 204, 205, 304].includes(statusCode);
          const stream = Readable.toWeb(response) as ReadableStream<Uint8Array>;
          resolve(new Response(isEmpty ? null : stream, { status: statusCode, headers }));
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  };
}

/**
 * Refuses input that names an address in the service's own network: a tool that reads pages would read it there. A name
 * that cannot be resolved is the tool's own affair.
 */
export async function requireOutside(input: unknown): Promise<void> {
  for (const host of hostsIn(input)) {
    const addresses = await resolved(host);
    if (![host, ...addresses].every(isOutside))
      throw new ToolFault(`${host} is in a private network, which tools cannot read`);
  }
}

/** Of a name, in the form in which `URL` writes addresses. */
async function resolved(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address, family }) => (family === 6 ? `[${address}]` : address));
}
