/** The solution that ends a dialectic debate: its prompt, the reply's schema, and how the reply is read. */
import { z } from "zod";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { ConclusionText } from "../../shapes/schemas/conclusion.schema.ts";
import type { EndedBy, Solution } from "../../shapes/schemas/result.schema.ts";
import type { ShownRecord } from "../conclusion/read.prompt.ts";
import { conclusionFields, conclusionSchema, shapeOf } from "../conclusion/schema.prompt.ts";
import { CONCLUSION, readWithConclusion } from "../conclusion/within.prompt.ts";
import { fencesOf } from "../fences/fences.ts";
import { between, filled, outputSchema, readAnswer } from "../parts/answer.prompt-part.ts";
import { newestProposals } from "../parts/perspective.ts";
import type { Prompt, Reading } from "../parts/prompt.prompt-part.ts";
import { dialecticJudgePrompt } from "./dialectic-judge.ts";
import type { JudgeInput } from "./judge.judge-prompt.ts";

interface SolutionPromptInput extends JudgeInput {
  /** Ids of the agents who spoke; all if missing. */
  active?: string[];
  endedBy: EndedBy;
  /** A summary that replaces all turns but the newest proposals. */
  summary?: string | undefined;
}

/** The last block of the prompt begins with this. */
export const SYNTHESIZE = "Make one solution";

export function buildSolutionPrompt(input: SolutionPromptInput): Prompt {
  const { turns, endedBy, ...shown } = input;
  const newest = [...newestProposals(turns).values()].map((turn) => turn.id);
  const early = endedBy === "owner" ? " The work was ended early by its owner, so some of it may be missing." : "";
  const task = `${SYNTHESIZE} of the work of all agents.${early} Its newest proposals are the turns ${newest.join(", ")}.
- description: the solution as a whole, so that a reader needs nothing else. Join what is best in the proposals; where they contradict one another, decide and say why.
- implementation: how it is carried out, step by step; null when there is nothing to carry out.
- tradeoffs: what the solution gives up, and for what.
- recommendations: what its owner should do, check or decide next.
- confidence: 0 to 100, that the solution solves the problem.${conclusionTask(input)}`;
  return dialecticJudgePrompt({ ...shown, turns, task, output: outputSchema("solution", schemaFor(input)) });
}

interface About {
  config: DebateConfig;
  /** Ids of the agents who spoke; all if missing. */
  active?: string[] | undefined;
}

function conclusionTask({ config, active }: About): string {
  if (!config.conclusion) return "";
  const { label } = fencesOf(config);
  const shape = conclusionShape({ config, active });
  const people = config.participants.filter(({ id }) => shape.active.includes(id));
  const named = people.map(({ id, name }) => `${id} (${label(name)})`).join(", ");
  return `\n- ${CONCLUSION}: what it means for the person who asked, who has not read the record. ${conclusionFields(shape, named).replaceAll("\n- ", "\n  - ")}`;
}

function conclusionShape({ config, active }: About) {
  return shapeOf(config, active ?? config.participants.map(({ id }) => id));
}

function schemaFor(about: About) {
  if (!about.config.conclusion) return solutionSchema;
  return solutionSchema.extend({ [CONCLUSION]: conclusionSchema(conclusionShape(about)) });
}

const solutionSchema = z.strictObject({
  description: filled,
  implementation: z.string().nullable(),
  tradeoffs: z.array(filled),
  recommendations: z.array(filled),
  confidence: between(0, 100),
});

/** `conclusion` null: it was faulty twice. undefined: none was asked for. */
export interface SolutionReading {
  solution: Omit<Solution, "synthesizedBy">;
  conclusion?: ConclusionText | null;
}

export function readSolution(text: string, record: ShownRecord & { wasRefused: boolean }): Reading<SolutionReading> {
  const rest = (own: string) =>
    readAnswer(own, {
      schema: solutionSchema,
      check: (raw) => [...empty(raw, "tradeoffs"), ...empty(raw, "recommendations")],
    });
  if (record.config.conclusion) {
    const reading = readWithConclusion(text, { rest, record, wasRefused: record.wasRefused });
    return reading.ok
      ? { ok: true, value: { solution: reading.value.rest, conclusion: reading.value.conclusion } }
      : reading;
  }
  const reading = rest(text);
  return reading.ok ? { ok: true, value: { solution: reading.value } } : reading;
}

/** A solution without tradeoffs or next steps was not thought through. */
function empty(raw: unknown, field: string): string[] {
  const list = (raw as Record<string, unknown> | null)?.[field];
  return Array.isArray(list) && list.length === 0 ? [`${field} must name at least one.`] : [];
}
