/** A draft whose models are asked before its start: its calls are no part of the debate, and take their own place. */
import { inputTokens } from "../../domain/play/budget/worst-case.ts";
import { CHECK_QUESTION, checkPurseOf } from "../../domain/play/faults/check-question.ts";
import { distinctModelsOf } from "../../domain/shapes/plan/models-of.ts";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import type { AppDeps } from "../base/context.api-base.ts";
import type { QuotaKey } from "./admission.quota-api.ts";
import { free, setAside } from "./purchases.ts";

/** Each check takes half a minute at most. Milliseconds. */
const PURSE_MS = 60_000;

type Deps = Pick<AppDeps, "store" | "catalogue" | "now">;
interface Checking {
  record: DebateRecord;
  key: QuotaKey;
  /** As the command says; left out: as the draft says. */
  live: boolean | undefined;
}

/** `validate` has the draft validated. Throws what it throws, and what `setAside` throws. */
export async function checkWithin(deps: Deps, checking: Checking, validate: () => Promise<Debate>): Promise<Debate> {
  await setAsideForChecks(deps, checking);
  const debate = await validate();
  const { tenant, id } = checking.record;
  // Calls that are still to come need to know whose they are.
  if (debate.status !== "validating") await free(deps, { tenant, key: checking.key, purse: checkPurseOf(id) });
  return debate;
}

async function setAsideForChecks(deps: Deps, { record, key, live }: Checking): Promise<void> {
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
