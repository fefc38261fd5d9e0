/** A request to the DynamoDB engine whose client goes away. */
import { once } from "node:events";
import { connect } from "node:net";
import { signedHeaders } from "../../../infra/local/dynalite/key.dynalite.ts";

const LIST_TABLES = "{}";

/** Sends the whole request, or half of its body, and breaks the connection. Resolves once that is done. */
export async function abandon(
  { endpoint, key }: { endpoint: string; key: string },
  { whole }: { whole: boolean },
): Promise<void> {
  const { hostname, port, host } = new URL(endpoint);
  const signed = Object.entries(signedHeaders(key)).map(([name, value]) => `${name}: ${value}`);
  const head = [
    "POST / HTTP/1.1",
    `Host: ${host}`,
    "Content-Type: application/x-amz-json-1.0",
    "X-Amz-Target: DynamoDB_20120810.ListTables",
    ...signed,
    `Content-Length: ${LIST_TABLES.length}`,
  ];
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const sent = Promise.withResolvers<void>();
  socket.write(`${head.join("\r\n")}\r\n\r\n${whole ? LIST_TABLES : "{"}`, () => sent.resolve());
  await sent.promise;
  socket.on("error", () => undefined).resetAndDestroy();
  await once(socket, "close");
}
