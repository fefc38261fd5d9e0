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

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

const SCHEMA = /(?<=The JSON Schema[:.].*\n)\{"type":"object".*\}$/m;
const LINE = /^- (\S+) \(.+, ([\d.]+) %\): /gm;

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
  const points = cruxes?.items?.properties?.["points"]?.properties;
  if (!points) return null;
  const isMotion = answer?.properties?.["stance"] !== undefined;
  return { ids: Object.keys(points), isMotion, hasExhibits: evidence?.items?.properties?.["refs"] !== undefined };
}

function schemaIn(task: string): JsonSchema {
  return JSON.parse(SCHEMA.exec(task)?.[0] ?? "{}") as JsonSchema;
}

function keysIn({ properties = {} }: JsonSchema): string[] {
  const scores = properties["assessments"]?.items?.properties?.["scores"] ?? properties["criteria"];
  return Object.keys(scores?.properties ?? {});
}
