/** Answers requests whose headers Node's parser rejects, before the API sees them. */
import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { problemBody } from "../../api/base/errors.api-base.ts";
import { jsonText } from "../../api/base/json-text.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";

/** Overlong headers get a problem response; input that is not HTTP gets a bare 400. */
export function answerOverlong(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else
      socket.end(
        error.code === "HPE_HEADER_OVERFLOW" ? overlong() : "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n",
      );
  });
}

function overlong(): string {
  const requestId = randomUUID();
  const error = new ParleyError("headers-too-large", "the address and the headers are longer than 16 KiB");
  const body = jsonText(problemBody(error, { instance: "*", requestId }));
  return [
    "HTTP/1.1 431 Request Header Fields Too Large",
    "Content-Type: application/problem+json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}
