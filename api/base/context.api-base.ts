/** Dependencies and settings of the API, and the variables that its middleware sets. */
import type { KeyObject } from "node:crypto";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Client } from "@temporalio/client";
import type { PayloadCodec } from "@temporalio/common";
import type { Scope } from "../../domain/around/api-keys.around.ts";
import type { KeptLimits } from "../../domain/around/kept-limits.ts";
import type { PassageSearch } from "../../domain/rules/retrieval/passages.retrieval.ts";
import type { TemplateSearch } from "../../domain/rules/templates/retrieval.ts";
import type { Catalogue } from "../../domain/shapes/catalogue/catalogue.ts";
import type { Quota } from "../../domain/shapes/payer.ts";
import type { Durations } from "../../domain/shapes/plan/plan.ts";
import type { KeptAnswer } from "../../store/port/idempotency.port.ts";
import type { Store } from "../../store/port/store.ts";
import type { Holder, Limits } from "./limits.api-base.ts";
import type { BodyLimits, WorkName, WorkPlace } from "./places.ts";
import type { TaskRunner } from "./tasks.api-base.ts";

export interface ApiSettings {
  /** Origin at which clients reach the API. null: links are paths. */
  publicUrl: string | null;
  /** Signs cursors and sessions, encrypts stored answers. */
  secret: string;
  /** Ed25519 keys for receipts: the first signs, all are published. Missing or empty: nothing is signed. */
  receiptKeys?: KeyObject[];
  durations: Durations;
  continueAfterEvents: number;
  taskQueue: string;
  temporalUiUrl: string | null;
  namespace: string;
  /** Empty: no CORS headers. */
  corsOrigins: string[];
  /** Accepted `Host` names beside this machine's own, without ports. Missing: any name. */
  hosts?: string[];
  /** Allows webhooks to http, private and loopback addresses. */
  webhookAllowPrivate?: boolean;
  /** Limit of a command, and of the start of a debate. Default: 10,000. */
  commandTimeoutMs?: number;
  /** Limit of finding positions. Default: 60,000. */
  positionsTimeoutMs?: number;
  /** How long a lease lasts without renewal, and how long repeats wait for the first request. */
  idempotency?: { leaseMs?: number; waitMs?: number };
  /** A read checks the workflow of a debate whose META did not change for so long. Default: 15,000. */
  stillMs?: number;
  /** Ends event streams after so long; readers reconnect for the rest. Missing: never. */
  streamMaxMs?: number;
  /** True: every request needs a key or token, even before the first key exists. */
  guarded?: boolean;
  /** Default: `LIMITS`. */
  limits?: Limits;
  /** Default: `BODY_LIMITS`. */
  bodies?: Partial<BodyLimits>;
  /** Default: `WORK`. */
  places?: Partial<Record<WorkName, Partial<WorkPlace>>>;
  /** What a tenant may keep. Default: `KEPT`. */
  kept?: KeptLimits;
  version: string;
  /** Issuer whose tokens are accepted beside API keys. */
  oidc?: OidcSettings;
}

export interface OidcSettings {
  /** The tokens' `iss`; its discovery document is below this address. */
  issuer: string;
  audience: string;
  /** The claim that names the tenant. */
  tenantClaim: string;
  /** Parley as a client of the issuer, for users who sign in on the pages. Missing: they cannot. */
  client?: OidcClient;
}

export interface OidcClient {
  clientId: string;
  /** null: a public client. */
  clientSecret: string | null;
  /** What the pages ask the issuer for, separated by spaces. */
  scopes: string;
}

/** The sender of a request, with its permissions. */
export interface Caller {
  tenant: string;
  scopes: Scope[];
  /** Missing for strangers while the API is open: their requests are not counted. */
  holder?: Holder;
  /** null for tokens, and for strangers while the API is open. */
  key: { id: string; quota: Quota } | null;
  /** Admitted without a key, because none exists yet. */
  isStranger?: true;
}

/** The part of pino's logger that the API uses. */
interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface AppDeps {
  temporal: Client;
  store: Store;
  templates: TemplateSearch;
  passages: Pick<PassageSearch, "forget">;
  catalogue: Catalogue;
  settings: ApiSettings;
  tasks: TaskRunner;
  now(): Date;
  newId(now: Date): string;
  logger: Logger;
  /** Missing: Temporal stores payloads unencrypted. */
  codec?: PayloadCodec;
  /** Missing: nothing is counted. */
  meter?: Meter;
  /** Aborts when the server shuts down: ends streams and waits. */
  closing?: AbortSignal;
}

export interface AppEnv {
  /** api/access/auth.access.ts sets `caller` and `tenant`, except on open addresses; api/places/ the last two. */
  Variables: {
    tenant: string;
    requestId: string;
    traceparent?: string;
    caller?: Caller;
    lease?: IdempotencyLease;
    /** No place was free in time: its command goes into the backlog. */
    isLate?: true;
    leavePlace?: () => void;
    leaveWait?: () => void;
  };
}
export type App = OpenAPIHono<AppEnv>;

export interface IdempotencyLease extends AsyncDisposable {
  /** The Idempotency-Key. */
  key: string;
  /** Of the update that carries out the request's command: attempts under this key share it. */
  updateId: string;
  /** The debate that an earlier request with this key began to create before it died. */
  debateId: string | null;
  /** No earlier request has that id: at first nothing stored is looked for. */
  isNew?: boolean;
  /** Records the debate before it is created. Throws `request-in-progress` if the lease was lost. */
  bind(debateId: string): Promise<void>;
  /** Records the address of what the request made: deleting that ends the record. */
  point(address: string): Promise<void>;
  /** `debateId`: what it is about, where that was not recorded before. */
  answer(answer: KeptAnswer, debateId?: string): Promise<void>;
  /** Stores no answer: the next request with this key is carried out. */
  release(): Promise<void>;
}

interface MeteredRequest {
  method: string;
  /** The route's template. Raw paths would be unlimited in number. */
  route: string;
  status: number;
  /** Until the response's head was ready; a stream continues after it. */
  ms: number;
}

export interface Meter {
  request(request: MeteredRequest): void;
  /** An event stream begins. Call the returned function at its end. */
  streamOpened(): () => void;
  /** An event reached a stream this many milliseconds after it happened. */
  delivered(lagMs: number): void;
  /** This process's metrics in Prometheus' text format. */
  expose(): Promise<{ contentType: string; text: string }>;
}
