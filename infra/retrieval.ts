/** What is found by words or by meaning, as the configuration says: reasoning templates, and turns that repeat others. */
import { createTemplateSearch } from "../activities/retrieval/index.ts";
import { createTurnVectors, type TurnVectors } from "../activities/retrieval/turn-vectors.ts";
import type { TemplateSearch } from "../domain/retrieval.ts";
import type { TableStore } from "../store/index.ts";
import type { Config } from "./config.ts";

export interface Retrieval {
  templates: TemplateSearch;
  /** null: repetition is not measured by meaning. */
  turnVectors: TurnVectors | null;
}

export function createRetrieval({ providers, retrieval }: Config, store: TableStore): Retrieval {
  const { embeddingModel: model, chromaUrl } = retrieval;
  const embedding = model && { model, providers };
  return {
    templates: createTemplateSearch({ store: store.templates, embedding, chromaUrl }),
    turnVectors: embedding && createTurnVectors({ store, embedding }),
  };
}
