/** Standard clients of server-sent events follow a debate through the death of the API's process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EventSource } from "eventsource";
import { expect, test } from "vitest";
import { EVENT_NAMES } from "../../../domain/play/events/registry.events.ts";
import { held } from "../../support/held.ts";
import { kindOf } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";
import { events, requestOf } from "../../support/world.ts";
import { type ApiProcess, startApiProcess } from "../api-process.ts";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
/** By then the debate's second turn is held, and the stream rests. */
const HELD = "turn.started";

const world = await useWorld();

function startApi(corsOrigins: string[] = []): Promise<ApiProcess> {
  const { table, taskQueue, temporalAddress, models } = world;
  return startApiProcess({ table, taskQueue, temporalAddress, providers: models.providers, corsOrigins });
}

/** A debate whose second turn waits for `release`. */
async function heldDebate() {
  const { release } = held(world, (request) => kindOf(request) === "turn" && !request.model.includes("gpt"));
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  return { id, release };
}

async function idsOf(id: string): Promise<number[]> {
  const ids = [];
  for await (const event of events(world.url, id, 0)) ids.push(event.id);
  return ids;
}

test("The npm client gets every event once and in order through a killed API, and is stopped by the 204 at the end.", async () => {
  const api = await startApi();
  const { id, release } = await heldDebate();
  const seen: number[] = [];
  let opened = 0;
  const reached = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<number | undefined>();
  const source = new EventSource(`${api.url}/v1/debates/${id}/events`);
  for (const type of EVENT_NAMES)
    source.addEventListener(type, ({ lastEventId, data }) => {
      seen.push(Number(lastEventId));
      if (type === HELD && JSON.parse(data).turnId === "g1-r1-t2") reached.resolve();
    });
  source.addEventListener("open", () => opened++);
  source.addEventListener("error", ({ code }) => source.readyState === EventSource.CLOSED && closed.resolve(code));
  await reached.promise;
  await api.restart();
  release();
  expect(await closed.promise).toBe(204);
  expect(opened).toBe(2);
  const ids = await idsOf(id);
  expect(ids.length).toBeGreaterThan(10);
  expect(seen).toEqual(ids);
  await api.kill();
});

test.skipIf(!CHROMIUM)(
  "A browser's EventSource gets every event once and in order through a killed API (skipped where there is no Chromium).",
  { timeout: 60_000 },
  async () => {
    const { id, release } = await heldDebate();
    const page = await servePage();
    const api = await startApi([page.origin]);
    page.show(watchPage(`${api.url}/v1/debates/${id}/events`));
    const browser = await startBrowser(page.origin);
    await page.told("/held");
    await api.restart();
    release();
    const seen = JSON.parse(await page.told("/closed")) as number[];
    expect(seen).toEqual(await idsOf(id));
    await browser.stop();
    page.stop();
    await api.kill();
  },
);

/** Tells its server when the debate is held, and in the end the ids that it saw. */
function watchPage(stream: string): string {
  return `<!doctype html><script>
    const seen = [];
    const source = new EventSource(${JSON.stringify(stream)});
    const tell = (path) => fetch(path, { method: "POST", body: JSON.stringify(seen) });
    for (const type of ${JSON.stringify(EVENT_NAMES)})
      source.addEventListener(type, ({ lastEventId, data }) => {
        seen.push(Number(lastEventId));
        if (type === "${HELD}" && JSON.parse(data).turnId === "g1-r1-t2") tell("/held");
      });
    source.onerror = () => { if (source.readyState === EventSource.CLOSED) tell("/closed"); };
  </script>`;
}

async function servePage() {
  let html = "";
  const heard = new Map<string, PromiseWithResolvers<string>>();
  const hear = (path: string) => {
    const known = heard.get(path) ?? Promise.withResolvers<string>();
    heard.set(path, known);
    return known;
  };
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === "GET") return response.setHeader("content-type", "text/html").end(html);
    const chunks = await request.toArray();
    hear(request.url ?? "").resolve(Buffer.concat(chunks).toString());
    return response.end();
  };
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (text: string) => void (html = text),
    told: (path: string) => hear(path).promise,
    stop: () => server.close().closeAllConnections(),
  };
}

async function startBrowser(address: string) {
  const profile = await mkdtemp(join(tmpdir(), "parley-browser-"));
  const options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", `--user-data-dir=${profile}`];
  const child = spawn(CHROMIUM ?? "", [...options, address], { stdio: "ignore" });
  return {
    async stop() {
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
