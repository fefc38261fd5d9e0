import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { freePort, LOOPBACK, portFrom } from "../../../infra/base/ports.infra-base.ts";

async function occupy(port: number): Promise<void> {
  const server = createServer().listen(port, LOOPBACK);
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    await once(server, "close");
  });
}

test("a free port is one that can be listened on", async () => {
  await expect(occupy(await freePort())).resolves.toBeUndefined();
});

test("a wanted port that is free is taken as it is", async () => {
  const port = await freePort();
  expect(await portFrom(port)).toBe(port);
});

test("a busy port means a higher one that is free", async () => {
  const busy = await freePort();
  await occupy(busy);
  const next = await portFrom(busy);
  expect(next).toBeGreaterThan(busy);
  expect(next).toBeLessThan(busy + 100);
});

test("port 0 means any", async () => {
  expect(await portFrom(0)).toBeGreaterThan(0);
});

test("an address that is not of this machine is an error, not a busy port", async () => {
  await expect(portFrom(3000, "192.0.2.1")).rejects.toThrow(/EADDRNOTAVAIL/);
});
