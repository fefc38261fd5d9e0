/** `parley quota`: shows and sets a tenant's limits directly in the store, with or without a running server. */
import { quotaRoutes } from "../../../api/quotas/quotas.routes.ts";
import { type Ledger, newLedger } from "../../../domain/around/quotas/ledger.quota.ts";
import { quotaShape, requireQuota } from "../../../domain/around/quotas/quota.ts";
import { quotaView } from "../../../domain/around/quotas/view.quota.ts";
import { bodyOf, helpOf, type Register, routeCommand } from "../base/route.cli.ts";
import { columnsText } from "../base/table.cli.ts";
import { STORE_PORTS, type StorePorts, tenantOption } from "./keys.command.ts";

const LIMITS = Object.entries(quotaShape).map(([name, schema]) => {
  const [what = ""] = helpOf(schema).split("; ");
  return { name: name as keyof typeof quotaShape, what };
});

/** Throws `invalid-request` for what is no limit. */
export function quotaCommand({ open, now }: StorePorts = STORE_PORTS): Register {
  return routeCommand({
    route: quotaRoutes.replace,
    name: "quota",
    help: "show a tenant's limits on debates and what is used of them, or set them; also while the server runs",
    isLocal: true,
    hides: ["tenant"],
    more: (command) => command.addOption(tenantOption("whose limits")),
    options: Object.fromEntries(
      LIMITS.map(({ name, what }) => [name, { help: `${what}; \`none\` takes the limit back`, parse: String }]),
    ),
    async calls(given, { cli }) {
      const changes: [string, unknown][] = Object.entries(bodyOf(quotaRoutes.replace, given));
      const ledger = await open(cli, ({ quotas }) =>
        changes.length === 0
          ? quotas.read(given.tenant)
          : quotas.change<Ledger>(given.tenant, (before) => {
              const empty = before ?? newLedger({}, now());
              const kept = Object.entries<unknown>({ ...empty.tenant.quota, ...Object.fromEntries(changes) })
                .filter(([, value]) => value !== "none")
                .map(([name, value]) => [name, Number(value)]);
              const quota = requireQuota(Object.fromEntries(kept));
              const after = { ...empty, tenant: { ...empty.tenant, quota } };
              return { ledger: after, answer: after };
            }),
      );
      return quotaView(ledger, null, now());
    },
    says: (view) =>
      columnsText(LIMITS, {
        columns: {
          LIMIT: ({ name }) => String(view[name] ?? "no limit"),
          USED: ({ name }) => String(view.used[name]),
          OF: "what",
        },
      }) + (view.waiting > 0 ? `${view.waiting} wait in the queue\n` : ""),
  });
}
