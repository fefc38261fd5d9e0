/** `parley keys`: creates, lists and revokes API keys directly in the store, with or without a running server; opens the API. */
import { InvalidArgumentError, Option } from "commander";
import {
  createApiKey,
  FIRST_KEY_CLOSES,
  hasApiKeys,
  listApiKeys,
  openApi,
  revokeApiKey,
} from "../../../api/access/api-keys.access.ts";
import { keyRoutes } from "../../../api/keys/keys.routes.ts";
import { type ApiKey, isLive, requireApiKey, SCOPES, TenantName } from "../../../domain/around/api-keys.around.ts";
import { API_KEYS } from "../../../domain/around/outside-records.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import type { Store } from "../../../store/port/store.ts";
import { requireAgreed } from "../base/agree.ts";
import { secondsIn } from "../base/arguments.cli.ts";
import type { Cli } from "../base/cli.ts";
import { bodyOf, commandGroup, type Register, routeCommand } from "../base/route.cli.ts";
import type { ServerOptions } from "../base/server-options.ts";
import { columnsText } from "../base/table.cli.ts";
import { withStore } from "./store.command.ts";

/** What the commands need that work in the store. */
export interface StorePorts {
  /** Opens the store for one command. */
  open: <T>(cli: Cli, use: (store: Pick<Store, "records" | "quotas">) => Promise<T>) => Promise<T>;
  now: () => Date;
}

export const STORE_PORTS: StorePorts = {
  open: (cli, use) => withStore({ config: cli.config(), progress: (line) => cli.streams.err(`${line}\n`) }, use),
  now: () => new Date(),
};

interface TenantOptions extends ServerOptions {
  tenant?: string;
}

const PAGE = 100;

const OPENS =
  "The API will answer whoever reaches its address, without a key, until a key is created again. Keys that exist stay valid.";

/** The commands of `keys`. Their actions throw a `ParleyError` or a `UsageError`. */
export function keysCommands({ open, now }: StorePorts = STORE_PORTS): Register {
  return commandGroup("keys", "create, list and revoke API keys, also while the server runs", [
    routeCommand({
      route: keyRoutes.create,
      name: "create",
      help: "create a key and print it once",
      isLocal: true,
      options: {
        scopes: {
          flags: "-s, --scopes <list>",
          help: `${SCOPES.join(", ")}: each includes those before it`,
          default: [["read", "write"], "read,write"],
        },
        name: "-n, --name <name>",
        rateLimit: "-r, --rate-limit <n>",
        expiresAt: {
          flags: "-e, --expires <when>",
          help: "a time such as 2027-01-31T00:00:00Z, or a duration: 12h, 90d",
          parse: (text) => timeOf(text, now()),
        },
      },
      more: (command) => command.addOption(tenantOption("whose keys")).option("-y, --yes", "ask nothing"),
      calls: (given: TenantOptions & { yes?: boolean }, { cli }) => {
        const { tenant = "", yes } = given;
        const request = requireApiKey(bodyOf(keyRoutes.create, given), now());
        return open(cli, async ({ records }) => {
          if (!(await hasApiKeys(records))) await requireAgreed(cli.streams, FIRST_KEY_CLOSES, yes);
          const { key, token } = await createApiKey(records, { tenant, request, now: now() });
          return { ...key, token };
        });
      },
      says: ({ token, id, tenant }) => [
        `${token}\n`,
        `key ${id} for tenant ${tenant}: keep it, since it is not shown again\n`,
      ],
    }),
    routeCommand({
      route: keyRoutes.list,
      name: "list",
      help: "show a tenant's keys, newest first",
      isLocal: true,
      more: (command) => command.addOption(tenantOption("whose keys")),
      calls: ({ tenant = "" }: TenantOptions, { cli }) =>
        open(cli, async ({ records }) => {
          const items: ApiKey[] = [];
          for (let after: string | undefined; ; ) {
            const page = await listApiKeys(records, { tenant, limit: PAGE, after });
            items.push(...page.items);
            if (page.next === null) return { items, nextCursor: null };
            after = page.next;
          }
        }),
      says: (keys, { tenant }: TenantOptions) =>
        keys.length > 0 ? listText(keys, now()) : ["", `the tenant ${tenant} has no keys\n`],
    }),
    routeCommand({
      route: keyRoutes.revoke,
      name: "revoke",
      isLocal: true,
      calls: ({ id }, { cli }) =>
        open(cli, async ({ records }) => {
          const key = await records.get({ id }, API_KEYS, {});
          if (!key) throw new ParleyError("not-found", `there is no key ${id}`);
          await revokeApiKey(records, key, now());
          return undefined as never;
        }),
      done: "is revoked; it stops working within 5 seconds",
    }),
    (keys, cli) =>
      keys
        .command("open")
        .description("open the API again to callers without a key")
        .option("-y, --yes", "ask nothing")
        .action(async ({ yes }: { yes?: boolean }) => {
          await requireAgreed(cli.streams, OPENS, yes);
          await open(cli, ({ records }) => openApi(records));
          cli.streams.err("the API is open; servers that run close it until they are restarted\n");
        }),
  ]);
}

export function tenantOption(help: string): Option {
  return new Option("-t, --tenant <name>", help).argParser(parseTenant).default("default");
}

function listText(keys: ApiKey[], now: Date): string {
  return columnsText(keys, {
    columns: {
      ID: "id",
      SCOPES: ({ scopes }) => scopes.join(","),
      LIMIT: ({ rateLimit }) => (rateLimit === null ? "no limit" : `${rateLimit}/min`),
      STATE: (key) => stateOf(key, now),
      NAME: "name",
    },
  });
}

function stateOf(key: ApiKey, now: Date): string {
  const { revokedAt, expiresAt } = key;
  if (isLive(key, now)) return expiresAt ? `live until ${expiresAt}` : "live";
  return revokedAt ? `revoked ${revokedAt}` : `expired ${expiresAt}`;
}

/** As ISO 8601. Leaves times for the schema to refuse. */
function timeOf(text: string, now: Date): string {
  const seconds = secondsIn(text);
  if (seconds !== null) return new Date(now.getTime() + seconds * 1_000).toISOString();
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return text;
  throw new InvalidArgumentError("It must be a duration such as 12h or 90d, or a time such as 2027-01-31T00:00:00Z.");
}

function parseTenant(text: string): string {
  if (TenantName.safeParse(text).success) return text;
  throw new InvalidArgumentError("It must be 1 to 128 printable characters without spaces.");
}
