/** Combines a debate's stored parts into one export. */

import { briefOf } from "../../around/rejudgement/rejudgement.ts";
import { type LogEvent, sinceReset } from "../../play/events/events.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { Rating } from "../../shapes/schemas/rating.schema.ts";
import { buildTrace } from "./trace.ts";
import type { TranscriptExport } from "./transcript.export.ts";

export interface ExportParts extends Omit<TranscriptExport, "result" | "trace" | "events" | "prompts" | "receipt"> {
  rating?: Rating | null | undefined;
  /** Without deltas. */
  events: LogEvent[];
}

/** Deterministic to the byte: links are paths, without a server's address. */
export function composeExport(parts: ExportParts): TranscriptExport {
  const { turns, assessments, evaluations, polls, summaries, questions, decisions, events, rating } = parts;
  // An export says what happened, wherever it is: it can be imported, and nobody could believe what it says of its import.
  const { rejudgements: _underWayToo, imported: _stated, ...shown } = parts.debate;
  // Running rejudgements have no result yet.
  const ruled = (parts.rejudgements ?? []).filter(({ status }) => status !== "running");
  const briefs = ruled.length > 0 ? { rejudgements: ruled.map(briefOf) } : {};
  const debate = { ...shown, ...briefs, links: pathsOf(parts.debate.id) };
  const { result } = debate;
  const judged = evaluations ? { assessments, evaluations } : { assessments };
  const current = sinceReset(events);
  const trace = buildTrace({ debate, turns, ...judged, summaries, result, events: current, rating });
  const beside = ruled.length > 0 ? { rejudgements: ruled } : {};
  const aside = polls?.length ? { polls } : {};
  return { debate, turns, ...judged, ...aside, summaries, questions, decisions, ...beside, result, trace, events };
}

function pathsOf(id: string): Debate["links"] {
  const self = `/v1/debates/${id}`;
  return { self, events: `${self}/events`, transcript: `${self}/transcript`, watch: null, temporal: null };
}
