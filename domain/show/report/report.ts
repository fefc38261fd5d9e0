/** A debate as a report (docs/design/debate.md#114-records), which is rendered as Markdown or HTML. */

import { oneLine } from "../../base/text/text.ts";
import { seconds } from "../../base/words/figures.words.ts";
import { type Words, wordsOf } from "../../base/words/words.ts";
import { UNMATCHED, unmatched } from "../../rules/citations/citations.ts";
import { formatOf } from "../../rules/formats/registry.format.ts";
import { protocolOf } from "../../rules/protocols/registry.protocol.ts";
import { nameOf } from "../../shapes/names.shape.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { KnownOutcome } from "../../shapes/schemas/known-outcome.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { demoLine, importedLines } from "../export/imported-lines.export.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";
import { assessmentSections, evaluationSections, measuredBlocks } from "./assessment.report.ts";
import { type Block, em, heading, list, paragraph, quote, said, strong, table } from "./blocks.ts";
import { claimSections } from "./claims.report.ts";
import { conclusionSections, unsettledSections } from "./conclusion.report.ts";
import { conformitySections, privateAnswers } from "./conformity.report.ts";
import { contextLines } from "./context.report.ts";
import { controlArmSections } from "./control-arm.report.ts";
import { costsTable } from "./costs.report.ts";
import { critiqueReport } from "./critique.ts";
import { decisionSections } from "./decisions.report.ts";
import { exhibitSections } from "./exhibits.report.ts";
import { judgeLookups, turnLookups } from "./lookups.report.ts";
import { measuredAlone } from "./measured.ts";
import { phaseTitle, placesIn, type Tale, turnHeading, withPlaces } from "./names.report.ts";
import { readerFacts } from "./reader-facts.ts";
import { rejudgementSections } from "./rejudgements.report.ts";
import { besideSections, lostSections, outputSections, rulingSections } from "./ruling.report.ts";

/** A report and the words of its language. */
type Whole = TranscriptExport & Pick<Tale, "words" | "earned">;

/** The answer first, what was said last. Sections are at level 2, parts of rounds at levels 3 and 4. */
export function buildReport(input: TranscriptExport & Pick<Tale, "earned">): Block[] {
  const { debate, result, assessments, evaluations, rejudgements, turns, polls, questions: asked } = input;
  const words = wordsOf(debate);
  const { say } = words;
  const told = { result, assessments, evaluations, rejudgements, polls, questions: asked };
  const telling = { words, turns };
  const placed = turns.map((turn) => ({
    ...turn,
    text: withPlaces(turn.text, telling),
    ...(turn.critique && { critique: placesIn(turn.critique, telling) }),
  }));
  const whole: Whole = { ...input, ...placesIn(told, telling), turns: placed, words };
  return [
    heading(1, say("Debate: "), said(shortened(debate.topic))),
    ...(debate.imported ? [paragraph(strong(say("Imported:"))), list(importedLines(debate.imported, words))] : []),
    ...(debate.demo ? [paragraph(strong(say("Demo:")), " ", demoLine(debate, words))] : []),
    ...(whole.result?.conclusion ? concluded(whole.result, whole) : unconcluded(whole)),
  ];
}

/**
 * The answer and who argued, then what was said, then how it was judged: a reader may stop before the transcript. A
 * verdict's details repeat what the conclusion has weighed; a solution or an answer is what was asked for.
 */
function concluded(result: Result, whole: Whole): Block[] {
  const { debate, words } = whole;
  const isVerdict = result.type === "verdict";
  return [
    ...conclusionSections(result, whole, { isCounted: true }),
    ...(isVerdict ? [] : rulingParts(result, whole)),
    ...controlArmSections(result, whole),
    ...lostSections(debate.degraded, words),
    ...topicSections(whole),
    ...participants(debate),
    ...rounds(whole),
    ...unsettledSections(result, whole),
    ...(isVerdict ? rulingParts(result, whole) : []),
    ...outputSections(result, words),
    ...conformitySections(whole),
    ...rejudgementSections(whole, whole),
    ...decisionSections(whole, words),
    ...givenContext(whole),
    ...exhibitSections(whole),
    ...questions(whole),
    ...aboutSections(whole),
    ...costSections(whole),
  ];
}

/** The result first, what was said last. */
function unconcluded(whole: Whole): Block[] {
  const { result, debate, words } = whole;
  return [
    ...(result ? [...rulingParts(result, whole), ...besideSections(result, whole)] : []),
    ...conformitySections(whole),
    ...rejudgementSections(whole, whole),
    ...lostSections(debate.degraded, words),
    ...decisionSections(whole, words),
    ...aboutSections(whole),
    ...topicSections(whole),
    ...givenContext(whole),
    ...exhibitSections(whole),
    ...participants(debate),
    ...questions(whole),
    ...costSections(whole),
    ...rounds(whole),
  ];
}

function rulingParts(result: Result, whole: Whole): Block[] {
  const { missing } = protocolOf(whole.debate).conclusion;
  return [...claimSections(result, whole), ...judgeLookups(whole), ...rulingSections(result, whole, { missing })];
}

function aboutSections(whole: Whole): Block[] {
  return [heading(2, whole.words.say("About this debate")), overview(whole)];
}

function topicSections({ debate, words }: Whole): Block[] {
  return [heading(2, words.say("Topic")), quote(debate.topic)];
}

function givenContext({ debate, words }: Whole): Block[] {
  return debate.context ? [heading(2, words.say("Context")), quote(debate.context)] : [];
}

function costSections({ debate, words }: Whole): Block[] {
  return [heading(2, words.say("Costs")), costsTable(debate)];
}

export function reportTitle({ topic, language }: Pick<Debate, "topic" | "language">): string {
  return `${wordsOf({ language }).say("Debate: ")}${shortened(topic)}`;
}

function shortened(text: string): string {
  const flat = oneLine(text);
  return flat.length <= 120 ? flat : `${Array.from(flat).slice(0, 119).join("")}…`;
}

/** Status and key facts. */
export function overview({ debate, trace }: TranscriptExport): Block {
  const words = wordsOf(debate);
  const { say, word } = words;
  const { totalMs, modelMs } = trace.timing;
  const time = (ms: number) => seconds(ms, words);
  const facts = [
    `${say("Debate: ")}${debate.id}`,
    say("Status: {status}", { status: word(debate.status.replaceAll("_", " ")) }),
    ...(debate.generation
      ? [
          say("Generation: {number}. What was said before the last reset is not shown here", {
            number: debate.generation,
          }),
        ]
      : []),
    say("Format: {title}, {mode}, {round} of at most {most} rounds", {
      title: word(formatOf(debate).title),
      mode: word(debate.mode),
      round: debate.round,
      most: debate.maxRounds,
    }),
    say("Judge: {model}", { model: debate.judge?.model ?? say("none") }),
    ...readerFacts({ debate, trace }),
    say("Created: {time}", { time: words.minute(debate.createdAt) }),
    ...(totalMs === null
      ? []
      : [say("Duration: {total}, of which models {models}", { total: time(totalMs), models: time(modelMs) })]),
    ...(trace.templates.length > 0
      ? [say("Reasoning templates: {names}", { names: trace.templates.map((t) => t.name).join(", ") })]
      : []),
    ...(trace.userRating ? [ratingLine(trace.userRating, words)] : []),
    ...(debate.knownOutcome ? [outcomeLine(debate.knownOutcome, words)] : []),
    ...(debate.tags.length > 0 ? [say("Tags: {tags}", { tags: debate.tags.join(", ") })] : []),
  ];
  return list(facts);
}

function ratingLine({ rating, comment }: NonNullable<TranscriptExport["trace"]["userRating"]>, { say }: Words): string {
  return `${say("The owner's rating: {rating} of 5", { rating })}${comment ? `. ${comment}` : ""}`;
}

function outcomeLine({ outcome, note }: KnownOutcome, { say, word }: Words): string {
  return `${say("How the answer turned out: {outcome}", { outcome: word(outcome) })}${note ? `. ${note}` : ""}`;
}

function participants(debate: Debate): Block[] {
  const { say, word } = wordsOf(debate);
  const hasRoles = debate.participants.some((p) => p.role !== undefined);
  const role = (text: string) => (hasRoles ? [text] : []);
  const rows = debate.participants.map((p) => [
    p.name,
    ...role(p.role === undefined ? say("its own") : word(p.role)),
    p.position,
    p.persona ?? "",
    p.model,
  ]);
  return [
    heading(2, say("Participants")),
    table([say("Name"), ...role(say("Role")), say("Position"), say("Character"), say("Model")], rows),
  ];
}

function questions({ questions: asked, debate }: TranscriptExport): Block[] {
  if (asked.length === 0) return [];
  const { say } = wordsOf(debate);
  const parts = asked.flatMap(({ id, text, askedBy, answer }) => {
    const who = askedBy.map((participant) => nameOf(debate, participant)).join(", ");
    return [
      heading(3, say("{id}, asked by ", { id }), said(who)),
      quote(text),
      answer === null ? paragraph(em(say("No answer was given."))) : quote(`${say("Answer: ")}${answer}`),
    ];
  });
  return [heading(2, say("Questions before the debate")), ...parts];
}

function rounds(whole: Whole): Block[] {
  const { turns, assessments, evaluations = [], polls = [], debate, events } = whole;
  const { say } = whole.words;
  const numbers = [...new Set([...turns, ...polls].map(({ round }) => round))].toSorted((a, b) => a - b);
  return numbers.flatMap((round) => {
    const parts = turns.filter((turn) => turn.round === round).toSorted((a, b) => a.index - b.index);
    const judged = assessments.filter((a) => a.round === round).flatMap((a) => assessmentSections(a, whole));
    const found = evaluations.filter((e) => e.round === round).flatMap((e) => evaluationSections(e, whole));
    const windows = contextLines({ events, debate }, round);
    const context = windows.length === 0 ? [] : [list(windows)];
    return [
      heading(2, round === 0 ? say("Before round 1") : say("Round {round}", { round })),
      ...phases(parts, whole),
      ...judged,
      ...found,
      ...measuredBlocks(measuredAlone(whole, round), whole.words),
      ...privateAnswers(whole, round),
      ...context,
    ];
  });
}

export function failureNote({ status }: Turn, { say }: Words): Block[] {
  if (status !== "failed") return [];
  return [paragraph(em(say("This turn failed. What it had said took no part in the debate.")))];
}

/** Groups turns by the turn that they are about. */
function phases(turns: Turn[], whole: Whole): Block[] {
  const present = [...new Set(turns.map((turn) => turn.phase))];
  return present.flatMap((phase) => [
    heading(3, phaseTitle(phase, whole.words)),
    ...byTarget(turns.filter((turn) => turn.phase === phase)).flatMap((turn) => contribution(turn, whole)),
  ]);
}

function byTarget(turns: Turn[]): Turn[] {
  return [...Map.groupBy(turns, (turn) => turn.targetId).values()].flat();
}

function contribution(turn: Turn, whole: Whole): Block[] {
  const { words } = whole;
  return [
    heading(4, ...turnHeading(turn, whole)),
    ...failureNote(turn, words),
    ...turnLookups(turn, whole),
    ...(turn.critique ? critiqueReport(turn.critique, words) : [quote(turn.text || words.say("(nothing)"))]),
    ...remarksOn(turn, words),
  ];
}

/** What a reader should know of its text. */
export function remarksOn(turn: Turn, words: Words): Block[] {
  const { say } = words;
  const cut = turn.isCutOff ? [paragraph(em(say("Its model was cut off here, at its limit of output.")))] : [];
  return [...cut, ...unmatchedIn(turn, words)];
}

function unmatchedIn({ citations = [], citationsChecked }: Turn, { say }: Words): Block[] {
  if (citationsChecked === false) return [paragraph(em(say("The code could not check what this turn cites.")))];
  const { exhibit, anywhere, within } = UNMATCHED;
  const lines = unmatched(citations, { exhibit: say(exhibit), anywhere: say(anywhere), within: say(within) });
  return lines.length === 0 ? [] : [paragraph(strong(say("Citations that match nothing:"))), list(lines)];
}
