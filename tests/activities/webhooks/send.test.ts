import type { LookupFunction } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSender } from "../../../features/webhooks/activities/send.ts";
import { type Receiver, startReceiver } from "../../support/servers/receiver.ts";
import { startRawServer } from "./raw-server.ts";

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

/** Every name leads to these addresses. */
function resolvingTo(...addresses: string[]): LookupFunction {
  return (_name, options, done) => {
    const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    if (options.all) done(null, found);
    else done(null, found[0]?.address ?? "", found[0]?.family);
  };
}

function send(url: string, settings: Partial<Parameters<typeof createSender>[0]> = {}) {
  const sender = createSender({ allowPrivate: false, ...settings });
  return sender.send({ url, headers: {}, body: "{}", signal: new AbortController().signal });
}

describe("a name", () => {
  const port = () => new URL(receiver.url).port;

  it.each(["127.0.0.1", "169.254.169.254", "10.1.2.3", "100.64.0.1", "0.0.0.0", "::1", "::ffff:127.0.0.1", "fd00::1"])(
    "that leads to %s is not connected to",
    async (address) => {
      const answer = await send(`https://rebind.example:${port()}/hook`, { lookup: resolvingTo(address) });
      expect(answer).toEqual({ status: null, error: "the name leads to a private or reserved address" });
    },
  );

  it("that leads to a public and a private address is not connected to", async () => {
    const lookup = resolvingTo("8.8.8.8", "127.0.0.1");
    const answer = await send(`https://both.example:${port()}/hook`, { lookup });
    expect(answer).toEqual({ status: null, error: "the name leads to a private or reserved address" });
  });

  it("is looked up once: what it leads to a moment later is not connected to", async () => {
    let times = 0;
    const lookup: LookupFunction = (name, options, done) => {
      times += 1;
      // Of a block that nobody was given: the first answer is let through and gets no connection.
      return resolvingTo(times === 1 ? "2d00::1" : "127.0.0.1")(name, options, done);
    };
    const answer = await send(`https://rebind.example:${port()}/hook`, { lookup, timeoutMs: 500 });
    expect(times).toBe(1);
    expect(answer.status).toBeNull();
    expect([receiver.received.length, receiver.forged]).toEqual([0, 0]);
  });

  it("is connected to where private addresses are allowed", async () => {
    const url = receiver.url.replace("127.0.0.1", "hook.example");
    const answer = await send(url, { allowPrivate: true, lookup: resolvingTo("127.0.0.1") });
    expect(answer).toMatchObject({ status: 401, error: "answered 401" });
    expect(receiver.forged).toBe(1);
  });
});

describe("an address that was stored under other rules", () => {
  it.each(["http://example.com/", "https://127.0.0.1/", "https://2852039166/"])("is not called: %s", async (url) => {
    const answer = await send(url);
    expect(answer.status).toBeNull();
    expect(answer.error).toMatch(/^the address must /);
  });
});

describe("a receiver that does not answer as it should", () => {
  it("is given up after the time-out", async () => {
    await using silent = await startRawServer(() => {});
    const answer = await send(silent.url, { allowPrivate: true, timeoutMs: 200 });
    expect(answer).toEqual({ status: null, error: "no answer within 0.2 seconds" });
  });

  it("counts as not reached when it hangs up, and its address is not told", async () => {
    await using rude = await startRawServer((socket) => socket.destroy());
    const answer = await send(rude.url, { allowPrivate: true });
    expect(answer).toEqual({ status: null, error: "no connection (ECONNRESET)" });
  });

  it("is not waited for once the delivery is called off", async () => {
    const stop = new AbortController();
    await using silent = await startRawServer(() => stop.abort(new Error("called off")));
    const sender = createSender({ allowPrivate: true });
    await expect(sender.send({ url: silent.url, headers: {}, body: "{}", signal: stop.signal })).rejects.toThrow(
      "called off",
    );
  });
});
