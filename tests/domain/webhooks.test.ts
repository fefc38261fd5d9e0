import { describe, expect, it } from "vitest";
import type { LogEvent } from "../../domain/play/events/events.ts";
import { WebhookRequest } from "../../domain/shapes/schemas/webhook.schema.ts";
import {
  deliveryId,
  eventIdOf,
  isWanted,
  waitsForOwner,
  webhookMessage,
} from "../../features/webhooks/domain/message.ts";
import { deliveryWaitMs } from "../../features/webhooks/domain/retries.webhook.ts";
import { webhookUrlProblem } from "../../features/webhooks/domain/url.ts";

const strict = (url: string) => webhookUrlProblem(url, { allowPrivate: false });

describe("an address of a webhook", () => {
  it.each([
    "https://example.com/hook",
    "https://hooks.example.co.uk:8443/a?b=c",
    "https://8.8.8.8/",
    "https://100.63.255.255/",
    "https://172.32.0.1/",
    "https://[2606:4700:4700::1111]/",
    "https://[2a00:1450:4001:82a::200e]/",
  ])("may be on the open internet: %s", (url) => {
    expect(strict(url)).toBeNull();
  });

  it.each([
    "https://127.0.0.1/",
    "https://127.8.9.10/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://0/",
    "https://0.0.0.0/",
    "https://10.0.0.1/",
    "https://100.64.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://2852039166/",
    "https://0xa9fea9fe/",
    "https://0251.0376.0251.0376/",
    "https://172.16.0.1/",
    "https://172.31.255.255/",
    "https://192.168.1.1/",
    "https://192.0.2.1/",
    "https://198.18.0.1/",
    "https://203.0.113.9/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://１２７.0.0.1/",
    "https://[::]/",
    "https://[::1]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::169.254.169.254]/",
    "https://[64:ff9b:1::a00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001::1]/",
    "https://[2001:db8::1]/",
    "https://[3fff::1]/",
    "https://[fc00::1]/",
    "https://[fd12:3456::1]/",
    "https://[fe80::1]/",
    "https://[fec0::1]/",
    "https://[ff02::1]/",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://api.localhost/",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://intranet/",
  ])("may not be private, loopback or reserved: %s", (url) => {
    expect(strict(url)).toBe("must not be a private, loopback or otherwise reserved address");
  });

  it.each([
    ["http://example.com/", "must begin with https://"],
    ["ftp://example.com/", "must begin with https://"],
    ["file:///etc/passwd", "must begin with https://"],
    ["https://me:pw@example.com/", "must not hold a user name or a password"],
    ["https://me@example.com/", "must not hold a user name or a password"],
    ["example.com/hook", "must be an absolute address, for example https://example.com/hook"],
    ["https://", "must be an absolute address, for example https://example.com/hook"],
  ])("is refused for its form: %s", (url, problem) => {
    expect(strict(url)).toBe(problem);
  });

  it("may be http and private where that is allowed, but nothing else", () => {
    const allowed = (url: string) => webhookUrlProblem(url, { allowPrivate: true });
    expect(allowed("http://127.0.0.1:4000/hook")).toBeNull();
    expect(allowed("https://localhost/hook")).toBeNull();
    expect(allowed("gopher://127.0.0.1/")).toBe("must begin with https:// or http://");
    expect(allowed("http://me:pw@127.0.0.1/")).toBe("must not hold a user name or a password");
  });
});

describe("a webhook in a request", () => {
  const base64 = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`;
  const accepts = (webhook: object) => WebhookRequest.safeParse({ url: "https://example.com/", ...webhook }).success;

  it("may bring a secret of 24 to 64 bytes", () => {
    expect([23, 24, 25, 32, 64, 65].map((bytes) => accepts({ secret: base64(bytes) }))).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(accepts({ secret: base64(32).replace("whsec_", "") })).toBe(false);
    expect(accepts({ secret: "whsec_not in base64 but as long as one that is" })).toBe(false);
  });

  it("takes no field that it does not know", () => {
    expect(accepts({ headers: {} })).toBe(false);
  });
});

const event = (type: string, data: object): LogEvent =>
  ({ id: 7, type, at: "2026-11-21T12:00:00.000Z", data }) as LogEvent;

describe("the message of an event", () => {
  it("holds references and no texts, so that a huge event stays small", () => {
    const text = "x".repeat(400_000);
    const data = {
      round: 2,
      phase: "rebuttal",
      participantId: "p1",
      turnId: "g1-r2-t1",
      turn: { text },
      message: text,
    };
    const message = webhookMessage(event("turn.completed", data), {
      debateId: "deb-1",
      origin: "https://parley.example",
    });
    expect(message).toEqual({
      id: 7,
      type: "turn.completed",
      at: "2026-11-21T12:00:00.000Z",
      debateId: "deb-1",
      round: 2,
      phase: "rebuttal",
      participantId: "p1",
      turnId: "g1-r2-t1",
      links: {
        debate: "https://parley.example/v1/debates/deb-1",
        event: "https://parley.example/v1/debates/deb-1/events?after=6",
        transcript: "https://parley.example/v1/debates/deb-1/transcript",
      },
    });
  });

  it("has an id that leads back to its event, in its own debate only", () => {
    expect(eventIdOf("deb-1", deliveryId("deb-1", 17))).toBe(17);
    expect(["deb-2_17", "deb-1_0", "deb-1_x", "deb-1_", "17"].map((id) => eventIdOf("deb-1", id))).toEqual(
      Array(5).fill(null),
    );
  });

  it("is sent for all types but deltas, or for those asked for, and always for the end", () => {
    const types = ["turn.delta", "turn.completed", "round.started", "debate.failed"];
    expect(types.filter((type) => isWanted(type, null))).toEqual(types.slice(1));
    expect(types.filter((type) => isWanted(type, ["turn.delta"]))).toEqual(["turn.delta", "debate.failed"]);
  });
});

describe("a debate waits for its owner", () => {
  it.each([
    ["debate.status", { status: "paused", pausing: false }, true],
    ["debate.status", { status: "error", pausing: false }, true],
    ["phase.started", { phase: "awaiting_answers" }, true],
    ["debate.status", { status: "running", pausing: true }, false],
    ["debate.status", { status: "running", pausing: false }, false],
    ["phase.started", { phase: "responding" }, false],
    ["turn.completed", {}, false],
  ])("after %s %o: %s", (type, data, waits) => {
    expect(waitsForOwner(event(type, data))).toBe(waits);
  });
});

describe("a delivery that failed", () => {
  const waits = (failed: number, given: number | null = null) =>
    deliveryWaitMs({ failed, askedMs: given, baseMs: 1_000 }) / 1000;

  it("is tried again after 5 seconds, then after twice as long each time, up to an hour", () => {
    expect([1, 2, 3, 10, 11, 30].map((n) => waits(n))).toEqual([5, 10, 20, 2_560, 3_600, 3_600]);
  });

  it("waits longer when the receiver says so, never less, and a day at most", () => {
    expect([waits(1, 60_000), waits(5, 1_000), waits(1, 10 ** 12)]).toEqual([60, 80, 86_400]);
  });
});
