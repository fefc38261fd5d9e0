/** Counts the log's ballots again, by the rules of this version. */

import { audienceResult } from "../../../../domain/judge/audience.judging.ts";
import { type Count, countBallots, type Motion, shownBallot } from "../../../../domain/judge/count.ts";
import { voteResult } from "../../../../domain/judge/motion.ts";
import { type LogEvent, sinceReset } from "../../../../domain/play/events/events.ts";
import { FORMATS_BY_NAME } from "../../../../domain/rules/formats/registry.format.ts";
import type { CastBallot } from "../../../../domain/shapes/schemas/ballot.ts";
import type { Problem } from "../../../../domain/shapes/schemas/faults.schema.ts";
import type { VerdictResult } from "../../../../domain/shapes/schemas/result.schema.ts";
import { isAudienceVoteId } from "../../../../domain/shapes/turn-ids.ts";
import type { TranscriptExport } from "../../../../domain/show/export/transcript.export.ts";
import { type Check, checked, unchecked } from "./check.ts";
import { differenceIn } from "./difference.check.ts";

export function checkBallots(whole: TranscriptExport): Check {
  const { debate, result } = whole;
  if (result?.type !== "verdict") return unchecked("ballots", "the debate did not end by ballots");
  if (debate.links.watch !== null) return unchecked("ballots", "a share link's export leaves out the ballots' events");
  const shown = ballotFaults(whole);
  if (shown.length > 0) return checked("ballots", shown, "");
  if (result.ballots.some(({ twin }) => twin))
    return unchecked("ballots", "those of the twin debate are in the twin's export");
  const events = currentEvents(whole);
  const cast = castIn(events);
  const { mode, participants, answers } = debate;
  if (cast.length === 0) return unchecked("ballots", "the log has none");
  const motion = motionIn(debate, events);
  const count = countBallots({ ballots: cast, participants, mode, answers, ...(motion && { motion }) });
  const counted = `${cast.length} ${cast.length === 1 ? "ballot gives" : "ballots give"} this result`;
  return checked("ballots", countFaults(result, count), counted);
}

function currentEvents({ events }: TranscriptExport): LogEvent[] {
  return sinceReset(events as unknown as LogEvent[]);
}

function castIn(events: LogEvent[]): CastBallot[] {
  return events.flatMap((e) => (e.type === "ballot.completed" ? [e.data.ballot] : []));
}

function motionIn({ format, testsSwing }: TranscriptExport["debate"], events: LogEvent[]): Motion | undefined {
  if (FORMATS_BY_NAME[format].votes !== true) return undefined;
  const votes = events.flatMap((e) => (e.type === "vote.completed" ? [e.data.vote] : []));
  const vote = voteResult(votes);
  if (!votes.some(({ id }) => isAudienceVoteId(id))) return { vote, testsSwing };
  const interval = audienceResult(votes, { voters: votes.length, testsSwing })?.interval;
  return { vote, ofAudience: true, testsSwing, interval };
}

/** The valid ballots of a verdict must be those of the log. */
export function ballotFaults(whole: TranscriptExport): Problem[] {
  const { result } = whole;
  if (result?.type !== "verdict") return [];
  const cast = castIn(currentEvents(whole));
  const { ballots } = result;
  const inLog = new Map(cast.map((ballot) => [ballot.id, shownBallot(ballot)]));
  const own = ballots.flatMap((ballot, i) => (ballot.valid && !ballot.twin ? [{ ballot, i }] : []));
  const shown = new Set(own.map(({ ballot }) => ballot.id));
  const missing = [...inLog.keys()].filter((id) => !shown.has(id));
  return [
    ...own.flatMap(({ ballot, i }) => {
      const place = differenceIn(ballot, inLog.get(ballot.id));
      const pointer = `/result/ballots/${i}${place ?? ""}`;
      return place === null ? [] : [{ pointer, detail: `${ballot.id} differs from the ballot of the log` }];
    }),
    ...missing.map((id) => ({ pointer: "/result/ballots", detail: `${id} of the log is missing` })),
  ];
}

function countFaults(result: VerdictResult, count: Count): Problem[] {
  const { contestedBecause } = count;
  const fields: Partial<Count> = { ...count, contestedBecause };
  return (Object.keys(fields) as (keyof Count)[]).flatMap((name) => {
    const place = differenceIn(name === "agreement" ? agreementIn(result) : result[name], fields[name]);
    const pointer = `/result/${name}${place ?? ""}`;
    return place === null ? [] : [{ pointer, detail: "is not what the ballots give" }];
  });
}

/** Older results also have Krippendorff's alpha in it, which is not counted any more. */
function agreementIn({ agreement }: VerdictResult): VerdictResult["agreement"] {
  return agreement && { winnerAgreement: agreement.winnerAgreement };
}
