/** An embedding endpoint in OpenAI's format whose vectors follow from the words or from `embed`, with all that it was asked. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json as readJson } from "node:stream/consumers";
import type { ProviderSettings } from "../../../activities/models/index.ts";

interface EmbeddingRequest {
  path: string;
  authorization: string | undefined;
  body: { model: string; input: string[]; encoding_format?: string };
}

export interface EmbeddingServer {
  providers: Record<string, ProviderSettings>;
  requests: EmbeddingRequest[];
  /** All texts that were embedded since the last `forget`. */
  texts(): string[];
  /** Tokens that were billed since then: one for each byte. */
  sold(): number;
  forget(): void;
  /** What to answer in place of vectors from now on; null: vectors again. */
  answer(instead: { status: number; body: unknown } | null): void;
  stop(): Promise<void>;
}

const SIZE = 64;
/** Words of one meaning share a direction. */
const MEANINGS = [
  ["remove", "removing", "removal", "abolishing", "abolish", "scrap", "fence", "custom", "tradition", "dismantle"],
  ["likely", "often", "rates", "odds", "frequency", "probability"],
  ["undone", "undo", "irreversible", "reversibility", "tried", "rollback"],
];

/** Deterministic: the sum of the directions of the text's words; those with a known meaning count for more. */
function vectorOf(text: string): number[] {
  const vector = Array.from({ length: SIZE }, () => 0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const meaning = MEANINGS.findIndex((words) => words.includes(word));
    const at = meaning >= 0 ? meaning : MEANINGS.length + (hashOf(word) % (SIZE - MEANINGS.length));
    vector[at] = (vector[at] ?? 0) + (meaning >= 0 ? 10 : 0.2);
  }
  return vector;
}

function hashOf(word: string): number {
  return Array.from(word).reduce((hash, char) => (hash * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003, 7);
}

export async function startEmbeddingServer(embed: (text: string) => number[] = vectorOf): Promise<EmbeddingServer> {
  const requests: EmbeddingRequest[] = [];
  const billed: number[] = [];
  let instead: { status: number; body: unknown } | null = null;
  const serve = async (req: IncomingMessage, res: ServerResponse) => {
    const body = (await readJson(req)) as EmbeddingRequest["body"];
    requests.push({ path: req.url ?? "", authorization: req.headers.authorization, body });
    if (!instead) billed.push(tokensOf(body.input));
    res.writeHead(instead?.status ?? 200, { "content-type": "application/json" });
    res.end(JSON.stringify(instead?.body ?? replyTo(body, embed)));
  };
  const server = createServer((req, res) => void serve(req, res).catch(() => res.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    providers: { openai: { apiKey: "test-key", baseUrl }, ollama: { baseUrl } },
    requests,
    texts: () => requests.flatMap(({ body }) => body.input),
    sold: () => sum(billed),
    forget: () => void [requests.splice(0), billed.splice(0)],
    answer: (next) => {
      instead = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The last first: only `index` says which text a vector is of. */
function replyTo({ model, input }: EmbeddingRequest["body"], embed: (text: string) => number[]) {
  const data = input.map((text, index) => ({ object: "embedding", index, embedding: embed(text) })).toReversed();
  const tokens = tokensOf(input);
  return { object: "list", model, data, usage: { prompt_tokens: tokens, total_tokens: tokens } };
}

function tokensOf(input: string[]): number {
  return sum(input.map((text) => Buffer.byteLength(text)));
}

function sum(counts: number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}
