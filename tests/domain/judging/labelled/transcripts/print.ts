/**
 * `npm run detectors`: what the repetition detector finds in real debates, against two labellings. `-- --texts FOLDER`
 * measures anew from the transcripts that sources.json names, and reports what differs from the record; `--record`
 * replaces the record.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { figureLines } from "./figures.ts";
import { measureTranscripts } from "./measure.ts";
import { readLabelledTurns, readMeasurements } from "./read.ts";

const { values } = parseArgs({ options: { texts: { type: "string" }, record: { type: "boolean" } } });

if (values.texts !== undefined) {
  const measured = measureTranscripts(values.texts);
  const lines = measured.map((each) => `${JSON.stringify(each)}\n`).join("");
  if (values.record) writeFileSync(new URL("measured.jsonl", import.meta.url), lines);
  const recorded = new Map(readMeasurements().map((each) => [each.turn, JSON.stringify(each)]));
  const changed = measured.filter((each) => recorded.get(each.turn) !== JSON.stringify(each)).map(({ turn }) => turn);
  console.log(
    `${measured.length} turns measured anew; ${changed.length} differ from the record. ${changed.join(" ")}\n`,
  );
  if (changed.length > 0) process.exitCode = 1;
}
console.log(figureLines(readLabelledTurns()).join("\n"));
