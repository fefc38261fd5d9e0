import { expect, it } from "vitest";
import { whole } from "../../support/debates/drafts.ts";
import { historyOf } from "../../support/debates/histories.ts";
import { held } from "../../support/held.ts";
import { kindOf } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";

const world = await useWorld();

it.each(["sequential", "simultaneous"] as const)(
  "The text of an interjection stays out of Temporal (%s).",
  async (mode) => {
    const { release } = held(world, (request) => kindOf(request) === "turn" && !request.model.includes("gpt"));
    const { id } = await world.create(whole({ maxRounds: 2, mode }));
    await world.until(id, (e) => e.type === "turn.started" && e["turnId"] === "g1-r1-t2");
    expect((await world.post(`/v1/debates/${id}/interjections`, { text: "Mind the costs." })).status).toBe(202);
    release();
    await world.finished(id);
    expect(JSON.stringify(world.models.journal)).toContain("Mind the costs.");
    const history = await historyOf(world, id);
    expect(history).toContain("g1-r1-i1");
    expect(history).not.toContain("Mind the costs.");
  },
);
