/** A function URL on loopback: requests become events (payload format 2.0), what the function streams the answer. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type Prelude, ResponseStream, type StreamingHandler } from "./streams.ts";

const BORDER = Buffer.alloc(8);

/** Its address, without a trailing slash. `ended` is called when an invocation is over, which is after its answer. */
export async function serveFunctionUrl(handler: StreamingHandler, ended: () => void): Promise<string> {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const stream = new ResponseStream({ send: answering(response), end: () => void response.end() });
    await handler(await eventOf(request), stream, { awsRequestId: randomUUID() });
    ended();
  };
  const server = createServer((request, response) => void serve(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** As AWS documents it for function URLs; texts come as they are, other bodies in base64. */
async function eventOf(request: IncomingMessage): Promise<object> {
  const url = new URL(request.url ?? "/", "http://function");
  const body = await buffer(request);
  const { cookie, ...headers } = request.headers;
  const isText = /^(text\/|application\/(json|xml))/.test(headers["content-type"] ?? "");
  const domainName = "abcdefghijklmnopqrstuvwxyz012345.lambda-url.eu-central-1.on.aws";
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...(cookie && { cookies: cookie.split("; ") }),
    headers: { ...headers, host: domainName, "x-forwarded-proto": "https", "x-forwarded-for": "198.51.100.7" },
    requestContext: {
      accountId: "anonymous",
      apiId: "abcdefghijklmnopqrstuvwxyz012345",
      domainName,
      domainPrefix: "abcdefghijklmnopqrstuvwxyz012345",
      http: {
        method: request.method,
        path: url.pathname,
        protocol: "HTTP/1.1",
        sourceIp: "198.51.100.7",
        userAgent: headers["user-agent"],
      },
      requestId: randomUUID(),
      routeKey: "$default",
      stage: "$default",
      time: "21/Nov/2026:18:00:00 +0000",
      timeEpoch: Date.now(),
    },
    ...(body.length > 0 && { body: body.toString(isText ? "utf8" : "base64") }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

/** Takes the prelude apart, then hands everything on at once. */
function answering(response: ServerResponse): (bytes: Buffer) => void {
  let head = Buffer.alloc(0);
  return (bytes) => {
    if (response.headersSent) {
      response.write(bytes);
      return;
    }
    head = Buffer.concat([head, bytes]);
    const border = head.indexOf(BORDER);
    if (border < 0) return;
    const { statusCode, headers, cookies } = JSON.parse(head.subarray(0, border).toString()) as Prelude;
    response.writeHead(statusCode, { ...headers, ...(cookies.length > 0 && { "set-cookie": cookies }) });
    response.flushHeaders();
    const rest = head.subarray(border + BORDER.length);
    if (rest.length > 0) response.write(rest);
  };
}
