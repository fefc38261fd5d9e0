import { expect, it } from "vitest";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { rulesFor } from "../../../domain/rules/protocols/dialectic-summaries.ts";
import { DebateRequest } from "../../../domain/rules/request/debate-request.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";

const agents = (...summaries: (object | undefined)[]) =>
  summaries.map((own, i) => ({ name: `Agent ${i + 1}`, model: "demo/debater", ...(own && { summaries: own }) }));

function rulesOf(body: object): (number | null)[] {
  const { dialectic } = configOf(DebateRequest.parse({ topic: "T", format: "dialectic", ...body }), catalogueOf());
  if (!dialectic) throw new Error("not a dialectic debate");
  return ["p1", "p2", "p3"].map((id) => rulesFor(dialectic, id).threshold);
}

it("An agent's view is summarised by the debate's rules unless it has its own", () => {
  const participants = agents(undefined, { threshold: 900, maxLength: 300 }, { enabled: false });
  expect(rulesOf({ participants })).toEqual([5_000, 900, null]);
  expect(rulesOf({ participants, contextWindow: { agentSummaryThreshold: 70 } })).toEqual([70, 900, null]);
});

it("Summaries that are off for the debate can be on for one agent", () => {
  const participants = agents(undefined, { enabled: true }, { maxLength: 10 });
  expect(rulesOf({ participants, contextWindow: { summaries: false } })).toEqual([null, 5_000, null]);
});
