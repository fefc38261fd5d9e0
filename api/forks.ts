/** New debates made from another: forks, which go on from a round of it, and twins. */
import type { DebateConfig } from "../domain/config.ts";
import { ParleyError } from "../domain/errors.ts";
import { type ForkPoint, sinceReset } from "../domain/events.ts";
import { type ForkedConfig, forkedConfig, prefixOf, recordsOf, stateAfter, wholeRounds } from "../domain/fork.ts";
import { planOf } from "../domain/plan-of.ts";
import type { ForkOrigin } from "../domain/schemas/debate.ts";
import { originFrom } from "../domain/spending.ts";
import { twinnedConfig } from "../domain/twin.ts";
import type { DebatePrefix, DebateRecord } from "../store/port/debates.ts";
import { beginDebate } from "./debate-start.ts";
import { readLog } from "./event-pages.ts";
import type { Hold } from "./hold.ts";
import type { Services } from "./services.ts";

interface Call {
  original: DebateRecord;
  hold: Hold | undefined;
}

/** Throws `invalid-request` for a round that is not whole and for changes that can not be, `conflict` for an import. */
export async function forkDebate(
  services: Services,
  { original, hold, afterRound, changes }: Call & { afterRound: number; changes: unknown },
): Promise<DebateRecord> {
  const { catalogue, settings, store } = services;
  const { tenant, id } = original;
  const config = await configOf(services, original);
  const events = await readLog(store.log, { tenant, debateId: id });
  requireRound(wholeRounds(sinceReset(events)), afterRound);
  const changed = forkedConfig(config, { changes, afterRound, catalogue, defaults: settings.durations });
  const forked = requireConfig(changed, "the debate can not be forked like that");
  const created = { format: forked.format, maxRounds: forked.maxRounds, forkedFrom: { id, afterRound } };
  const prefix = prefixOf(events, { afterRound, created });
  const record = await beginDebate(services, {
    tenant,
    hold,
    config: { ...forked, forkedFrom: originIn(services, { config, prefix, from: created.forkedFrom }) },
    // Nothing is taken over of a debate before its first round: the fork begins like any other.
    prefix: afterRound === 0 ? undefined : await wholePrefix(services, { original, config, prefix }),
  });
  await store.addFork({ tenant, debateId: id }, record.id);
  return record;
}

/** Throws `invalid-request` when the other way round it would be no valid debate, `conflict` for an import. */
export async function twinDebate(services: Services, { original, hold }: Call): Promise<DebateRecord> {
  const { catalogue, settings } = services;
  const config = await configOf(services, original);
  const twin = requireConfig(
    twinnedConfig(config, { catalogue, defaults: settings.durations }),
    "the debate has no valid twin",
  );
  return beginDebate(services, { tenant: original.tenant, hold, config: { ...twin, twinOf: original.id } });
}

async function configOf({ store }: Services, { tenant, id, state }: DebateRecord): Promise<DebateConfig> {
  const config = await store.getConfig({ tenant, debateId: id, ...(state.revision && { revision: state.revision }) });
  if (config?.request) return config;
  throw new ParleyError("conflict", "what was asked for is not stored with this debate, so no other can be made of it");
}

function requireRound(whole: number, afterRound: number): void {
  if (afterRound <= whole) return;
  const detail = `must be 0 to ${whole}: so many rounds are whole`;
  throw new ParleyError("invalid-request", "that round is not whole", { errors: [{ pointer: "/afterRound", detail }] });
}

function requireConfig({ config, problems }: ForkedConfig, detail: string): DebateConfig {
  if (config) return config;
  throw new ParleyError("invalid-request", detail, { errors: problems });
}

/** With what the rounds had used that are taken over; `config` is the original's. */
function originIn(
  { settings }: Services,
  { config, prefix, from }: { config: DebateConfig; prefix: DebatePrefix["events"]; from: ForkPoint },
): ForkOrigin {
  const { durations, continueAfterEvents } = settings;
  const plan = planOf({ tenant: "", debateId: from.id, config, durations, continueAfterEvents });
  return originFrom(from, { config, state: stateAfter(plan, prefix) });
}

/** The events, and what stands beside them in the original's own items. */
async function wholePrefix(
  { store }: Services,
  input: { original: DebateRecord; config: DebateConfig; prefix: DebatePrefix["events"] },
): Promise<DebatePrefix> {
  const { original, config, prefix } = input;
  const key = { tenant: original.tenant, debateId: original.id };
  const { generation } = original.state;
  const said = prefix.flatMap((e) => (e.type === "interjection.added" ? [e.data.interjection.note] : []));
  const retrieved = prefix.findLast((e) => e.type === "retrieval.completed");
  const [questions, items, texts] = await Promise.all([
    config.clarifications ? store.listQuestions(key, generation) : [],
    retrieved ? store.getTemplates(key, generation) : null,
    Promise.all(said.map((note) => store.getNote(key, note))),
  ]);
  const { items: _named, latencyMs: _latency, ...how } = retrieved?.data ?? { method: null, items: [], latencyMs: 0 };
  return {
    events: prefix,
    ...recordsOf(prefix),
    questions,
    notes: said.map((note, i) => ({ note, text: texts[i] ?? "" })),
    retrieval: items && { ...how, items },
  };
}
