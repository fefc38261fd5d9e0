import { planOf } from "../../domain/play/beginning/create-plan.ts";
import { checkDraft } from "../../domain/play/beginning/draft.beginning.ts";
import { reseated } from "../../domain/play/beginning/reseat.ts";
import { amended, fixedFields, redrafted } from "../../domain/play/beginning/revision.ts";
import type { Catalogue } from "../../domain/shapes/catalogue/catalogue.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import type { Status } from "../../domain/shapes/lifecycle.shape.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { DebatePlan } from "../../domain/shapes/plan/plan.ts";
import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";
import { whyNoRoom } from "../../store/records/changes.records.ts";
import { withMaterial } from "../../store/records/material.records.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { type Checked, checkedAt } from "../base/home.activity-base.ts";
import { mostProblems } from "../quotas/most-problems.ts";

interface Deps {
  store: Store;
  catalogue: Catalogue;
  now(): Date;
}

/** A changed configuration by reference, with what the workflow needs of it. */
export interface Revision {
  revision: string;
  plan: DebatePlan;
  /** What a draft lacks. */
  problems: Problem[];
}

/** Applies a merge patch that came as a signal; the API does the same itself before it sends an update. */
export const revise =
  (deps: Deps) =>
  async (input: {
    debate: DebateKey;
    kind: "configure" | "amend";
    patch: unknown;
    plan: DebatePlan;
    status: Status;
  }): Promise<Revision | { refused: Problem[] }> => {
    const { store, catalogue } = deps;
    const { debate, kind, patch, plan, status } = input;
    // Positions that were assigned are no part of what the owner asked for.
    const config = await store.getConfig({ ...debate, generation: 0 });
    if (!config) throw new Error(`no configuration of ${debate.debateId}`);
    const fixed = kind === "amend" ? fixedFields(patch, status) : [];
    if (fixed.length > 0) return { refused: fixed };
    const revised = kind === "amend" ? amended(config, patch, catalogue) : redrafted(config, patch, catalogue);
    if (!revised.config) return { refused: revised.refused };
    const { problems } = revised;
    const { tenant } = plan;
    const made = kind === "amend" ? revised : await withMaterial(store, { tenant, config: revised.config });
    if (!made.config) return { refused: made.problems };
    const next = made.config;
    const unfit = await mostProblems(deps, { debate, config: next });
    if (unfit.length > 0) return { refused: unfit };
    const why = await whyNoRoom(store, debate, next);
    if (why !== null) return { refused: [{ pointer: "", detail: why }] };
    return { ...(await stored(store, { debate, plan, config: next })), problems };
  };

/** The configuration in which the next of a participant's fallbacks has its seat; null: none is left, or there is no room for it. */
export const reseat =
  ({ store, catalogue }: Pick<Deps, "store" | "catalogue">) =>
  async (input: { debate: DebateKey; participantId: string; plan: DebatePlan }): Promise<Revision | null> => {
    const { debate, participantId, plan } = input;
    const config = await store.getConfig({ ...debate, generation: 0 });
    const next = config && reseated(config, participantId, catalogue);
    if (!next || (await whyNoRoom(store, debate, next)) !== null) return null;
    return { ...(await stored(store, { debate, plan, config: next })), problems: [] };
  };

async function stored(
  store: Store,
  { debate, plan, config }: { debate: DebateKey; plan: DebatePlan; config: DebateConfig },
): Promise<Pick<Revision, "revision" | "plan">> {
  const { tenant, debateId, continueAfterEvents } = plan;
  const durations = config.defaults ?? plan.durations;
  return {
    revision: await store.putConfig(debate, config),
    plan: planOf({ tenant, debateId, config, durations, continueAfterEvents }),
  };
}

/** What a draft lacks, asked where its calls will be made. */
export const recheck =
  ({ store, catalogue, home }: Pick<Deps, "store" | "catalogue"> & Pick<ActivityDeps, "home">) =>
  async ({ debate }: { debate: DebateKey }): Promise<Checked> => {
    const config = await store.getConfig(debate);
    if (!config) throw new Error(`no configuration of ${debate.debateId}`);
    // A judge by default was chosen where the draft was written.
    const judge = config.judge ? { judge: { model: modelId(config.judge) } } : {};
    return checkedAt(home, checkDraft({ ...judge, ...config.request }, catalogue).problems);
  };
