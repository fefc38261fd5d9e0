/** A file of the largest size, handed in over HTTP and looked up for each turn of a debate. */
import { expect, test } from "vitest";
import { type FileInfo, MOST_FILE_BYTES } from "../../../domain/shapes/schemas/file.schema.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const TOPIC = "Should a street cost something?";
const PARAGRAPH = "Rain falls on the hills, and the river takes it to the sea.\n\n";
const FACT = "A street that has a toll cost 40 crowns to build.\n\n";

test("19.9 MB of short paragraphs are taken over HTTP, and each turn finds what it needs in them.", async () => {
  const world = await openWorld();
  try {
    const body = PARAGRAPH.repeat((0.99 * MOST_FILE_BYTES) / PARAGRAPH.length).concat(FACT);
    const response = await fetch(`${world.url}/v1/files?name=long.txt`, { method: "POST", body });
    expect(response.status).toBe(201);
    const file = (await response.json()) as FileInfo;
    world.models.use(debaters(["p1", "p2"]));
    const { id } = await world.create(
      requestOf({ topic: TOPIC, maxRounds: 1, retrieval: { from: [file.id], topK: 1 } }),
    );
    await world.finished(id);
    const debate = await world.debate(id);
    expect(debate.status).toBe("completed");
    expect(debate.exhibits?.[0]?.text).toContain(FACT.trim());
    const { turns } = await world.transcript(id);
    expect(turns.length).toBeGreaterThan(1);
    for (const { tools } of turns)
      expect(tools).toEqual([expect.objectContaining({ tool: "passages", status: "done", exhibits: ["E1"] })]);
  } finally {
    await world.stop();
  }
});
