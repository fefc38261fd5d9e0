/** A demo judge's criteria: keys from the schema, weights from the rubric. */
import { BUILT_IN } from "../../../domain/judging/rubric.ts";

export interface DemoCriterion {
  name: string;
  weight: number;
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

const SCHEMA = /(?<=The JSON Schema:\n)\{"type":"object".*\}$/m;
const LINE = /^- (\S+) \(.+, ([\d.]+) %\): /gm;

/** The built-in rubric if the schema names no criteria, as for a vote. `text` is the whole prompt. */
export function demoCriteria(task: string, text: string): readonly DemoCriterion[] {
  const keys = keysIn(JSON.parse(SCHEMA.exec(task)?.[0] ?? "{}") as JsonSchema);
  if (keys.length === 0) return BUILT_IN;
  const lines = [...text.matchAll(LINE)];
  return keys.map((name) => ({ name, weight: Number(lines.find((line) => line[1] === name)?.[2] ?? 1) }));
}

function keysIn({ properties = {} }: JsonSchema): string[] {
  const scores = properties["assessments"]?.items?.properties?.["scores"] ?? properties["criteria"];
  return Object.keys(scores?.properties ?? {});
}
