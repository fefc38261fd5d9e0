/** What was looked up for a turn, and by the judge. Browsers get this file too. */

import type { Words } from "../../base/words/english.words.ts";
import { seconds } from "../../base/words/figures.words.ts";
import type { ToolUse } from "../../shapes/schemas/tool-use.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";
import { type Block, joined, list, paragraph, type Span, said, strong, woven } from "./blocks.ts";
import { exhibitLink, type Tale } from "./names.report.ts";

type Debate = Tale["debate"];

/** Characters of what was asked: a search of files asks with whole turns. */
const LONGEST = 200;
/** A participant's id that stands for the judge. */
const JUDGE = "_judge";

export function turnLookups(
  { tools = [] }: Pick<Turn, "tools">,
  { debate, words }: Pick<Tale, "debate" | "words">,
): Block[] {
  if (tools.length === 0) return [];
  return [paragraph(strong(`${words.say("Looked up")}:`)), lookupList(tools, debate, words)];
}

export function judgeLookups({ events, debate, words }: Pick<TranscriptExport, "events"> & Tale): Block[] {
  const uses = usesOfJudge(events);
  if (uses.length === 0) return [];
  return [paragraph(strong(`${words.say("Looked up by the judge")}:`)), lookupList(uses, debate, words)];
}

/** Only the log has them. */
export function usesOfJudge(events: TranscriptExport["events"]): ToolUse[] {
  return events.flatMap(({ type, data }) =>
    type === "exhibits.found" && data["participantId"] === JUDGE ? [data["use"] as ToolUse] : [],
  );
}

/** A call of a tool. Without a status it is under way. */
export type Lookup = Pick<ToolUse, "type" | "server" | "tool" | "input"> & Partial<ToolUse>;

export function lookupList(uses: readonly Lookup[], debate: Pick<Debate, "exhibits">, words: Words): Block {
  return list(uses.map((use) => lookupLine(use, debate, words)));
}

function lookupLine({ type, server, tool, input, ...rest }: Lookup, debate: Pick<Debate, "exhibits">, words: Words) {
  const { say } = words;
  const name: Span =
    type === "web_search"
      ? { own: say("Web search") }
      : type === "retrieval"
        ? { own: say("Search of the files") }
        : said(server ? `${server}: ${tool}` : tool);
  const asked = input.length > LONGEST ? `${input.slice(0, LONGEST).toWellFormed()}…` : input;
  return [name, { own: " · " }, said(asked), { own: " · " }, ...outcomeOf(rest, debate, words)];
}

/** A shorter time says nothing. */
const LEAST_MS = 100;

function outcomeOf(
  { status, message, exhibits = [], latencyMs = 0 }: Partial<Lookup>,
  debate: Pick<Debate, "exhibits">,
  words: Words,
): Span[] {
  const { say } = words;
  if (status === undefined) return [{ own: `${say("under way")} …` }];
  const time: Span[] = latencyMs >= LEAST_MS ? [{ own: ` (${seconds(latencyMs, words)})` }] : [];
  if (message !== undefined) return [...woven(say("failed: {why}"), { why: [said(message)] }), ...time];
  if (exhibits.length === 0) return [{ own: say("found nothing") }, ...time];
  return [
    ...woven(say("found {exhibits}"), { exhibits: joined(exhibits.map((id) => exhibitLink(debate, id))) }),
    ...time,
  ];
}
