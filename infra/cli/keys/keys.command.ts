/** `parley keys`: creates, lists and revokes API keys directly in the store, with or without a running server; opens the API. */
import { type Command, InvalidArgumentError, Option } from "commander";
import {
  createApiKey,
  FIRST_KEY_CLOSES,
  hasApiKeys,
  listApiKeys,
  openApi,
  revokeApiKey,
} from "../../../api/access/api-keys.access.ts";
import {
  type ApiKey,
  isLive,
  requireApiKey,
  SCOPES,
  type Scope,
  TenantName,
} from "../../../domain/around/api-keys.around.ts";
import { API_KEYS } from "../../../domain/around/outside-records.ts";
import { quotaOf } from "../../../domain/around/quotas/quota.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import type { Quota } from "../../../domain/shapes/payer.ts";
import type { RecordStore } from "../../../store/port/records.port.ts";
import { requireAgreed } from "../base/agree.ts";
import { durationMs } from "../base/durations.ts";
import type { Ask } from "../base/prompt.cli.ts";
import { tableText } from "../base/table.cli.ts";
import { LIMIT_OPTIONS } from "./limit-options.ts";

export interface KeysPorts {
  /** Opens the store for one command. */
  withKeys<T>(use: (records: RecordStore) => Promise<T>): Promise<T>;
  now(): Date;
  out(text: string): void;
  err(text: string): void;
  /** Missing: no person is at the terminal. */
  ask?: Ask | undefined;
}

interface CreateOptions extends Quota {
  tenant: string;
  scopes: Scope[];
  name?: string;
  rateLimit?: number;
  expires?: string;
  yes?: boolean;
}

const PAGE = 100;

const OPENS =
  "The API will answer whoever reaches its address, without a key, until a key is created again. Keys that exist stay valid.";

/** Adds the commands of `keys` to a program. Their actions throw a `ParleyError` or a `UsageError`. */
export function registerKeys(program: Command, ports: KeysPorts): void {
  const keys = program.command("keys").description("create, list and revoke API keys, also while the server runs");
  const yes = () => new Option("-y, --yes", "ask nothing");
  const tenant = () => new Option("-t, --tenant <name>", "whose keys").argParser(parseTenant).default("default");

  const creating = keys
    .command("create")
    .description("create a key and print it once")
    .addOption(tenant())
    .addOption(
      new Option("-s, --scopes <list>", SCOPES.join(","))
        .argParser(parseScopes)
        .default(["read", "write"], "read,write"),
    )
    .option("-n, --name <name>", "for people")
    .addOption(new Option("-r, --rate-limit <n>", "requests a minute").argParser(Number))
    .addOption(
      new Option("-e, --expires <when>", "a time such as 2027-01-31T00:00:00Z, or a duration: 12h, 90d").argParser(
        parseExpiry,
      ),
    )
    .addOption(yes());
  for (const [flag, , help] of LIMIT_OPTIONS) creating.addOption(new Option(flag, help).argParser(Number));
  creating.action((options: CreateOptions) => create(ports, options));

  keys
    .command("list")
    .description("show a tenant's keys, newest first")
    .addOption(tenant())
    .option("--json", "as JSON")
    .action((options: { tenant: string; json?: boolean }) => list(ports, options));

  keys
    .command("revoke")
    .description("revoke a key: it stops working within 5 seconds")
    .argument("<id>", "the part of the key between prl_ and the next _")
    .action((id: string) => revoke(ports, id));

  keys
    .command("open")
    .description("open the API again to callers without a key")
    .addOption(yes())
    .action((options: { yes?: boolean }) => open(ports, options));
}

async function open(ports: KeysPorts, options: { yes?: boolean }): Promise<void> {
  await requireAgreed(ports, OPENS, options.yes);
  await ports.withKeys(openApi);
  ports.err("the API is open; servers that run close it until they are restarted\n");
}

async function create(ports: KeysPorts, options: CreateOptions): Promise<void> {
  const { tenant, scopes, name, rateLimit, expires, yes } = options;
  const now = ports.now();
  const request = requireApiKey(
    {
      scopes,
      ...(name !== undefined && { name }),
      ...(rateLimit !== undefined && { rateLimit }),
      ...quotaOf(options),
      ...(expires !== undefined && { expiresAt: timeOf(expires, now) }),
    },
    now,
  );
  const { key, token } = await ports.withKeys(async (records) => {
    if (!(await hasApiKeys(records))) await requireAgreed(ports, FIRST_KEY_CLOSES, yes);
    return createApiKey(records, { tenant, request, now });
  });
  ports.err(`key ${key.id} for tenant ${tenant}: keep it, since it is not shown again\n`);
  ports.out(`${token}\n`);
}

async function list(ports: KeysPorts, { tenant, json }: { tenant: string; json?: boolean }): Promise<void> {
  const found = await ports.withKeys((records) => all(records, tenant));
  if (json) return ports.out(`${JSON.stringify(found, null, 2)}\n`);
  if (found.length === 0) return ports.err(`the tenant ${tenant} has no keys\n`);
  const now = ports.now();
  ports.out(tableText({ head: ["ID", "SCOPES", "LIMIT", "STATE", "NAME"], rows: found.map((key) => rowOf(key, now)) }));
}

async function all(records: RecordStore, tenant: string): Promise<ApiKey[]> {
  const found: ApiKey[] = [];
  for (let after: string | undefined; ; ) {
    const page = await listApiKeys(records, { tenant, limit: PAGE, after });
    found.push(...page.items);
    if (page.next === null) return found;
    after = page.next;
  }
}

function rowOf(key: ApiKey, now: Date): string[] {
  const { id, name, scopes, rateLimit, revokedAt, expiresAt } = key;
  const state = isLive(key, now)
    ? `live${expiresAt ? ` until ${expiresAt}` : ""}`
    : revokedAt
      ? `revoked ${revokedAt}`
      : `expired ${expiresAt}`;
  return [id, scopes.join(","), rateLimit === null ? "no limit" : `${rateLimit}/min`, state, name];
}

async function revoke(ports: KeysPorts, id: string): Promise<void> {
  const found = await ports.withKeys(async (records) => {
    const key = await records.get({ id }, API_KEYS, {});
    if (key) await revokeApiKey(records, key, ports.now());
    return key;
  });
  if (!found) throw new ParleyError("not-found", `there is no key ${id}`);
  ports.err(`key ${id} is revoked; it stops working within 5 seconds\n`);
}

/** A duration, or a time. */
function parseExpiry(text: string): string {
  if (/^\d{1,5}[hd]$/.test(text) || /^\d{4}-\d\d-\d\dT/.test(text)) return text;
  throw new InvalidArgumentError("It must be a duration such as 12h or 90d, or a time such as 2027-01-31T00:00:00Z.");
}

/** As ISO 8601. Leaves other texts for the schema to refuse. */
function timeOf(text: string, now: Date): string {
  const ms = durationMs(text);
  return ms === null ? text : new Date(now.getTime() + ms).toISOString();
}

function parseScopes(text: string): Scope[] {
  const names = text.split(",").map((name) => name.trim());
  const known = SCOPES.filter((scope) => names.includes(scope));
  if (known.length === new Set(names).size) return known;
  throw new InvalidArgumentError(`The scopes are: ${SCOPES.join(", ")}.`);
}

export function parseTenant(text: string): string {
  if (TenantName.safeParse(text).success) return text;
  throw new InvalidArgumentError("It must be 1 to 128 printable characters without spaces.");
}
