/** The parts of a debate as one export. Whatever the parts say already is not said anew. */
import type { Decision } from "../decision.ts";
import { type LogEvent, sinceReset } from "../events.ts";
import type { Question } from "../questions.ts";
import type { Rating } from "../rating.ts";
import { briefOf, type Rejudgement } from "../rejudgement.ts";
import type { Assessment } from "../schemas/assessment.ts";
import type { Debate } from "../schemas/debate.ts";
import type { Evaluation } from "../schemas/evaluation.ts";
import type { Summary } from "../schemas/summary.ts";
import type { Turn } from "../schemas/turn.ts";
import { buildTrace } from "./trace.ts";
import type { TranscriptExport } from "./transcript.ts";

export interface ExportParts {
  debate: Debate;
  turns: Turn[];
  assessments: Assessment[];
  /** Left out where the format has none. */
  evaluations?: Evaluation[] | undefined;
  summaries: Summary[];
  questions: Question[];
  decisions: Decision[];
  rating?: Rating | null | undefined;
  rejudgements?: Rejudgement[] | undefined;
  /** Without text chunks. */
  events: LogEvent[];
}

/** The same parts give the same export, byte for byte: links are paths, and none leads to a server of ours. */
export function composeExport(parts: ExportParts): TranscriptExport {
  const { turns, assessments, evaluations, summaries, questions, decisions, events, rating } = parts;
  const { rejudgements: _underWayToo, ...shown } = parts.debate;
  // One that is under way has nothing to tell yet.
  const ruled = (parts.rejudgements ?? []).filter(({ status }) => status !== "running");
  const briefs = ruled.length > 0 ? { rejudgements: ruled.map(briefOf) } : {};
  const debate = { ...shown, ...briefs, links: pathsOf(parts.debate.id) };
  const { result } = debate;
  const judged = evaluations ? { assessments, evaluations } : { assessments };
  const current = sinceReset(events);
  const trace = buildTrace({ debate, turns, ...judged, summaries, result, events: current, rating });
  const beside = ruled.length > 0 ? { rejudgements: ruled } : {};
  return { debate, turns, ...judged, summaries, questions, decisions, ...beside, result, trace, events };
}

function pathsOf(id: string): Debate["links"] {
  const self = `/v1/debates/${id}`;
  return { self, events: `${self}/events`, transcript: `${self}/transcript`, watch: null, temporal: null };
}
