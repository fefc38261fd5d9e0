/** The exact prompts of a debate's turns, rebuilt from what is stored. */

import { createHash } from "node:crypto";
import { isSpoken, shownTo, withInterjections } from "../../domain/interjections.ts";
import { isTerminal } from "../../domain/lifecycle.ts";
import { type Prompt, promptText } from "../../domain/prompts/prompt.ts";
import { rebuildPrompt } from "../../domain/prompts/rebuild.ts";
import { NOTES, RANKINGS, SUMMARIES, TURNS } from "../../domain/records/kinds.ts";
import type { Turn } from "../../domain/schemas/turn.ts";
import type { DebateRecord } from "../../store/port/debates.ts";
import type { Store } from "../../store/port.ts";
import { listFound, listQuestions, listRetrieved } from "../../store/records/combined.ts";
import { keyOf } from "../debates/debates.ts";
import { readLog } from "../events/pages.ts";

const HIDDEN_KEY = "…";

interface Prompts {
  /** What participants said in this generation, in order. */
  spoken: Turn[];
  /** null if the prompt cannot be rebuilt. The key in its marks is hidden while the debate runs. */
  promptOf: (turn: Turn) => Promise<ShownPrompt | null>;
}

type ShownPrompt = Pick<Prompt, "system" | "messages" | "source">;

/** Loads the parts once for all turns of a generation, whose record this is. */
export async function promptsOf(
  store: Pick<Store, "records" | "log">,
  { record, generation }: { record: DebateRecord; generation: number },
): Promise<Prompts> {
  const debate = keyOf(record);
  const [spoken, summaries, templates, questions, rankings, exhibits] = await Promise.all([
    store.records.list(debate, TURNS, { generation }),
    store.records.list(debate, SUMMARIES, { generation }),
    record.config.retrieval ? listRetrieved(store.records, debate, generation) : [],
    record.config.clarifications ? listQuestions(store.records, debate, generation) : null,
    store.records.list(debate, RANKINGS, { generation }),
    listFound(store.records, { debate, config: record.config, generation }),
  ]);
  const notes = new Map<string, Promise<string | null>>();
  const noteOf = (note: string) => {
    const text = notes.get(note) ?? store.records.get(debate, NOTES, { note });
    notes.set(note, text);
    return text;
  };
  const events = spoken.some(({ attempt }) => attempt > 1) ? await readLog(store.log, debate) : [];
  const config = questions ? { ...record.config, clarified: questions } : record.config;
  return {
    spoken: spoken.filter(isSpoken),
    async promptOf(turn) {
      const turns = await withInterjections(spoken, shownTo(record.state.interjections, turn.participantId), noteOf);
      const faults = events.flatMap((e) =>
        e.type === "turn.failed" && e.data.turnId === turn.id && e.data.kind === "invalid_response"
          ? [e.data.message]
          : [],
      );
      const wasSent = (prompt: Prompt) => hashOf(prompt) === turn.promptSha256;
      const stored = { turns, summaries, templates: templates ?? [], rankings, exhibits };
      const found = rebuildPrompt({ config, turn, ...stored, faults, wasSent });
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

function hashOf(prompt: Prompt): string {
  return createHash("sha256").update(promptText(prompt)).digest("hex");
}
