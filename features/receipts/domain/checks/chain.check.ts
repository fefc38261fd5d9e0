/** Checks each event's hash: it covers the event, and the hash of the event before it. */

import type { Problem } from "../../../../domain/shapes/schemas/faults.schema.ts";
import type { TranscriptExport } from "../../../../domain/show/export/transcript.export.ts";
import type { Sha256 } from "../canonical.ts";
import { hashOfEvent, rootOf } from "../chain.receipt.ts";
import { type Check, checked, unchecked } from "./check.ts";

export function checkChain(whole: TranscriptExport, sha256: Sha256): Check {
  const { events } = whole;
  if (!isChained(whole)) return unchecked("chain", "its events have no hashes; a signed export has them");
  const head = events.at(-1)?.hash ?? rootOf(whole.debate.id, sha256);
  return checked("chain", chainFaults(whole, sha256), `${events.length} events, head ${head}`);
}

function isChained({ events, receipt }: Pick<TranscriptExport, "events" | "receipt">): boolean {
  return receipt !== undefined || events.some(({ hash }) => hash !== undefined);
}

/** Of an export that has hashes, or whose receipt says so. */
export function chainFaults({ debate, events, receipt }: TranscriptExport, sha256: Sha256): Problem[] {
  if (!isChained({ events, receipt })) return [];
  const faults: Problem[] = [];
  let previous = rootOf(debate.id, sha256);
  for (const [i, event] of events.entries()) {
    const { id, type, hash } = event;
    if (hash !== hashOfEvent(event, previous, sha256)) {
      const before = i === 0 ? "or the debate's id" : "or its place in the log";
      const detail = `event ${id} (${type}), its hash ${before} was changed`;
      // Where the chain breaks is the first fault; what follows cannot be judged.
      return [{ pointer: `/events/${i}`, detail }];
    }
    previous = hash;
  }
  if (receipt && receipt.chain.events !== events.length)
    faults.push({ pointer: "/receipt/chain/events", detail: `the log has ${events.length} events` });
  if (receipt && receipt.chain.head !== previous)
    faults.push({ pointer: "/receipt/chain/head", detail: "is not the last event's hash" });
  return faults;
}
