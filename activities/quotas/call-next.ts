/** Calls the debates whose turn in the queue has come. A lost call is made up for: they ask themselves now and then. */
import { Context } from "@temporalio/activity";
import { calledIn } from "../../domain/around/quotas/admission.quota.ts";
import { INTERNAL_SIGNALS } from "../../domain/shapes/internal-signals.ts";
import type { Store } from "../../store/port/store.ts";

export async function callNext({ quotas }: Pick<Store, "quotas">, tenant: string): Promise<void> {
  const ledger = await quotas.read(tenant);
  const called = ledger ? calledIn(ledger) : [];
  if (called.length === 0) return;
  const { client } = Context.current();
  await Promise.all(
    called.map((id) =>
      client.workflow
        .getHandle(id)
        .signal(INTERNAL_SIGNALS.called)
        .catch(() => {}),
    ),
  );
}
