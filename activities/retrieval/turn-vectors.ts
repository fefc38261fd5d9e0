/** What turns mean, as vectors: each turn is embedded once, and its vector kept with its debate. */
import type { Turn } from "../../domain/schemas/turn.ts";
import type { DebateKey, TurnVector } from "../../store/port/debates.ts";
import type { Store } from "../../store/port.ts";
import { cosine } from "./cosine.ts";
import { createEmbedder, type Embedder, type EmbedderSettings } from "./embedder.ts";

/** Characters of a turn that are embedded: a longer one is compared by its beginning, since models' windows end. */
const LONGEST = 8_000;

export interface TurnVectors {
  /** `provider/model`. */
  readonly model: string;
  /**
   * The likeness of two turns by their ids, -1 to 1. Throws `unavailable` when the embedding model or the store fails,
   * and its reason when the signal aborts.
   */
  likeness(input: {
    debate: DebateKey;
    turns: Pick<Turn, "id" | "text">[];
    signal?: AbortSignal;
  }): Promise<(one: string, other: string) => number>;
}

interface Options {
  store: Pick<Store, "putTurnVectors" | "listTurnVectors">;
  embedding: EmbedderSettings;
}

export function createTurnVectors({ store, embedding }: Options): TurnVectors {
  const embedder = createEmbedder(embedding);
  return {
    model: embedder.model,
    async likeness({ debate, turns, signal }) {
      const wanted = turns.map((turn) => wantedOf(turn, embedder));
      const kept = new Map((await store.listTurnVectors(debate)).map((one) => [one.turnId, one]));
      const missing = wanted.filter(({ turnId, key }) => kept.get(turnId)?.key !== key);
      if (missing.length > 0) {
        const bought = await buy(missing, embedder, signal);
        await store.putTurnVectors(debate, bought);
        for (const one of bought) kept.set(one.turnId, one);
      }
      return (one, other) => {
        const [a, b] = [kept.get(one)?.vector, kept.get(other)?.vector];
        return a && b ? cosine(a, b) : 0;
      };
    },
  };
}

type Wanted = Omit<TurnVector, "vector"> & { text: string };

function wantedOf({ id, text: whole }: Pick<Turn, "id" | "text">, embedder: Embedder): Wanted {
  const text = embedder.asDocument(whole.slice(0, LONGEST).toWellFormed());
  return { turnId: id, text, key: embedder.keyOf(text) };
}

async function buy(wanted: Wanted[], embedder: Embedder, signal?: AbortSignal): Promise<TurnVector[]> {
  const vectors = await embedder.embed(
    wanted.map(({ text }) => text),
    signal,
  );
  return wanted.map(({ turnId, key }, i) => ({ turnId, key, vector: vectors[i] as Float32Array }));
}
