import { describe, expect, it } from "vitest";
import { createIntake } from "../../../api/places/intake.ts";

const MIB = 1024 * 1024;

/** A request whose body comes as the test says. */
function request() {
  const pipe = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 100 });
  const writer = pipe.writable.getWriter();
  const of: RequestInit = { method: "POST", body: pipe.readable, duplex: "half" };
  return {
    request: new Request("http://localhost/", of),
    send: (bytes: number) => writer.write(new Uint8Array(bytes)),
    end: () => writer.close(),
    breakOff: () => writer.abort(new Error("gone")),
  };
}

const by = (tenant: string) => ({ limit: 20 * MIB, owner: { tenant, key: "k" } });

describe("intake of bodies", () => {
  it("gives back a whole body, and counts it until it is released", async () => {
    const intake = createIntake({ bytesOfTenant: MIB, bytesInAll: 10 * MIB });
    const first = request();
    const whole = intake.take(first.request, by("a"));
    await Promise.all([first.send(700_000), first.send(200_000), first.end()]);
    const taken = await whole;
    expect(taken.bytes.length).toBe(900_000);
    const second = request();
    void second.send(300_000);
    await expect(intake.take(second.request, by("a"))).rejects.toMatchObject({ code: "rate-limited" });
    taken.release();
    const third = request();
    const later = intake.take(third.request, by("a"));
    await Promise.all([third.send(300_000), third.end()]);
    expect((await later).bytes.length).toBe(300_000);
  });

  it("drops the largest body on its way of the tenant that holds most, where all take too much", async () => {
    const intake = createIntake({ bytesOfTenant: 8 * MIB, bytesInAll: 10 * MIB });
    const [large, smaller, small] = [request(), request(), request()];
    const dropped = intake.take(large.request, by("a"));
    const stays = intake.take(smaller.request, by("a"));
    await Promise.all([large.send(5 * MIB), smaller.send(2 * MIB)]);
    const arrives = intake.take(small.request, by("b"));
    await Promise.all([small.send(4 * MIB), small.end()]);
    await expect(dropped).rejects.toMatchObject({ code: "unavailable", details: { retryAfter: expect.any(Number) } });
    expect((await arrives).bytes.length).toBe(4 * MIB);
    await smaller.end();
    expect((await stays).bytes.length).toBe(2 * MIB);
  });

  it("drops as many small bodies as a large one of another tenant needs", async () => {
    const intake = createIntake({ bytesOfTenant: MIB, bytesInAll: MIB });
    const idle = Array.from({ length: 60 }, () =>
      intake.take(request().request, by("a")).then(
        () => "whole",
        () => "dropped",
      ),
    );
    const large = request();
    const arrives = intake.take(large.request, by("b"));
    await Promise.all([large.send(400_000), large.end()]);
    expect((await arrives).bytes.length).toBe(400_000);
    const dropped = await Promise.all(idle.map((one) => Promise.race([one, Promise.resolve("stays")])));
    expect([dropped.includes("dropped"), dropped.includes("stays")]).toEqual([true, true]);
  });

  it("refuses a body that is too large, breaks off, or stays away", async () => {
    const intake = createIntake({ idleMs: 20 });
    const [large, broken, away] = [request(), request(), request()];
    void large.send(2_000);
    await expect(intake.take(large.request, { ...by("a"), limit: 1_000 })).rejects.toMatchObject({
      code: "payload-too-large",
    });
    const taken = intake.take(broken.request, by("a"));
    void broken.breakOff();
    await expect(taken).rejects.toMatchObject({ code: "request-timeout" });
    await expect(intake.take(away.request, by("a"))).rejects.toMatchObject({ code: "request-timeout" });
  });

  it("takes what stops something however much of the tenant's arrives, and bounds no tenant without keys by itself", async () => {
    const intake = createIntake({ bytesOfTenant: 20_000, bytesInAll: 10 * MIB });
    const idle = request();
    void intake.take(idle.request, by("a")).catch(() => {});
    const stop = request();
    const stops = intake.take(stop.request, { ...by("a"), isFree: true });
    await Promise.all([stop.send(10), stop.end()]);
    expect((await stops).bytes.length).toBe(10);
    const own = request();
    const alone = intake.take(own.request, { limit: 20 * MIB, owner: { tenant: "default", key: null } });
    await Promise.all([own.send(MIB), own.end()]);
    expect((await alone).bytes.length).toBe(MIB);
  });
});
