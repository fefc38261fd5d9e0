/** What the API is built from, and what its middleware leaves for the handlers. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Client } from "@temporalio/client";
import type { PayloadCodec } from "@temporalio/common";
import type { Scope } from "../domain/api-keys.ts";
import type { Catalogue } from "../domain/catalogue.ts";
import type { Durations } from "../domain/plan.ts";
import type { TemplateSearch } from "../domain/retrieval.ts";
import type { Store } from "../store/port.ts";
import type { Hold } from "./hold.ts";
import type { Meter } from "./meter.ts";

export interface ApiSettings {
  /** Origin under which clients reach us; null: links are paths. */
  publicUrl: string | null;
  /** Signs cursors. */
  secret: string;
  durations: Durations;
  continueAfterEvents: number;
  taskQueue: string;
  temporalUiUrl: string | null;
  namespace: string;
  /** Empty: no CORS headers at all. */
  corsOrigins: string[];
  /** Names besides this machine's own under which requests may come, without ports; missing: any name. */
  hosts?: string[];
  /** Webhooks may point to http, private and loopback addresses; missing: they may not. */
  webhookAllowPrivate?: boolean;
  /** How long a command may take, and how long Temporal may take to start a debate. 10,000 when missing. */
  commandTimeoutMs?: number;
  /** How long finding positions may take. 60,000 when missing. */
  positionsTimeoutMs?: number;
  /** How long a request may work under its Idempotency-Key without a sign of life, and how long others wait for it. */
  idempotency?: { leaseMs?: number; waitMs?: number };
  /** A debate whose META was still for so long is checked against its workflow when it is read. 15,000 when missing. */
  stillMs?: number;
  /** An event stream is ended after so long, and its reader comes back for the rest; missing: it may go on for ever. */
  streamMaxMs?: number;
  /** True: nobody comes in without a key or a token, not even while there are none. */
  guarded?: boolean;
  version: string;
  /** Whose tokens are good beside API keys; missing: nobody's. */
  oidc?: OidcSettings;
}

export interface OidcSettings {
  /** As it stands in tokens (`iss`); its discovery document is looked for beneath it. */
  issuer: string;
  audience: string;
  /** The claim that names the tenant. */
  tenantClaim: string;
}

/** Who sent a request, and what they may do. */
export interface Caller {
  tenant: string;
  scopes: Scope[];
  /** null for tokens, and for strangers while everything is open. */
  key: { id: string; rateLimit: number | null } | null;
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
  catalogue: Catalogue;
  settings: ApiSettings;
  now(): Date;
  newId(now: Date): string;
  logger: Logger;
  /** Missing: what Temporal stores is not encrypted. */
  codec?: PayloadCodec;
  /** Missing: nothing is counted. */
  meter?: Meter;
  /** Aborts when the server shuts down: streams and waits end then. */
  closing?: AbortSignal;
}

export interface AppEnv {
  /** `caller` and `tenant` are there behind api/auth.ts only, which is everywhere but on open addresses. */
  Variables: { tenant: string; requestId: string; traceparent?: string; caller?: Caller; hold?: Hold };
}
export type App = OpenAPIHono<AppEnv>;

export const COMMAND_TIMEOUT_MS = 10_000;
