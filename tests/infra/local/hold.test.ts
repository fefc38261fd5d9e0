/** The moment in which the embedded engine fixes what a backup has: nothing is half done, and nobody is refused. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { type Hold, holding } from "../../../infra/local/dynalite/hold.ts";

interface Held {
  hold: Hold;
  url: string;
  /** Bodies that have arrived, and those that were answered. */
  begun: string[];
  ended: string[];
  /** Answers the first request that waits. */
  answer: () => void;
}

async function serve(open: AsyncDisposableStack): Promise<Held> {
  const [begun, ended, waiting]: [string[], string[], (() => void)[]] = [[], [], []];
  const take = async (req: IncomingMessage, res: ServerResponse) => {
    const body = await text(req);
    begun.push(body);
    waiting.push(() => {
      ended.push(body);
      res.end(body);
    });
  };
  // A body that breaks off is never taken.
  const hold = holding((req, res) => void take(req, res).catch(() => undefined));
  const server = createServer(hold.handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  open.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { hold, url, begun, ended, answer: () => waiting.shift()?.() };
}

const post = async (url: string, body: string) => (await fetch(url, { method: "POST", body })).text();

test("The moment comes when what is under way has been answered; what comes meanwhile is answered after it.", async () => {
  await using open = new AsyncDisposableStack();
  const { hold, url, begun, ended, answer } = await serve(open);
  const first = post(url, "first");
  await expect.poll(() => begun).toEqual(["first"]);
  const moment = hold.between(() => [...begun, ...ended]);
  const second = post(url, "second");
  answer();
  expect(await moment).toEqual(["first", "first"]);
  expect(await first).toBe("first");
  await expect.poll(() => begun).toEqual(["first", "second"]);
  answer();
  expect(await second).toBe("second");
});

test("A write whose client has left counts until it is done, a body that never comes does not.", async () => {
  await using open = new AsyncDisposableStack();
  const { hold, url, begun, ended, answer } = await serve(open);
  const leaving = request(url, { method: "POST" });
  leaving.on("error", () => undefined);
  leaving.end("left");
  await expect.poll(() => begun).toEqual(["left"]);
  leaving.destroy();
  const cut = request(url, { method: "POST", headers: { "content-length": "100" } });
  cut.on("error", () => undefined);
  await new Promise((sent) => cut.write("half", sent));
  cut.destroy();
  const moment = hold.between(() => [...ended]);
  answer();
  expect(await moment).toEqual(["left"]);
});

test("The moment may fail: requests go on.", async () => {
  await using open = new AsyncDisposableStack();
  const { hold, url, begun, answer } = await serve(open);
  const failing = hold.between(() => {
    throw new Error("no room");
  });
  await expect(failing).rejects.toThrow("no room");
  const next = post(url, "next");
  await expect.poll(() => begun).toEqual(["next"]);
  answer();
  expect(await next).toBe("next");
});
