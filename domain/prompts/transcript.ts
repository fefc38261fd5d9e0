/** The transcript as prompts show it: what may be seen, in which order, who said it. */
import type { DebateConfig } from "../config.ts";
import type { Place, View } from "../context/view.ts";
import type { Horizon } from "../debate-state.ts";
import type { Turn } from "../schemas/turn.ts";
import { fence, label } from "./fence.ts";
import type { ChatMessage } from "./prompt.ts";

export interface Block {
  role: ChatMessage["role"];
  text: string;
}

/**
 * Whole turns before the horizon, in their order. What a failed turn had said never enters a prompt, nor does an answer
 * given alone enter that of another turn.
 */
export function visibleTurns(turns: Turn[], sees?: Horizon): Turn[] {
  const before = ({ round, index, phase }: Turn) =>
    !sees || (phase !== "blind" && round < sees.round) || (round === sees.round && (index < sees.index || index === 0));
  return turns
    .filter((turn) => turn.status === "whole" && before(turn))
    .toSorted((a, b) => a.round - b.round || a.index - b.index);
}

/** A turn that somebody else reads: begins with the speaker's name. The same for every reader. */
export function turnBlock(turn: Turn): string {
  const { participant, round, id, phase, text } = turn;
  const said = fence("turn", text, { speaker: participant, round, id });
  return `${label(participant)}, round ${round}, ${phase}:\n${said}`;
}

/**
 * The turns as one debater sees them: its own as the assistant's, all others as the user's. Where all speak at once,
 * its own turn comes first in each round, since it was made before it read the others; so a request continues the
 * one before it.
 */
export function conversation(turns: Turn[], reader: { participantId: string; mode: DebateConfig["mode"] }): Block[] {
  const own = (turn: Turn) => turn.participantId === reader.participantId;
  const opens = ({ index }: Turn) => index === 0;
  const ownFirst = (a: Turn, b: Turn) =>
    a.round - b.round || Number(opens(b)) - Number(opens(a)) || Number(own(b)) - Number(own(a));
  const ordered = reader.mode === "simultaneous" ? turns.toSorted(ownFirst) : turns;
  return ordered.map((turn) =>
    own(turn) ? { role: "assistant", text: turn.text } : { role: "user", text: turnBlock(turn) },
  );
}

/** What stands before the turns when not all of them are shown word for word. */
export function recap({ summary, hidden }: View = {}): string[] {
  return [
    ...(summary ? [`${summaryHeading(summary.until)}\n${fence("summary", summary.text)}`] : []),
    ...(hidden?.size ? [LEFT_OUT] : []),
  ];
}

const LEFT_OUT = "The transcript is long: some of its older turns are left out here.\n";

function summaryHeading({ round, index }: Place): string {
  return `What was said before, up to turn ${index} of round ${round}, in brief:`;
}

/** Neighbours of one role become the blocks of one message, so that roles alternate. */
export function messagesOf(blocks: Block[]): ChatMessage[] {
  const messages: ChatMessage[] = [];
  for (const { role, text } of blocks) {
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(text);
    else messages.push({ role, content: [text] });
  }
  return messages;
}
