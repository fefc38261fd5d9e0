/** The exact prompts of a debate's turns, rebuilt from what is stored. */

import { ASSESSMENTS, NOTES, RANKINGS, SUMMARIES, TURNS } from "../../domain/play/records/kinds.record.ts";
import { promptDigest } from "../../domain/prompts/parts/digest.ts";
import type { Prompt } from "../../domain/prompts/parts/prompt.prompt-part.ts";
import { rebuildPrompt } from "../../domain/prompts/rebuild.ts";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import { isSpoken, shownTo, withInterjections } from "../../domain/shapes/state/interjections.state.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import { keyOf } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";
import { listFound, listQuestions, listRetrieved } from "../../store/records/combined.ts";
import { sha256 } from "../base/sha256.ts";
import { readLog } from "../events/pages.event-api.ts";

const HIDDEN_KEY = "…";

interface Prompts {
  /** What participants said in this generation, in order. */
  spoken: Turn[];
  /** The prompt that was sent; null if it cannot be rebuilt. */
  sentTo: (turn: Turn) => Promise<Prompt | null>;
  /** The same for readers. The key in its marks is hidden while the debate runs. */
  promptOf: (turn: Turn) => Promise<ShownPrompt | null>;
}

type ShownPrompt = Pick<Prompt, "system" | "messages" | "source">;

/** Loads the parts once for all turns of a generation, whose record this is. */
export async function promptsOf(
  store: Pick<Store, "records" | "log">,
  { record, generation }: { record: DebateRecord; generation: number },
): Promise<Prompts> {
  const debate = keyOf(record);
  const [spoken, summaries, templates, questions, rankings, exhibits, assessments] = await Promise.all([
    store.records.list(debate, TURNS, { generation }),
    store.records.list(debate, SUMMARIES, { generation }),
    record.config.retrieval ? listRetrieved(store.records, debate, generation) : [],
    record.config.clarifications ? listQuestions(store.records, debate, generation) : null,
    store.records.list(debate, RANKINGS, { generation }),
    listFound(store.records, { debate, config: record.config, generation }),
    store.records.list(debate, ASSESSMENTS, { generation }),
  ]);
  const notes = new Map<string, Promise<string | null>>();
  const noteOf = (note: string) => {
    const text = notes.get(note) ?? store.records.get(debate, NOTES, { note });
    notes.set(note, text);
    return text;
  };
  const events = spoken.some(({ attempt }) => attempt > 1) ? await readLog(store.log, debate) : [];
  const config = questions ? { ...record.config, clarified: questions } : record.config;
  const sentTo = async (turn: Turn) => {
    const turns = await withInterjections(spoken, shownTo(record.state.interjections, turn.participantId), noteOf);
    const faults = events.flatMap((e) =>
      e.type === "turn.failed" && e.data.turnId === turn.id && e.data.kind === "invalid_response"
        ? [e.data.message]
        : [],
    );
    const wasSent = (prompt: Prompt) => promptDigest(prompt, sha256) === turn.promptSha256;
    const stored = { turns, summaries, templates: templates ?? [], rankings, exhibits, assessments };
    return rebuildPrompt({ debateId: debate.debateId, config, turn, ...stored, faults, wasSent });
  };
  return {
    spoken: spoken.filter(isSpoken),
    sentTo,
    async promptOf(turn) {
      const found = await sentTo(turn);
      return found && shownPrompt(found, record);
    },
  };
}

/** Hides the key of the marks while the debate runs: a participant who knew it could forge them. */
function shownPrompt({ system, messages, source }: Prompt, { config, state }: DebateRecord): ShownPrompt {
  const { fenceKey } = config;
  if (fenceKey === undefined || isTerminal(state.status)) return { system, messages, source };
  const hide = (text: string) => text.replaceAll(fenceKey, HIDDEN_KEY);
  return {
    system: hide(system),
    messages: messages.map(({ role, content }) => ({ role, content: content.map(hide) })),
    source,
  };
}
