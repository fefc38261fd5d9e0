/** The transcript as prompts show it: which turns are visible, in which order, and who said them. */

import type { ShownTurn } from "../../rules/exhibits/found.ts";
import type { Horizon } from "../../shapes/context/horizon.ts";
import type { Place, View } from "../../shapes/context/view.shape.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import type { Fences } from "../fences/marks.ts";
import { foundText } from "./exhibits.prompt-part.ts";
import type { ChatMessage } from "./prompt.prompt-part.ts";

export interface Block {
  role: ChatMessage["role"];
  text: string;
}

/** Whole turns before the horizon, in order. Failed turns never enter a prompt. */
export function visibleTurns(turns: Turn[], sees?: Horizon): Turn[] {
  const before = ({ round, index }: Turn) =>
    !sees || round < sees.round || (round === sees.round && (index < sees.index || index === 0));
  return turns
    .filter((turn) => turn.status === "whole" && before(turn))
    .toSorted((a, b) => a.round - b.round || a.index - b.index);
}

/** A turn as others read it. Identical for every reader, so that providers can cache it. `target`: whom it is about. */
export function turnBlock(turn: ShownTurn, fences: Fences & { target?: string | undefined }): string {
  const { fence, target } = fences;
  const { participant, round, id, phase, text, found } = turn;
  const said = { ...(phase !== "response" && { phase }), ...(target !== undefined && { of: target }) };
  return `${fence("turn", text, { speaker: participant, round, ...said, id })}${foundText(found, fences)}`;
}

/**
 * The turns as one debater sees them: its own are the assistant's, all others the user's. In simultaneous mode its own
 * turn comes first in each round, because it was written before it read the others'; so each request continues the
 * previous one.
 */
export function conversation(
  turns: Turn[],
  reader: { participantId: string; mode: DebateConfig["mode"]; fences: Fences },
): Block[] {
  const own = (turn: Turn) => turn.participantId === reader.participantId;
  const opens = ({ index }: Turn) => index === 0;
  const ownFirst = (a: Turn, b: Turn) =>
    a.round - b.round || Number(opens(b)) - Number(opens(a)) || Number(own(b)) - Number(own(a));
  const ordered = reader.mode === "simultaneous" ? turns.toSorted(ownFirst) : turns;
  return ordered.flatMap((turn) =>
    own(turn) ? ownBlocks(turn, reader.fences) : { role: "user", text: turnBlock(turn, reader.fences) },
  );
}

/** A turn as its own speaker reads it. What was found for it is nobody's words. */
export function ownBlocks({ text, found }: ShownTurn, fences: Fences): Block[] {
  const exhibits = foundText(found, fences);
  return [
    { role: "assistant", text: fences.own(text) },
    ...(exhibits ? [{ role: "user" as const, text: exhibits }] : []),
  ];
}

/** Precedes the turns if not all of them are shown verbatim. */
export function recap({ summary, hidden }: View = {}, { fence }: Fences): string[] {
  return [
    ...(summary ? [`${summaryHeading(summary.until)}\n${fence("summary", summary.text)}`] : []),
    ...(hidden?.size ? [LEFT_OUT] : []),
  ];
}

const LEFT_OUT = "The transcript is long: some of its older turns are left out here.\n";

function summaryHeading({ round, index }: Place): string {
  return `What was said before, up to turn ${index} of round ${round}, in brief:`;
}

/** Merges neighbours of one role into one message, so that roles alternate. */
export function messagesOf(blocks: Block[]): ChatMessage[] {
  const messages: ChatMessage[] = [];
  for (const { role, text } of blocks) {
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(text);
    else messages.push({ role, content: [text] });
  }
  return messages;
}
