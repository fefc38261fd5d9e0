/** `parley keys`: makes, lists and revokes API keys straight in the store, whether or not a server runs. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { apiKeyView, createApiKey } from "../../api/api-keys.ts";
import { type ApiKey, isLive, requireApiKey, SCOPES, type Scope, TenantName } from "../../domain/api-keys.ts";
import { ParleyError } from "../../domain/errors.ts";
import type { ApiKeyStore } from "../../store/port/api-keys.ts";

export interface KeysPorts {
  /** Opens the store for one command. */
  withKeys<T>(use: (keys: ApiKeyStore) => Promise<T>): Promise<T>;
  now(): Date;
  out(text: string): void;
  err(text: string): void;
}

interface CreateOptions {
  tenant: string;
  scopes: Scope[];
  name?: string;
  rateLimit?: number;
  expires?: string;
}

const HOUR_MS = 3_600_000;
const UNITS: Record<string, number> = { h: HOUR_MS, d: 24 * HOUR_MS };
const PAGE = 100;

/** Adds `keys create`, `keys list` and `keys revoke` to a program. Their actions throw a `ParleyError`. */
export function registerKeys(program: Command, ports: KeysPorts): void {
  const keys = program.command("keys").description("API keys: make, list and revoke them, also while the server runs");
  const tenant = () => new Option("-t, --tenant <name>", "whose keys").argParser(parseTenant).default("default");

  keys
    .command("create")
    .description("make a key and print it; it is shown this once")
    .addOption(tenant())
    .addOption(
      new Option("-s, --scopes <list>", SCOPES.join(","))
        .argParser(parseScopes)
        .default(["read", "write"], "read,write"),
    )
    .option("-n, --name <name>", "for people")
    .addOption(new Option("-r, --rate-limit <n>", "requests a minute").argParser(Number))
    .option("-e, --expires <when>", "a time such as 2027-01-31T00:00:00Z, or from now on: 12h, 90d")
    .action((options: CreateOptions) => create(ports, options));

  keys
    .command("list")
    .description("show a tenant's keys, newest first")
    .addOption(tenant())
    .option("--json", "as JSON")
    .action((options: { tenant: string; json?: boolean }) => list(ports, options));

  keys
    .command("revoke")
    .description("make a key useless within 5 seconds")
    .argument("<id>", "the part of the key between prl_ and the next _")
    .action((id: string) => revoke(ports, id));
}

async function create(ports: KeysPorts, options: CreateOptions): Promise<void> {
  const { tenant, scopes, name, rateLimit, expires } = options;
  const now = ports.now();
  const request = requireApiKey(
    {
      scopes,
      ...(name !== undefined && { name }),
      ...(rateLimit !== undefined && { rateLimit }),
      ...(expires !== undefined && { expiresAt: timeOf(expires, now) }),
    },
    now,
  );
  const { key, token } = await ports.withKeys((keys) => createApiKey(keys, { tenant, request, now }));
  ports.err(`key ${key.id} for tenant ${tenant}: keep it, it is not shown again\n`);
  ports.out(`${token}\n`);
}

async function list(ports: KeysPorts, { tenant, json }: { tenant: string; json?: boolean }): Promise<void> {
  const found = await ports.withKeys((keys) => all(keys, tenant));
  if (json) return ports.out(`${JSON.stringify(found, null, 2)}\n`);
  if (found.length === 0) return ports.err(`the tenant ${tenant} has no keys\n`);
  for (const key of found) ports.out(`${line(key, ports.now())}\n`);
}

async function all(keys: ApiKeyStore, tenant: string): Promise<ApiKey[]> {
  const found: ApiKey[] = [];
  for (let after: string | undefined; ; ) {
    const page = await keys.list({ tenant, limit: PAGE, ...(after !== undefined && { after }) });
    found.push(...page.keys.map(apiKeyView));
    if (page.next === null) return found;
    after = page.next;
  }
}

function line(key: ApiKey, now: Date): string {
  const { id, name, scopes, rateLimit, revokedAt, expiresAt } = key;
  const state = isLive(key, now)
    ? `live${expiresAt ? ` until ${expiresAt}` : ""}`
    : revokedAt
      ? `revoked ${revokedAt}`
      : `expired ${expiresAt}`;
  return [id, scopes.join(","), rateLimit === null ? "no limit" : `${rateLimit}/min`, state, name].join("  ");
}

async function revoke(ports: KeysPorts, id: string): Promise<void> {
  const found = await ports.withKeys((keys) => keys.revoke({ id, at: ports.now().toISOString() }));
  if (!found) throw new ParleyError("not-found", `there is no key ${id}`);
  ports.err(`key ${id} is revoked; it stops working within 5 seconds\n`);
}

/** As ISO 8601; what can not be read is left as it is, for the schema to refuse. */
function timeOf(text: string, now: Date): string {
  const [, amount = "", unit = ""] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  return unit === "" ? text : new Date(now.getTime() + Number(amount) * (UNITS[unit] ?? 0)).toISOString();
}

function parseScopes(text: string): Scope[] {
  const names = text.split(",").map((name) => name.trim());
  const known = SCOPES.filter((scope) => names.includes(scope));
  if (known.length === new Set(names).size) return known;
  throw new InvalidArgumentError(`They are of: ${SCOPES.join(", ")}.`);
}

function parseTenant(text: string): string {
  if (TenantName.safeParse(text).success) return text;
  throw new InvalidArgumentError("It must be 1 to 128 printable characters without spaces.");
}
