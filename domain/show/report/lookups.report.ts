/** What was looked up for a turn, and by the judge. */

import { wordsOf } from "../../base/words/words.ts";
import type { ToolUse } from "../../shapes/schemas/tool-use.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";
import { type Block, joined, list, paragraph, type Span, said, strong } from "./blocks.ts";
import { exhibitLink } from "./names.report.ts";

type Debate = TranscriptExport["debate"];

/** Characters of what was asked: a search of files asks with whole turns. */
const LONGEST = 200;
/** A participant's id that stands for the judge. */
const JUDGE = "_judge";

export function turnLookups({ tools = [] }: Pick<Turn, "tools">, debate: Debate): Block[] {
  if (tools.length === 0) return [];
  const { say } = wordsOf(debate);
  return [paragraph(strong(`${say("Looked up")}:`)), list(tools.map((use) => lookupLine(use, debate)))];
}

export function judgeLookups({ events, debate }: Pick<TranscriptExport, "events" | "debate">): Block[] {
  const uses = usesOfJudge(events);
  if (uses.length === 0) return [];
  const { say } = wordsOf(debate);
  return [paragraph(strong(`${say("Looked up by the judge")}:`)), list(uses.map((use) => lookupLine(use, debate)))];
}

/** Only the log has them. */
export function usesOfJudge(events: TranscriptExport["events"]): ToolUse[] {
  return events.flatMap(({ type, data }) =>
    type === "exhibits.found" && data["participantId"] === JUDGE ? [data["use"] as ToolUse] : [],
  );
}

function lookupLine({ type, server, tool, input, message, exhibits }: ToolUse, debate: Debate): Span[] {
  const { say } = wordsOf(debate);
  const name: Span =
    type === "web_search"
      ? { own: say("Web search") }
      : type === "retrieval"
        ? { own: say("Search of the files") }
        : said(server ? `${server}: ${tool}` : tool);
  const asked = input.length > LONGEST ? `${input.slice(0, LONGEST).toWellFormed()}…` : input;
  return [name, { own: " · " }, said(asked), { own: " · " }, ...outcome()];

  function outcome(): Span[] {
    if (message !== undefined) return woven(say("failed: {why}"), [said(message)]);
    if (exhibits.length === 0) return [{ own: say("found nothing") }];
    return woven(say("found {exhibits}"), joined(exhibits.map((id) => exhibitLink(debate, id))));
  }
}

/** A text of ours around spans, which stand in its one place. */
export function woven(text: string, spans: Span[]): Span[] {
  const [before = "", after = ""] = text.split(/\{\w+\}/);
  return [{ own: before }, ...spans, { own: after }].filter((span) => !("own" in span) || span.own !== "");
}
