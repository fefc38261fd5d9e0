/** Debates of a world that carry a conclusion of a test's making. */

import type { Conclusion } from "../../../domain/shapes/schemas/conclusion.schema.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import type { World } from "../world.ts";
import { EXHIBITS } from "./conclusions.ts";

/** Imports a copy of a finished debate, with the conclusion and its exhibits; the copy's id, which differs in its end. */
export async function importConcluded(
  world: Pick<World, "request" | "post">,
  { from, conclusion, end }: { from: string; conclusion: Conclusion; end: string },
): Promise<string> {
  const id = `${from.slice(0, -end.length)}${end}`;
  const { text } = await world.request(`/v1/debates/${from}/transcript?as=json`);
  const whole = JSON.parse(text.replaceAll(from, id)) as TranscriptExport;
  const concluded = { ...whole.result, conclusion };
  const events = whole.events.map((event) =>
    event.type === "result.completed" ? { ...event, data: { ...event.data, result: concluded } } : event,
  );
  const debate = { ...whole.debate, exhibits: EXHIBITS, result: concluded };
  const { status, text: said } = await world.post("/v1/debates/import", {
    ...whole,
    debate,
    result: concluded,
    events,
  });
  if (status !== 201) throw new Error(`the import answered ${status}: ${said}`);
  return id;
}
