/** Cuts off readers that take nothing of their answer for long: answers that are not read take memory. */
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Milliseconds. */
const PATIENCE_MS = 60_000;
const LOOKS = 4;

export function cutOffReaders(server: Server, patienceMs = PATIENCE_MS): void {
  const open = new Set<ServerResponse>();
  const unread = new WeakSet<Socket>();
  server.on("request", (_, response: ServerResponse) => {
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  // Only while bytes are unread: an answer may take its time, since its debate runs.
  const look = ({ socket }: ServerResponse) => {
    if (!socket || socket.writableLength > 0 === unread.has(socket)) return;
    // A socket's own timeout ends the connection; it counts from the last byte that the reader took.
    if (unread.delete(socket)) socket.setTimeout(0);
    else unread.add(socket.setTimeout(patienceMs));
  };
  const timer = setInterval(() => open.forEach(look), patienceMs / LOOKS).unref();
  server.once("close", () => clearInterval(timer));
}
