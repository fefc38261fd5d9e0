/** Embeddings of turns. Each turn is embedded once, and its vector stored with its debate. */
import { TURN_VECTORS } from "../../domain/play/records/kinds.record.ts";
import type { Store } from "../../store/port/store.ts";
import { inTurn } from "../../store/table/in-turn.ts";
import type { TurnVectors } from "../base/deps.ts";
import { cosine } from "./cosine.ts";
import { createEmbedder, type EmbedderSettings } from "./embedder.ts";

/** Characters of an embedded turn; longer ones are compared by their beginning. */
const LONGEST = 8_000;

interface Options {
  store: Pick<Store, "records">;
  embedding: EmbedderSettings;
}

const WRITES_AT_ONCE = 10;

export function createTurnVectors({ store, embedding }: Options): TurnVectors {
  const embedder = createEmbedder(embedding);
  return {
    model: embedder.model,
    async likeness({ debate, turns, signal }) {
      const wanted = turns.map(({ id, text }) => ({ id, ...embedder.document(text.slice(0, LONGEST).toWellFormed()) }));
      const kept = new Map((await store.records.list(debate, TURN_VECTORS, {})).map((one) => [one.id, one]));
      const missing = wanted.filter(({ id, key }) => kept.get(id)?.key !== key);
      if (missing.length > 0) {
        const { tenant, debateId } = debate;
        const bought = await embedder.withVectors(missing, { payer: { tenant, debateId }, signal });
        await inTurn(bought, (one) => store.records.put(debate, TURN_VECTORS, one), WRITES_AT_ONCE);
        for (const one of bought) kept.set(one.id, one);
      }
      return (one, other) => {
        const [a, b] = [kept.get(one)?.vector, kept.get(other)?.vector];
        return a && b ? cosine(a, b) : 0;
      };
    },
  };
}
