/** A request whose body begins and then never goes on. */
import { once } from "node:events";
import { connect } from "node:net";

interface Call {
  method: string;
  path: string;
  token: string;
  headers?: Record<string, string>;
}

export interface IdleBody {
  /** What was answered so far. */
  answer(): string;
  /** Sends some of the body. */
  send(text: string): void;
  /** What was answered, once the server has closed the connection. */
  closed: Promise<string>;
  close(): void;
}

export async function openIdleBody(url: string, { method, path, token, headers = {} }: Call): Promise<IdleBody> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
  socket.on("error", () => {});
  const { promise: closed, resolve } = Promise.withResolvers<string>();
  socket.on("close", () => resolve(answer));
  await once(socket, "connect");
  const all = { host, authorization: `Bearer ${token}`, "content-type": "application/json", ...headers };
  const lines = Object.entries({ ...all, "content-length": "60000" }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n{`);
  return {
    answer: () => answer,
    send: (text) => void socket.write(text),
    closed,
    close: () => socket.destroy(),
  };
}
