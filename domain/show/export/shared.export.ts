/**
 * What readers of a share link see: turns, speakers and judgements. Excluded: metadata, tags, the draft, commands and
 * their reasons, budgets, templates, the owner's rating, the known outcome, other debates, prompt hashes. Fields are listed explicitly, so
 * new ones stay private by default. Those of events are in the events' definitions.
 */
import type { LogEvent } from "../../play/events/events.ts";
import { definitionOf } from "../../play/events/registry.events.ts";
import { SHOWN_OPTIONS } from "../../shapes/options.shape.ts";
import { picked } from "../../shapes/plan/picked.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { Exhibit } from "../../shapes/schemas/exhibit.schema.ts";
import { COST_WARNING } from "../../shapes/schemas/faults.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import type { TranscriptExport } from "./transcript.export.ts";

type Links = Debate["links"];

const IN_DEBATE = [
  "id",
  "version",
  "generation",
  "topic",
  "context",
  "language",
  "exhibits",
  "format",
  "mode",
  "demo",
  "status",
  "phase",
  "round",
  "maxRounds",
  "minRounds",
  "controlArm",
  ...SHOWN_OPTIONS,
  "agreementIntensity",
  "conformity",
  "pausing",
  "participants",
  "judge",
  "assessments",
  "evaluations",
  "usage",
  "degraded",
  "result",
  "rejudgements",
  "createdAt",
  "startedAt",
  "completedAt",
] as const;

/** Excluded fields are empty, so that pages and reports render it like any debate. */
export function sharedDebate(debate: Debate, links: Links): Debate {
  const empty = { tags: [], metadata: {}, allowed: [], pending: null, promptSources: {}, problems: [] };
  const error = debate.error && { ...debate.error, suggestion: "" };
  const warnings = warningsOf(debate);
  const { exhibits, imported } = debate;
  return {
    ...picked(debate, IN_DEBATE),
    ...(imported && { imported: sharedImport(imported) }),
    ...(exhibits && { exhibits: exhibits.map(sharedExhibit) }),
    ...empty,
    warnings,
    error,
    cost: costOf(debate),
    links,
  };
}

/** Who imported it stays the owner's. */
function sharedImport({ by: _by, ...imported }: NonNullable<Debate["imported"]>): Debate["imported"] {
  return imported;
}

/** Files and other debates stay the owner's. */
function sharedExhibit({ file: _file, debate: _debate, ...exhibit }: Exhibit): Exhibit {
  return exhibit;
}

/** A cost warning would show a limit. What was acknowledged is between Parley and the owner. */
function warningsOf({ warnings }: Debate): Debate["warnings"] {
  return warnings.flatMap(({ code, detail }) => (code === COST_WARNING ? [] : [{ code, detail }]));
}

/** Spending without limits. */
function costOf({ cost: { totalUsd, cachedShare, earlierUsd, byModel } }: Debate): Debate["cost"] {
  const earlier = earlierUsd === undefined ? {} : { earlierUsd };
  return {
    totalUsd,
    ...(cachedShare !== undefined && { cachedShare }),
    ...earlier,
    reservedUsd: 0,
    warnAtUsd: null,
    limitUsd: null,
    byModel,
  };
}

/** null if the event is hidden. */
export function sharedEvent({ id, type, at, data }: LogEvent): LogEvent | null {
  const fields = definitionOf(type)?.shared;
  if (!fields) return null;
  const shown = picked(data as Record<string, unknown>, fields);
  if (type === "turn.completed") shown["turn"] = sharedTurn(data.turn);
  if (type === "exhibits.found") shown["exhibits"] = data.exhibits.map(sharedExhibit);
  return { id, type, at, data: shown } as unknown as LogEvent;
}

export function sharedTranscript(whole: TranscriptExport, links: Links): TranscriptExport {
  const { turns, assessments, evaluations, polls, summaries, questions, decisions, rejudgements, result, trace } =
    whole;
  return {
    debate: sharedDebate(whole.debate, links),
    turns: turns.map(sharedTurn),
    assessments,
    ...(evaluations && { evaluations }),
    ...(polls && { polls }),
    summaries,
    questions,
    // Open decisions are the owner's.
    decisions: decisions.filter(({ made }) => made !== null),
    ...(rejudgements && { rejudgements }),
    result,
    trace: { ...trace, templates: [], userRating: null },
    events: whole.events.flatMap((event) => sharedEvent(event as unknown as LogEvent) ?? []) as typeof whole.events,
  };
}

/** With the hash, readers could verify guesses of the instructions. */
function sharedTurn(turn: Turn): Turn {
  return { ...turn, promptSha256: "" };
}
