/** An export shows most records twice: in a list, and whole in the event that reported them. Both must be the same. */
import { recordsOf } from "../../../../domain/around/branches/fork.ts";
import { type LogEvent, sinceReset } from "../../../../domain/play/events/events.ts";
import { wholeResult } from "../../../../domain/play/records/whole-result.ts";
import type { Problem } from "../../../../domain/shapes/schemas/faults.schema.ts";
import { isSpoken } from "../../../../domain/shapes/state/interjections.state.ts";
import type { TranscriptExport } from "../../../../domain/show/export/transcript.export.ts";
import { type Check, checked, unchecked } from "./check.ts";
import { differenceIn } from "./difference.check.ts";

type Recorded = { id: string };

export function checkLog(whole: TranscriptExport): Check {
  if (whole.debate.links.watch !== null) return unchecked("log", "a share link's export leaves out a part of the log");
  return checked("log", logFaults(whole), "turns, records and result are those of the log");
}

/** Pointers into the lists, and to the result. */
export function logFaults(whole: TranscriptExport): Problem[] {
  const events = sinceReset(whole.events as unknown as LogEvent[]);
  const reported = recordsOf(events);
  const { turns, assessments, evaluations = [], polls = [], summaries, decisions } = whole;
  const lists: Record<string, [Recorded[], Recorded[]]> = {
    turns: [turns, reported.turns],
    assessments: [assessments, reported.assessments],
    evaluations: [evaluations, reported.evaluations],
    polls: [polls, reported.polls],
    summaries: [summaries, reported.summaries],
    decisions: [decisions, reported.decisions],
  };
  const faults = Object.entries(lists).flatMap(([name, [shown, inLog]]) => listFaults(name, shown, inLog));
  return [...faults, ...exhibitFaults(whole, events), ...resultFaults(whole, events)];
}

function listFaults(name: string, shown: Recorded[], inLog: Recorded[]): Problem[] {
  const reported = new Map(inLog.map((record) => [record.id, record]));
  const known = new Set(shown.map(({ id }) => id));
  const missing = [...reported.keys()].filter((id) => !known.has(id));
  return [
    ...shown.flatMap((record, i) => recordFault(`/${name}/${i}`, record, reported.get(record.id))),
    ...missing.map((id) => ({ pointer: `/${name}`, detail: `${id} of the log is missing` })),
  ];
}

function recordFault(pointer: string, record: Recorded, reported: Recorded | undefined): Problem[] {
  // The log has only the place of what the owner interjected.
  if ("phase" in record && !isSpoken(record as TranscriptExport["turns"][number])) return [];
  if (!reported) return [{ pointer, detail: `${record.id} is not in the log` }];
  const place = differenceIn(record, reported);
  return place === null ? [] : [{ pointer: `${pointer}${place}`, detail: `${record.id} differs from its event` }];
}

/**
 * Those that came with the request are in no event. One that was found may be in none either: a call that was cut short
 * may have numbered it.
 */
function exhibitFaults({ debate: { exhibits = [] } }: TranscriptExport, events: LogEvent[]): Problem[] {
  const found = events.flatMap((e) => (e.type === "exhibits.found" ? e.data.exhibits : []));
  const places = new Map(exhibits.map(({ id }, i) => [id, i]));
  return [...new Map(found.map((exhibit) => [exhibit.id, exhibit])).values()].flatMap((exhibit) => {
    const i = places.get(exhibit.id);
    if (i === undefined) return [{ pointer: "/debate/exhibits", detail: `${exhibit.id} of the log is missing` }];
    return recordFault(`/debate/exhibits/${i}`, exhibits[i] as Recorded, exhibit);
  });
}

function resultFaults({ result, debate }: TranscriptExport, events: LogEvent[]): Problem[] {
  const reported = reportedResult(events);
  return Object.entries({ "/result": result, "/debate/result": debate.result }).flatMap(([pointer, shown]) => {
    const place = differenceIn(shown, reported);
    return place === null ? [] : [{ pointer: `${pointer}${place}`, detail: "differs from what the log reports" }];
  });
}

function reportedResult(events: LogEvent[]): TranscriptExport["result"] {
  const result = events.flatMap((e) => (e.type === "result.completed" ? [e.data.result] : [])).at(-1);
  const output = events.flatMap((e) => (e.type === "output.completed" ? [e.data.output] : [])).at(-1);
  return result ? wholeResult(result, { count: recordsOf(events).counts.at(-1), output }) : null;
}
