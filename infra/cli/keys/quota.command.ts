/** `parley quota`: shows and sets a tenant's limits directly in the store, with or without a running server. */

import { type Command, Option } from "commander";
import { type Ledger, newLedger } from "../../../domain/around/quotas/ledger.quota.ts";
import { requireQuota } from "../../../domain/around/quotas/quota.ts";
import { quotaView } from "../../../domain/around/quotas/view.quota.ts";
import type { Quota } from "../../../domain/shapes/payer.ts";
import type { Store } from "../../../store/port/store.ts";
import { tableText } from "../base/table.cli.ts";
import { parseTenant } from "./keys.command.ts";
import { LIMIT_OPTIONS } from "./limit-options.ts";

export interface QuotaPorts {
  /** Opens the store for one command. */
  withStore<T>(use: (store: Pick<Store, "quotas">) => Promise<T>): Promise<T>;
  now(): Date;
  out(text: string): void;
}

type Given = Partial<Record<keyof Quota, string>>;

export function registerQuota(program: Command, ports: QuotaPorts): void {
  const command = program
    .command("quota")
    .description("show a tenant's limits on debates and what is used of them, or set them; also while the server runs")
    .addOption(new Option("-t, --tenant <name>", "whose limits").argParser(parseTenant).default("default"));
  for (const [flag, , help] of LIMIT_OPTIONS) command.option(flag, `${help}; \`none\` takes the limit back`);
  command
    .option("--json", "as JSON")
    .action(({ tenant, json, ...given }: Given & { tenant: string; json?: boolean }) =>
      show(ports, { tenant, given, asJson: json ?? false }),
    );
}

async function show(ports: QuotaPorts, asked: { tenant: string; given: Given; asJson: boolean }): Promise<void> {
  const { tenant, given, asJson } = asked;
  const now = ports.now();
  const ledger = await ports.withStore(({ quotas }) =>
    Object.keys(given).length === 0
      ? quotas.read(tenant)
      : quotas.change<Ledger>(tenant, (before) => {
          const empty = before ?? newLedger({}, now);
          const after = { ...empty, tenant: { ...empty.tenant, quota: changed(empty.tenant.quota, given) } };
          return { ledger: after, answer: after };
        }),
  );
  const view = quotaView(ledger, null, now);
  if (asJson) return ports.out(`${JSON.stringify(view, null, 2)}\n`);
  const rows = LIMIT_OPTIONS.map(([, name, help]) => [String(view[name] ?? "no limit"), String(view.used[name]), help]);
  ports.out(tableText({ head: ["LIMIT", "USED", "OF"], rows }));
  if (view.waiting > 0) ports.out(`${view.waiting} wait in the queue\n`);
}

/** Throws `invalid-request` for what is no limit. */
function changed(before: Quota, given: Given): Quota {
  const kept = Object.entries({ ...before, ...given }).filter(([, value]) => value !== "none");
  return requireQuota(Object.fromEntries(kept.map(([name, value]) => [name, Number(value)])));
}
