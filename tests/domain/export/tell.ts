/**
 * Writes the reports of debates as Markdown, HTML and the terminal's text, so that two versions of the code can be
 * compared: `npm run reports -- FOLDER [TRANSCRIPT.json …]`, in each, then `diff -r`.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { renderReport } from "../../../api/pages/report/report.report-page.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { renderMarkdown } from "../../../domain/show/report/markdown.report.ts";
import { outcomeText } from "../../../infra/cli/debate/outcome.debate-command.ts";
import { exportOf, written } from "../../api/pages/report-exports.ts";
import { CONCLUDED, EXHIBITS } from "../../support/debates/conclusions.ts";

const [folder = "", ...files] = process.argv.slice(2);
const ending = { degraded: [], ballots: [], agreement: null, dissent: [], contested: false };
const interval = { low: 0.208, high: 0.939 };

/** Results of every kind, beside those of the transcripts that are given. */
const RESULTS: Record<string, object> = {
  ...CONCLUDED,
  unjudged: { ...ending, type: "unjudged", endedBy: "policy" },
  council: {
    ...ending,
    type: "council",
    endedBy: "limit",
    council: {
      answer: "Price the roads.",
      consensus: ["The centre is full."],
      contradictions: ["Who pays."],
      onlyOne: [{ participantId: "p2", point: "Deliveries." }],
      blindSpots: ["Night buses."],
      ranking: [
        { participantId: "p2", turnId: "g1-r1-t2", points: 1.5, mean: 0.75, place: 1 },
        { participantId: "p1", turnId: "g1-r1-t1", points: 0, mean: null, place: null },
      ],
      rankings: [{ by: "p1", places: [["p2"]], reasons: { p2: "It is right." } }],
      synthesizedBy: "demo/judge",
    },
  },
  plurality: {
    ...ending,
    type: "plurality",
    endedBy: "convergence",
    plurality: {
      answers: { type: "number", unit: "km" },
      answer: null,
      tied: ["1", "2"],
      share: 0.5,
      interval,
      asked: 3,
      answered: 2,
      expected: {
        answer: "1",
        right: null,
        moves: { wrongToRight: 1, rightToWrong: 0, stayedRight: 0, stayedWrong: 1 },
      },
      rounds: [
        {
          round: 1,
          answer: null,
          tied: ["1", "2"],
          share: 0.5,
          given: [
            { participantId: "p1", answer: "1", right: true },
            { participantId: "p2", answer: "2", right: false },
          ],
          groups: [
            { answer: "1", count: 1 },
            { answer: "2", count: 1 },
          ],
        },
      ],
    },
  },
  audience: {
    ...CONCLUDED.verdict,
    audience: {
      voters: 4,
      counted: 3,
      before: { for: 0, against: 0, undecided: 3 },
      after: { for: 2, against: 0, undecided: 1 },
      switches: [{ from: "undecided", to: "for", voters: 2 }],
      netSwing: 2,
      interval: { low: -1.5, high: 4.2 },
      turns: [{ id: "g1-r1-t1", voters: 2 }],
      votes: [{ voter: 1, model: "demo/a", before: "undecided", after: "for", reasoning: "Because." }],
    },
  },
};

const debates: Record<string, TranscriptExport> = { everything: written(() => "said") };
for (const [name, result] of Object.entries(RESULTS)) {
  const whole = exportOf({ result: result as Result });
  debates[name] = { ...whole, debate: { ...whole.debate, exhibits: EXHIBITS } };
}
for (const file of files) debates[basename(file, ".json")] = JSON.parse(readFileSync(file, "utf8")) as TranscriptExport;

mkdirSync(folder, { recursive: true });
for (const [name, whole] of Object.entries(debates))
  for (const language of [whole.debate.language ?? "en", "de"]) {
    const told = { ...whole, debate: { ...whole.debate, language } };
    const write = (kind: string, text: string) => writeFileSync(join(folder, `${name}.${language}.${kind}`), text);
    write("md", renderMarkdown(told));
    write("html", (await renderReport(told)).replaceAll("><", ">\n<"));
    write("txt", outcomeText(told.debate));
    write("verbose.txt", outcomeText(told.debate, { verbose: true }));
  }
