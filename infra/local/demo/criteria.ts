/** What a demo reply is asked for by its schema: a judge's criteria, and the shape of a conclusion. */
import { BUILT_IN } from "../../../domain/judge/rubric.judging.ts";

export interface DemoCriterion {
  name: string;
  weight: number;
}

/** A conclusion that is asked for: the ids of those who argued, and the fields that only some debates have. */
export interface DemoShape {
  ids: string[];
  isMotion: boolean;
  hasExhibits: boolean;
}

/** A ballot that is asked for. */
export interface DemoBallot {
  /** It has what readers want beside the ruling. */
  isFirst: boolean;
  /** What it may answer; empty for a number or a text, null where no answer is asked for. */
  choices: string[] | null;
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  enum?: string[];
  anyOf?: JsonSchema[];
}

const SCHEMA = /(?<=The JSON Schema[:.].*\n)\{"type":"object".*\}$/m;
const LINE = /^- (\S+) \((?:.+, )?([\d.]+) %\): /gm;

/** The built-in rubric if the schema names no criteria, as for a vote. `text` is the whole prompt. */
export function demoCriteria(task: string, text: string): readonly DemoCriterion[] {
  const keys = keysIn(schemaIn(task));
  if (keys.length === 0) return BUILT_IN;
  const lines = [...text.matchAll(LINE)];
  return keys.map((name) => ({ name, weight: Number(lines.find((line) => line[1] === name)?.[2] ?? 1) }));
}

/** null: no conclusion is asked for. */
export function demoShape(task: string): DemoShape | null {
  const whole = schemaIn(task);
  const { answer, cruxes, evidence } = (whole.properties?.["conclusion"] ?? whole).properties ?? {};
  const ids = cruxes?.items?.properties?.["points"]?.items?.properties?.["by"]?.enum;
  if (!ids) return null;
  const isMotion = answer?.properties?.["stance"] !== undefined;
  return { ids, isMotion, hasExhibits: evidence?.items?.properties?.["refs"] !== undefined };
}

/** By the task's lines; the choices are in its schema. */
export function demoBallot(task: string): DemoBallot {
  const choice = schemaIn(task).properties?.["answer"]?.properties?.["choice"];
  const choices = choice && [choice, ...(choice.anyOf ?? [])].flatMap((each) => each.enum ?? []);
  return { isFirst: /^- criteria: /m.test(task), choices: choices ?? null };
}

function schemaIn(task: string): JsonSchema {
  return JSON.parse(SCHEMA.exec(task)?.[0] ?? "{}") as JsonSchema;
}

function keysIn({ properties = {} }: JsonSchema): string[] {
  const [first] = Object.values(properties["criterionScores"]?.properties ?? {});
  const scores = properties["assessments"]?.items?.properties?.["scores"] ?? first;
  return Object.keys(scores?.properties ?? {});
}
