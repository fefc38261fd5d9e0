/** A share that is revoked in one process closes in every other too. */
import { expect, inject, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { startApiProcess } from "../api-process.ts";
import { createWorld, postOf, storeDebate } from "../world.ts";
import { makeKey } from "./keys.ts";

const TENANT = "heron-industries";

async function reading(address: string): Promise<ReadableStreamDefaultReader<string>> {
  const { body } = await fetch(address, { headers: { accept: "text/event-stream" } });
  const reader = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toContain("retry");
  return reader;
}

const endOf = async (reader: ReadableStreamDefaultReader<string>) => {
  while (!(await reader.read()).done);
};

test("What a reader has open ends within seconds when the share is revoked, in the process that revokes it and in another.", async () => {
  await using world = await createWorld();
  const settings = {
    temporalAddress: inject("temporalAddress"),
    table: world.table,
    taskQueue: "shares",
    providers: {},
  };
  await using starting = new AsyncDisposableStack();
  const start = async () => starting.adopt(await startApiProcess(settings), (each) => each.kill()).url;
  const [here, there] = await Promise.all([start(), start()]);
  const key = (await makeKey(world.store, { tenant: TENANT, scopes: ["write"] })).token;
  const { id } = await storeDebate(world.store, { tenant: TENANT, state: { status: "running" } });
  const headers = { authorization: `Bearer ${key}` };
  const made = await fetch(`${here}/v1/debates/${id}/shares`, postOf({ expiresInSeconds: 600 }, headers));
  const { id: shareId, url } = (await made.json()) as { id: string; url: string };
  const { pathname } = new URL(url);
  const readers = await Promise.all([here, there].map((each) => reading(`${each}${pathname}/events`)));
  const waiting = fetch(`${here}${pathname}/debate?wait=60`);
  await expect.poll(async () => (await fetch(`${there}${pathname}`)).status).toBe(200);
  const revoked = await fetch(`${here}/v1/debates/${id}/shares/${shareId}`, { method: "DELETE", headers });
  expect(revoked.status).toBe(204);
  expect((await fetch(`${here}${pathname}/debate`)).status).toBe(404);
  expect((await waiting).status).toBe(404);
  await Promise.all(readers.map(endOf));
  await eventually(async () => (await fetch(`${there}${pathname}/debate`)).status).toBe(404);
});
