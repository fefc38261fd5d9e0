/** Debates created from another one: forks, which continue from one of its rounds, and twins. */

import { forkedConfig, prefixOf, recordsOf, stateAfter, wholeRounds } from "../../domain/around/branches/fork.ts";
import { twinnedConfig } from "../../domain/around/branches/twin.branch.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { planOf } from "../../domain/play/beginning/create-plan.ts";
import { originFrom } from "../../domain/play/budget/spending.budget.ts";
import type { Estimates } from "../../domain/play/estimates/schema.estimate.ts";
import { type ForkPoint, sinceReset } from "../../domain/play/events/events.ts";
import { EXHIBITS, NOTES } from "../../domain/play/records/kinds.record.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { Configured } from "../../domain/shapes/plan/configured.ts";
import type { ForkOrigin } from "../../domain/shapes/schemas/debate.schema.ts";
import type { DebatePrefix, DebateRecord } from "../../store/port/debates.port.ts";
import { keyOf } from "../../store/port/debates.port.ts";
import { listQuestions, listRetrieved } from "../../store/records/combined.ts";
import type { IdempotencyLease } from "../base/context.api-base.ts";
import type { Services } from "../base/services.ts";
import { beginDebate } from "../debates/start.ts";
import { figuresOf } from "../estimates/figures.estimates-api.ts";
import { readLog } from "../events/pages.event-api.ts";
import type { QuotaKey } from "../quotas/admission.quota-api.ts";

interface Call {
  original: DebateRecord;
  lease: IdempotencyLease | undefined;
  key: QuotaKey;
}

type Branching = Pick<Call, "original"> & { afterRound: number; changes: unknown };

/** Throws `invalid-request` for an incomplete round or invalid changes, `conflict` for an import. */
export async function forkDebate(
  services: Services,
  { lease, key, ...branching }: Call & Branching,
): Promise<DebateRecord> {
  const { store } = services;
  const { original, afterRound } = branching;
  const { tenant, id } = original;
  const { config, events, changed } = await branched(services, branching);
  const forked = requireConfig(changed, "the fork is not valid");
  const created = { format: forked.format, maxRounds: forked.maxRounds, forkedFrom: { id, afterRound } };
  const prefix = prefixOf(events, { afterRound, created });
  const record = await beginDebate(services, {
    tenant,
    lease,
    key,
    config: {
      ...forked,
      // Shared rounds keep their marks in prompts.
      ...(afterRound > 0 && config.fenceKey !== undefined && { fenceKey: config.fenceKey }),
      forkedFrom: originIn(services, { config, prefix, from: created.forkedFrom }),
    },
    // A fork from before the first round shares nothing.
    prefix: afterRound === 0 ? undefined : await wholePrefix(services, { original, config, prefix }),
  });
  await store.markDebate({ tenant, debateId: id }, { set: "forks", add: record.id });
  return record;
}

/** What the fork would buy: the rounds that it takes over are bought. Throws as `forkDebate` does, but names invalid changes. */
export async function estimateFork(services: Services, branching: Branching): Promise<Estimates> {
  const { changed } = await branched(services, branching);
  if (!changed.config) return { problems: changed.problems, warnings: [], lowest: null, likely: null, worst: null };
  return { problems: [], ...(await figuresOf(services, changed.config, branching)) };
}

/** The original's configuration and log, and the fork's configuration. */
async function branched(services: Services, { original, afterRound, changes }: Branching) {
  const { catalogue, settings, store } = services;
  const config = await configOf(services, original);
  const events = await readLog(store.log, keyOf(original));
  requireRound(wholeRounds(sinceReset(events)), afterRound);
  const changed = forkedConfig(config, { changes, afterRound, catalogue, defaults: settings.durations });
  return { config, events, changed };
}

/** Throws `invalid-request` if the debate with swapped sides is not valid, `conflict` for an import. */
export async function twinDebate(services: Services, { original, lease, key }: Call): Promise<DebateRecord> {
  const { catalogue, settings, store } = services;
  const { tenant, id } = original;
  const config = await configOf(services, original);
  const twin = requireConfig(
    twinnedConfig(config, { catalogue, defaults: settings.durations }),
    "the debate has no valid twin",
  );
  const record = await beginDebate(services, { tenant, lease, key, config: { ...twin, twinOf: id } });
  await store.markDebate({ tenant, debateId: id }, { set: "twins", add: record.id });
  return record;
}

async function configOf({ store }: Services, { tenant, id, state }: DebateRecord): Promise<DebateConfig> {
  const config = await store.getConfig({ tenant, debateId: id, ...(state.revision && { revision: state.revision }) });
  if (config?.request) return config;
  throw new ParleyError("conflict", "this debate has no stored request, so it has no forks or twins");
}

function requireRound(whole: number, afterRound: number): void {
  if (afterRound <= whole) return;
  const detail = `must be 0 to ${whole}, the number of complete rounds`;
  throw new ParleyError("invalid-request", "that round is not complete", {
    errors: [{ pointer: "/afterRound", detail }],
  });
}

function requireConfig({ config, problems }: Configured, detail: string): DebateConfig {
  if (config) return config;
  throw new ParleyError("invalid-request", detail, { errors: problems });
}

/** The origin, with the usage of the shared rounds; `config` is the original's. */
function originIn(
  { settings }: Services,
  { config, prefix, from }: { config: DebateConfig; prefix: DebatePrefix["events"]; from: ForkPoint },
): ForkOrigin {
  const { durations, continueAfterEvents } = settings;
  const plan = planOf({ tenant: "", debateId: from.id, config, durations, continueAfterEvents });
  return originFrom(from, { config, state: stateAfter(plan, prefix) });
}

/** The events, and the records that belong to them. */
async function wholePrefix(
  { store }: Services,
  input: { original: DebateRecord; config: DebateConfig; prefix: DebatePrefix["events"] },
): Promise<DebatePrefix> {
  const { original, config, prefix } = input;
  const key = keyOf(original);
  const { generation } = original.state;
  const said = prefix.flatMap((e) => (e.type === "interjection.added" ? [e.data.interjection.note] : []));
  const retrieved = prefix.findLast((e) => e.type === "retrieval.completed");
  const found = new Set(prefix.flatMap((e) => (e.type === "exhibits.found" ? e.data.use.exhibits : [])));
  const [questions, items, texts, exhibits] = await Promise.all([
    config.clarifications ? listQuestions(store.records, key, generation) : [],
    retrieved ? listRetrieved(store.records, key, generation) : null,
    Promise.all(said.map((note) => store.records.get(key, NOTES, { note }))),
    found.size > 0 ? store.records.list(key, EXHIBITS, { generation }) : [],
  ]);
  const { items: _named, latencyMs: _latency, ...how } = retrieved?.data ?? { method: null, items: [], latencyMs: 0 };
  return {
    events: prefix,
    ...recordsOf(prefix),
    // With what names their passages: the fork finds one again under its number.
    exhibits: exhibits.filter(({ id }) => found.has(id)),
    questions,
    notes: said.map((note, i) => ({ note, text: texts[i] ?? "" })),
    retrieval: items && { ...how, items },
  };
}
