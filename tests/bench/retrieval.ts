/**
 * How well passages are found: 60 labelled questions on ten addresses, which are handed in over HTTP and searched as a
 * turn's are. By words, and with embeddings of a scripted server.
 *
 *     npm run bench -- retrieval
 */
import type { EmbedderSettings } from "../../activities/retrieval/embedder.ts";
import { createPassageSearch } from "../../activities/retrieval/passages.activity.ts";
import { DEFAULT_TENANT } from "../../api/access/auth.access.ts";
import type { PassageSearch } from "../../domain/rules/retrieval/passages.retrieval.ts";
import type { FileInfo } from "../../domain/shapes/schemas/file.schema.ts";
import { startEmbeddingServer } from "../support/models/embedding-server.ts";
import type { World } from "../support/world.ts";
import { chanceAt, figureLines, USUAL } from "./retrieval/figures.ts";
import { hashedVector } from "./retrieval/hashed.ts";
import { measure } from "./retrieval/measure.ts";
import { readTexts } from "./retrieval/read.ts";

const tenant = DEFAULT_TENANT;

export async function benchRetrieval(world: World): Promise<string[]> {
  const server = await startEmbeddingServer(hashedVector);
  try {
    const { quotas } = world.store;
    const model = { provider: "openai", model: "hashed" };
    return await linesOf(world, { model, providers: server.providers, quotas });
  } finally {
    await server.stop();
  }
}

async function linesOf(world: World, embedding: EmbedderSettings): Promise<string[]> {
  const names = new Map<string, string>();
  for (const [name, text] of readTexts()) names.set(await handIn(world, name, text), name);
  const from = [...names.keys()];
  const passages = new Map([...names.values()].map((name): [string, string[]] => [name, []]));
  for (const { fileId, text } of await world.store.files.passages(tenant, from))
    passages.get(names.get(fileId) ?? "")?.push(text);

  const measured = (searches: PassageSearch) =>
    measure(passages, async (wanted) => {
      const { items } = await searches.search({ tenant, from, ...wanted });
      return items.map(({ fileId, n }) => ({ file: names.get(fileId) ?? "", n }));
    });
  const { store } = world;
  const byWords = await measured(createPassageSearch({ store }));
  const byMeaning = await measured(createPassageSearch({ store, embedding }));
  const of = [...passages.values()].flat().length;
  return [
    `retrieval: ${byWords.length} questions on ${from.length} texts of ${of} passages (tests/bench/retrieval/README.md)`,
    "  by words:",
    ...figureLines(byWords),
    "  with embeddings of a scripted server: hashed letters without any language, not what an embedding model gives:",
    ...figureLines(byMeaning),
    `  passages drawn blindly: recall@${USUAL} ${chanceAt(USUAL, of, byWords).toFixed(2)}`,
  ];
}

async function handIn({ url }: World, name: string, body: string): Promise<string> {
  const response = await fetch(`${url}/v1/files?name=${name}`, { method: "POST", body });
  if (response.status !== 201) throw new Error(`${name} was answered with ${response.status}`);
  return ((await response.json()) as FileInfo).id;
}
