/**
 * A page of a PDF of 500 pages over HTTP, on both local engines: read cold, by an API that has not seen the file before,
 * and warm. `tests/store/files.test.ts` allows 300 ms.
 *
 *     npm run bench -- files
 */

import type { FileInfo, FilePage } from "../../domain/shapes/schemas/file.schema.ts";
import { readFile } from "../../features/files/api/read/read.upload.ts";
import { createStore } from "../../store/index.ts";
import { type Proxy, startProxy } from "../store/proxy.ts";
import { factOf, pdfOf } from "../support/material/pdf.ts";
import { ENGINES, type EngineName, isAvailable, LOCAL_CREDENTIALS, startEngine } from "../support/servers/dynamodb.ts";
import { startWorld, type World } from "../support/world.ts";

const PAGES = 500;
const FILES = 5;
/** In different chunks, so that each is cold. */
const COLD = [1, 170, 340, PAGES];

export async function benchFiles({ temporalAddress }: World): Promise<string[]> {
  const pdf = await pdfOf(PAGES);
  const lines = [`a page of a PDF of ${PAGES} pages (${(pdf.length / 1e6).toFixed(1)} MB) over HTTP, in ms`];
  for (const engine of ENGINES) if (isAvailable(engine)) lines.push(...(await onEngine(engine, temporalAddress, pdf)));
  return lines;
}

async function onEngine(name: EngineName, temporalAddress: string, pdf: Buffer): Promise<string[]> {
  await using open = new AsyncDisposableStack();
  const engine = open.adopt(await startEngine(name), (it) => it.stop());
  const proxy = await startProxy(engine.endpoint);
  const world = await startWorld({ temporalAddress, workers: false, before: async () => proxy });
  open.defer(() => world.stop());
  // The first answer of a process loads code and connects.
  await world.store.ping();
  const [cold, requests]: [number[], Set<number>] = [[], new Set()];
  let id = "";
  for (let n = 0; n < FILES; n++) {
    id = await storedElsewhere(world, pdf);
    for (const page of COLD) {
      const before = proxy.count("GetItem");
      cold.push(await timeOf(world, { id, page }));
      requests.add(proxy.count("GetItem") - before);
      requireNothingElse(proxy);
    }
  }
  const warm: number[] = [];
  for (let page = 1; page <= PAGES; page++) warm.push(await timeOf(world, { id, page }));
  return [
    `  ${name}, cold: ${shown(cold)}, by ${[...requests].join(" or ")} GetItem each`,
    `  ${name}, warm: ${shown(warm)}`,
  ];
}

/** By another process's store: this API keeps nothing of it. */
async function storedElsewhere({ table }: World, pdf: Buffer): Promise<string> {
  const input = { body: new Uint8Array(pdf), contentType: null, name: "long.pdf" };
  const { name, mediaType, original, pages, passages } = await readFile(input);
  const file = { id: `file-${crypto.randomUUID()}`, name, mediaType, bytes: original.length, pages: pages ?? 0 };
  const store = createStore({ ...table, credentials: LOCAL_CREDENTIALS });
  const createdAt = new Date().toISOString();
  const stored: FileInfo = await store.files.put("default", { file: { ...file, createdAt }, original, passages });
  store.close();
  return stored.id;
}

async function timeOf({ url }: World, { id, page }: { id: string; page: number }): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/v1/files/${id}/pages/${page}`);
  const { text } = (await response.json()) as FilePage;
  const ms = performance.now() - startedAt;
  if (!text.includes(factOf(page))) throw new Error(`page ${page} lacks its text`);
  return ms;
}

function requireNothingElse({ seen }: Proxy): void {
  const others = seen.filter(({ operation }) => operation === "Query" || operation === "Scan");
  if (others.length > 0) throw new Error("a page was searched for");
}

function shown(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(1);
  return `median ${at(0.5)}, highest ${at(1)} of ${sorted.length}`;
}
