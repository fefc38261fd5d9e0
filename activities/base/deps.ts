/** The activities' dependencies, constructed where workers start. */

import type { LookupFunction } from "node:net";
import type { LineLimits } from "../../domain/around/quotas/waiting-line.ts";
import type { PassageSearch } from "../../domain/rules/retrieval/passages.retrieval.ts";
import type { TemplateSearch } from "../../domain/rules/templates/retrieval.ts";
import type { Catalogue } from "../../domain/shapes/catalogue/catalogue.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";
import type { Models } from "../models/base/port.model.ts";
import type { Home } from "./home.activity-base.ts";
import type { Toolbox } from "./toolbox.ts";

export interface ActivityDeps {
  store: Store;
  models: Models;
  catalogue: Catalogue;
  templates: TemplateSearch;
  passages: PassageSearch;
  now(): Date;
  /** In [0, 1): jitter for retries. */
  random(): number;
  /** Unit of retry waits in milliseconds; missing: one second. */
  retryBaseMs?: number;
  /** Milliseconds between two text chunks of a turn; missing: a tenth of a second. */
  deltaIntervalMs?: number;
  /** Overlap, 0–1, above which a turn repeats another; missing: the domain's default. */
  repetitionThreshold?: number;
  /** Share of its 3-grams, 0–1, above which a turn repeats earlier ones together. */
  repetitionContainment?: number;
  /** Cosine, 0–1, above which a turn repeats another in meaning. */
  repetitionCosine?: number;
  /** null or missing: no embedding model is configured. */
  turnVectors?: TurnVectors | null;
  /** Tools of MCP servers; missing: none are configured. */
  toolbox?: Toolbox;
  /** How many experiments of a tenant run, and their cells; missing: `LINE_LIMITS`. */
  experiments?: LineLimits;
  /** Missing: webhooks may not use private addresses. */
  webhooks?: WebhookSettings;
  /** Missing: this process has no queue of its own. */
  home?: Home;
  /** Aborts when the worker shuts down. */
  stopping?: AbortSignal;
}

export interface TurnVectors {
  /** `provider/model`. */
  readonly model: string;
  /**
   * Similarity of two turns by id, -1 to 1. Throws `unavailable` if the embedding model or the store fails, and the
   * signal's reason on abort.
   */
  likeness(input: {
    debate: DebateKey;
    turns: Pick<Turn, "id" | "text">[];
    signal?: AbortSignal;
  }): Promise<(one: string, other: string) => number>;
}

export interface WebhookSettings {
  /** For development: also http, and private and loopback addresses. */
  allowPrivate: boolean;
  /** Resolves names; missing: the system's resolver. */
  lookup?: LookupFunction;
  /** Missing: 15 seconds. */
  timeoutMs?: number;
  /** The API's address for links; null: links are paths. */
  publicUrl: string | null;
}
