import { expect, it } from "vitest";
import { useWorld } from "../support/use-world.ts";
import { debaters, requestOf } from "../support/world.ts";

const world = await useWorld();

it("The command validate ends where no worker serves a model's provider", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const models = { Ada: "openai/gpt-5.5", Ben: "mistral/mistral-large-2512" };
  const participants = Object.entries(models).map(([name, model]) => ({ name, model, position: `${name} is right.` }));
  const { id } = await world.create(
    requestOf({ participants, limits: { turnTimeoutSeconds: 1 }, validate: { live: true } }),
  );
  await world.until(id, (e) => e.type === "debate.status" && e["by"] === "passed");
  const { warnings } = await world.debate(id);
  expect(warnings.map(({ code, detail }) => [code, detail])).toContainEqual([
    "model-not-checked",
    "nobody could ask mistral/mistral-large-2512 in time, so it was not checked",
  ]);
  await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
});
