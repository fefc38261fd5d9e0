/** A webhook's receiver: verifies every delivery with `standardwebhooks` and answers as a test wants. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

export const SECRET = `whsec_${Buffer.from("thirty-two bytes of the test's own").toString("base64")}`;

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  text: string;
  /** Milliseconds of a clock that never goes back. */
  at: number;
  status: number;
}

interface Reply {
  status: number;
  headers?: Record<string, string>;
}

export interface Receiver {
  url: string;
  /** Everything that came, refused or not. Only what was signed rightly gets in. */
  received: Received[];
  /** Requests whose signature was wrong. */
  forged: number;
  answer(reply: (n: number) => Reply): void;
  /** Settles once `holds`. */
  until(holds: (received: Received[]) => boolean): Promise<Received[]>;
  stop(): Promise<void>;
}

export async function startReceiver(secret = SECRET): Promise<Receiver> {
  const verifier = new Webhook(secret);
  const watchers = new Set<() => void>();
  let reply: (n: number) => Reply = () => ({ status: 204 });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const given = take(text, request.headers);
      response.writeHead(given.status, given.headers).end();
      if (given.body) {
        const { status, body } = given;
        const path = request.url ?? "";
        receiver.received.push({ path, headers: request.headers, body, text, at: performance.now(), status });
      }
      for (const look of watchers) look();
    });
  });
  const take = (text: string, headers: IncomingHttpHeaders): Reply & { body?: Record<string, unknown> } => {
    try {
      const body = verifier.verify(text, headers as Record<string, string>) as Record<string, unknown>;
      return { ...reply(receiver.received.length + 1), body };
    } catch {
      receiver.forged += 1;
      return { status: 401 };
    }
  };
  const receiver: Receiver = {
    url: await listening(server),
    received: [],
    forged: 0,
    answer: (next) => void (reply = next),
    until: (holds) =>
      new Promise((resolve) => {
        const look = () => {
          if (!holds(receiver.received)) return;
          watchers.delete(look);
          resolve(receiver.received);
        };
        watchers.add(look);
        look();
      }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}

async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

/** The events that were taken, in the order of their first acceptance. */
export function taken({ received }: Pick<Receiver, "received">): number[] {
  return [...new Set(received.filter((r) => r.status < 300).map((r) => r.body["id"] as number))];
}
