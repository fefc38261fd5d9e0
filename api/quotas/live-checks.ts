/** A draft whose models are asked before its start: its calls are no part of the debate, and take their own place. */
import { inputTokens } from "../../domain/budget/worst-case.ts";
import { CHECK_QUESTION, checkPurseOf } from "../../domain/faults/check-question.ts";
import { distinctModelsOf } from "../../domain/plan/models-of.ts";
import type { DebateRecord } from "../../store/port/debates.ts";
import type { AppDeps } from "../context.ts";
import type { QuotaKey } from "./admission.ts";
import { setAside } from "./purchases.ts";

/** Each check takes half a minute at most. Milliseconds. */
const PURSE_MS = 60_000;

/** `live`: as the command says; left out: as the draft says. Throws what `setAside` throws. */
export async function setAsideForChecks(
  deps: Pick<AppDeps, "store" | "catalogue" | "now">,
  { record, key, live }: { record: DebateRecord; key: QuotaKey; live: boolean | undefined },
): Promise<void> {
  const { tenant, id, config, state } = record;
  // Nobody is asked about a draft that lacks more, or that is valid already.
  const asks = live ?? config.asksModels ?? false;
  if (!asks || state.status !== "configuring" || (state.problems ?? []).length > 0) return;
  const { maxOutputTokens, ...question } = CHECK_QUESTION;
  const calls = distinctModelsOf(config)
    .filter(({ ref }) => !deps.catalogue.provider(ref.provider)?.demo)
    .map(({ ref }) => ({
      model: ref,
      input: inputTokens(ref, { ...question, source: "built-in" }),
      maxOutputTokens,
    }));
  await setAside(deps, { tenant, key, purse: checkPurseOf(id), calls, forMs: PURSE_MS, pointer: "/live" });
}
