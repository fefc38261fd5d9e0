/** What the routes of the API share; `api/create-services.ts` makes it, once for each app. */
import type { Context } from "hono";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { isObject } from "../../domain/base/is-object.ts";
import type { LogEvent } from "../../domain/play/events/events.ts";
import type { AcceptedCommand } from "../../domain/shapes/schemas/accepted.schema.ts";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";
import type { AppliedPreset, Preset } from "../../domain/shapes/schemas/preset.ts";
import type { Imported } from "../../domain/shapes/schemas/provenance.ts";
import type { Rating } from "../../domain/shapes/schemas/rating.schema.ts";
import type { WebhookRequest } from "../../domain/shapes/schemas/webhook.schema.ts";
import type { TranscriptExport } from "../../domain/show/export/transcript.export.ts";
import { type Earned, type EarnedRate, NONE_EARNED } from "../../domain/show/report/earned.report.ts";
import type { DebateKey, DebateRecord } from "../../store/port/debates.port.ts";
import type { CommandInput } from "../../workflows/base/messages.workflow-base.ts";
import type { AppDeps, AppEnv, Caller, Meter } from "./context.api-base.ts";
import type { Links } from "./links.ts";
import type { Owner } from "./owner.api-base.ts";

export interface Services extends AppDeps {
  meter: Meter;
  links: Links;
  debates: Debates;
  cursors: Cursors;
  door: Door;
  streams: HeldPlaces;
  /** Of requests that wait. */
  waits: HeldPlaces;
  priorities: Priorities;
  presets: PresetPort;
  webhooks: WebhookPort;
  /** null: commands that find no place are refused. */
  backlog: BacklogPort | null;
  /**
   * A debate's export with a receipt. Throws `conflict` while the debate runs, where the install has no key, and for an import
   * that it cannot vouch for.
   */
  signed: Sign;
  transcripts: Transcripts;
  /** How often the tenant's answers were right, by the level of their support. */
  earned: (tenant: string) => Promise<Earned>;
  /** Aborts when the caller leaves or the server closes. */
  leaving(c: Context<AppEnv>): AbortSignal;
}

interface Wait {
  record: DebateRecord;
  until: (record: DebateRecord) => boolean;
  ms: number;
  /** Aborts when the caller leaves or the server closes: the wait then returns the debate as it is. */
  signal: AbortSignal;
}

export interface Debates {
  /** Throws `not-found`, also for another tenant's debate. */
  require(tenant: string, id: string): Promise<DebateRecord>;
  /** The debate that the request's path names. Throws as `require` does. */
  requested(c: Context<AppEnv>): Promise<DebateRecord>;
  view(record: DebateRecord): Promise<Debate>;
  /** What `write` makes of the debate; once for all callers that have the same read of it and the same `reader`. */
  written(
    record: DebateRecord,
    by: { reader: string; write: (debate: Debate) => string },
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** As `requested`, by a read that all share who ask at the same time. */
  requestedByMany(c: Context<AppEnv>): Promise<DebateRecord>;
  /** The debate once `until` is true or the time is up. */
  wait(wait: Wait): Promise<DebateRecord>;
}

export interface CursorScope {
  tenant: string;
  /** Every parameter that changes the list's items. */
  filter: Record<string, string | undefined>;
}

export interface Cursors {
  sign(place: string, scope: CursorScope): string;
  /** The signed place. Throws `invalid-cursor` if the cursor, tenant or filter differs. */
  open(cursor: string, scope: CursorScope): string;
}

export interface Door {
  /** Call it for each request, with its connection. Further requests of a connection do not count. */
  come(connection: object): void;
  /** Resolves after a turn of the event loop in which no connection came. */
  quiet(): Promise<void>;
}

export interface HeldPlaces {
  /**
   * Takes a place and returns a function that frees it (and may be called repeatedly). Throws `rate-limited` if the key,
   * subject, share or tenant has no place left, `unavailable` if nobody has. Without keys only the sum is bounded.
   */
  take(caller: Pick<Caller, "tenant" | "holder"> | undefined): () => void;
}

/** The priority of a tenant's next debate among all that wait for workers: who began many lately comes later. */
type Priorities = (tenant: string, at: number) => number;

export interface Shared extends DebateKey {
  /** Of the share. */
  id: string;
  /** Of its page. */
  path: string;
}

export interface Reader {
  /** Differs for readers who are shown different content. */
  id: string;
  /** False: what models were asked is the owner's. */
  seesPrompts: boolean;
  debate(debate: Debate): Debate;
  transcript(whole: TranscriptExport): TranscriptExport;
  /** null if the reader is not shown this event. The same function for all who are shown the same. */
  event: (event: LogEvent) => LogEvent | null;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** One version of a debate in one format for one reader. */
export interface Edition {
  record: DebateRecord;
  rating: Rating | null;
  /** Missing: it ran here. */
  imported: Imported | undefined;
  /** `jsonl` has an ETag like the others, but is streamed by `model-calls.ts`. */
  format: "json" | "md" | "html" | "inspect" | "jsonl";
  reader: Reader;
  /** Reports tell the owner; empty otherwise. */
  earned: readonly EarnedRate[];
  /** Changes with the transcript's content; null until the debate is over. */
  etag: string | null;
}

type Rendered = Exclude<Edition["format"], "jsonl">;
export type RenderedEdition = Edition & { format: Rendered };

export interface Transcripts {
  edition<F extends Edition["format"]>(
    of: Pick<Edition, "record" | "reader"> & { format: F },
  ): Promise<Edition & { format: F }>;
  /** Throws `too-costly`, or `unavailable` if too many transcripts are being rendered. */
  read(edition: RenderedEdition, owner: Owner): Promise<Bytes>;
}

export interface PresetPort {
  /** Puts a request over the preset that it names. Throws `invalid-request` for a preset that the tenant does not have. */
  apply(request: { tenant: string; body: unknown }): Promise<AppliedPreset>;
  /** By name or name and version. Throws `not-found`, also for another tenant's preset. */
  find(tenant: string, reference: string): Promise<Preset>;
}

/** Where there is no such feature, nobody has a preset. */
export const NO_PRESETS: PresetPort = {
  apply: async ({ body }) => ({ body, preset: null }),
  find: async () => {
    throw new ParleyError("not-found", "there are no presets");
  },
};

export interface TakenWebhook {
  /** The body without its webhook. */
  rest: unknown;
  webhook: WebhookRequest | null;
  problems: Problem[];
}

export interface LateCommand {
  record: DebateRecord;
  command: AcceptedCommand["command"];
  input: CommandInput;
  /** A repeat has the same one. */
  id: string;
}

export interface BacklogPort {
  /** Stores the command, to be carried out in its turn. Throws `unavailable` where too many wait already. */
  accept(command: LateCommand): Promise<AcceptedCommand>;
}

type OfDebate = Pick<DebateRecord, "tenant" | "id">;

export interface WebhookPort {
  /** Splits the webhook off an unchecked body, with every problem of the webhook. */
  take(body: unknown): TakenWebhook;
  /** Stores a debate's webhook, with a new secret if it has none. Call it before the first delivery. */
  keep(debate: OfDebate, webhook: WebhookRequest): Promise<void>;
  /** Changes the webhook of a debate; null ends its deliveries. The secret stays unless a new one is given. */
  change(debate: OfDebate, webhook: WebhookRequest | null): Promise<void>;
  /** The webhook with its secret, for the response to the request that set it. */
  created(debate: OfDebate, body: unknown): Promise<Pick<Debate, "webhook">>;
}

const NO_DELIVERY: Problem = { pointer: "/webhook", detail: "this install delivers no webhooks" };

export const NO_WEBHOOKS: WebhookPort = {
  take: (body) => ({ rest: body, webhook: null, problems: isObject(body) && "webhook" in body ? [NO_DELIVERY] : [] }),
  keep: async () => {},
  change: async () => {},
  created: async () => ({}),
};

/** Where there is no such feature, no outcome is known. */
export const NO_RATES: Services["earned"] = async () => NONE_EARNED;

type Sign = (record: DebateRecord, by: { owner: Owner; signal: AbortSignal }) => Promise<Bytes>;

export const NO_RECEIPTS: Sign = async () => {
  throw new ParleyError("conflict", "this install signs nothing");
};
