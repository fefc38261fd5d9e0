/** Reviews a change part by part, a debate each, and puts together what they find. */
import type { Client, NewDebate } from "../../../api/client/index.ts";
import { plural } from "../../../domain/base/text/text.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { EXIT } from "../../base/exit.ts";
import { UsageError } from "../base/arguments.cli.ts";
import { exitCodeOf } from "../base/exit-code.ts";
import type { Ending } from "../debate/run.debate-command.ts";
import { type ChangeSource, readChange } from "./change.gate.ts";
import { readDiff } from "./diff.gate.ts";
import { exhibitId, type Finding, findingsOf, findingsOutput, HOW_TO_REVIEW } from "./findings.gate.ts";
import { type Part, splitChange } from "./parts.gate.ts";
import { errorCode, GATE, type GateOutcome, gateOf, type LeastSupport } from "./verdict.command.ts";

/** Debates of one review; what is beyond is not read, and the change then does not pass. */
const MOST_PARTS = 10;

export interface Review {
  outcome: GateOutcome;
  /** null: the outcome is clear. */
  unclear_reason: string | null;
  findings: Finding[];
  /** Findings that named a line that the change does not show. */
  dropped: number;
  debates: ({ id: string; watch: string | null; answer: string | null; files: string[] } & Ruled)[];
  /** Paths that no debate read, or not wholly, since the change or a line is too large. */
  unread: string[];
  /** Paths of which git shows no lines. */
  without: string[];
}

interface Ruled {
  outcome: GateOutcome;
  unclear_reason: string | null;
}

interface Reviewing {
  source: ChangeSource;
  topic: string;
  preset: string;
  least: LeastSupport;
  /** Runs one debate and returns its exit code. `at`: which of the parts, from 0. */
  debate: (asked: NewDebate, ending: Ending, at: number) => Promise<number>;
}

/** A number is the exit code of a debate that was not concluded: its error, or an interruption. */
export async function reviewChange({ source, topic, preset, least, debate }: Reviewing): Promise<Review | number> {
  const diff = await readChange(source);
  const files = readDiff(diff);
  if (files.length === 0 && diff.trim() !== "") throw new UsageError("this is no diff as git writes it");
  const { parts, without, cut } = splitChange(files);
  const read = parts.slice(0, MOST_PARTS);
  const review: Review = {
    outcome: "pass",
    unclear_reason: null,
    findings: [],
    dropped: 0,
    debates: [],
    unread: [...new Set([...pathsOf(parts.slice(MOST_PARTS).flat()), ...cut.map(({ path }) => path)])],
    without: without.map(({ path }) => path),
  };
  for (const [at, part] of read.entries()) {
    const ending: Ending = async (finished, _earned, client) => {
      const code = exitCodeOf(finished);
      if (code === EXIT.ok) await add(review, { part, debate: finished, client, least });
      return { text: "", code: errorCode(code) };
    };
    const code = await debate(requestOf(part, { topic, preset }), ending, at);
    if (code !== EXIT.ok) return code;
  }
  return { ...review, ...outcomeOf(review) };
}

function requestOf(part: Part, { topic, preset }: Pick<Reviewing, "topic" | "preset">): NewDebate {
  return {
    preset,
    topic: `${topic}\n\n${HOW_TO_REVIEW}`,
    // A title is one short line, and a path may be anything: it stands in the text.
    exhibits: part.map(({ text }, at) => ({ title: `File ${exhibitId(at).slice(1)} of the change`, text })),
    output: findingsOutput(part),
  };
}

async function add(
  review: Review,
  {
    part,
    debate,
    client,
    least,
  }: { part: Part; debate: Debate; client: Pick<Client, "transcript">; least: LeastSupport },
): Promise<void> {
  const { turns } = await client.transcript(debate.id);
  const found = findingsOf(debate, { part, turns });
  const ruled = gateOf(debate, least);
  const unmapped: Ruled = { outcome: "unclear", unclear_reason: "its findings could not be read" };
  review.findings.push(...(found?.findings ?? []));
  review.dropped += found?.dropped ?? 0;
  review.debates.push({
    id: debate.id,
    watch: debate.links.watch,
    answer: debate.result?.conclusion?.answer.text ?? null,
    files: pathsOf(part),
    ...(found === null && ruled.outcome === "pass" ? unmapped : ruled),
  });
}

/** The worst of the debates'. What nobody read cannot pass. */
function outcomeOf({ debates, unread, without }: Review): Ruled {
  const failed = debates.find(({ outcome }) => outcome === "fail");
  if (failed) return { outcome: "fail", unclear_reason: null };
  const reasons = debates.flatMap(({ unclear_reason }) => unclear_reason ?? []);
  if (unread.length > 0) reasons.push(tooLarge(unread.length));
  if (debates.length === 0 && without.length > 0) reasons.push("the change has no lines to read");
  return reasons.length === 0
    ? { outcome: "pass", unclear_reason: null }
    : { outcome: "unclear", unclear_reason: [...new Set(reasons)].join("; ") };
}

function tooLarge(files: number): string {
  return `the change is too large: ${plural(files, "file")} ${files === 1 ? "was" : "were"} not reviewed`;
}

function pathsOf(pieces: Part): string[] {
  return [...new Set(pieces.map(({ file }) => file.path))];
}

export const reviewCode = ({ outcome }: Review) => GATE[outcome];
