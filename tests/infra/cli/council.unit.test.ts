import { expect, test } from "vitest";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { CouncilResult } from "../../../domain/shapes/schemas/result.schema.ts";
import { createNarrator } from "../../../infra/cli/debate/narrator.ts";
import { outcomeText } from "../../../infra/cli/debate/outcome.debate-command.ts";
import { CONCLUSION } from "../../support/debates/conclusions.ts";
import { debate, RESULT, USAGE } from "../../support/debates/shown.ts";

const { verdict: _none, ...common } = RESULT;
const result: CouncilResult = {
  ...common,
  type: "council",
  council: {
    answer: "Price \u001b[2Jthe roads.",
    consensus: ["The centre is full."],
    contradictions: [],
    onlyOne: [{ participantId: "p2", point: "Deliveries." }],
    blindSpots: ["Night buses."],
    ranking: [
      { participantId: "p2", turnId: "g1-r1-t2", points: 1.5, mean: 0.75, place: 1 },
      { participantId: "p1", turnId: "g1-r1-t1", points: 0, mean: null, place: null },
    ],
    rankings: [{ by: "p1", places: [["p2"]], reasons: { p2: "It is right." } }],
    synthesizedBy: "demo/judge",
  },
};

test("A council's outcome has the answer, the ranking with models told apart, and what the chair found.", () => {
  const text = outcomeText(debate({ result }));
  expect(text).toMatch(
    /^The council's answer\nWritten by demo\/judge\. The debate ended because .*\nPrice .*the roads\.\n/,
  );
  expect(text).not.toContain("\u001b");
  expect(text).toContain(`
Place  Member  Model             Points  Mean
1      Ben     demo/debater (2)  1.5     0.75
–      Ada     demo/debater      0       –
`);
  expect(text).toContain("What they agree on\n  - The centre is full.");
  expect(text).not.toContain("contradict");
  expect(text).toContain("What only one of them saw\n  - Ben: Deliveries.");
  expect(text).toContain("What none of them saw\n  - Night buses.");
  expect(text).toContain("Who ranked how, and why\n  - Ada ranks: Ben\n  - Ada → Ben: It is right.");
});

test("Below a conclusion it is the answer and the ranking, and everything when asked for.", () => {
  const concluded = debate({ result: { ...result, conclusion: CONCLUSION } });
  expect(outcomeText(concluded)).toContain("The ranking");
  expect(outcomeText(concluded)).not.toContain("Who ranked how");
  expect(outcomeText(concluded, { verbose: true })).toContain("Who ranked how");
});

test("A ranking is told when it is cast, with ties.", () => {
  let screen = "";
  const three = {
    ...debate(),
    participants: [...debate().participants, { ...debate().participants[0], id: "p3", name: "Cleo" }],
  };
  const narrate = createNarrator({
    debate: three as Debate,
    write: (text) => (screen += text),
    style: (_, text) => text,
    verbose: false,
  });
  const places = [["p2", "p3"]];
  const ranking = { id: "g1-r2-ranking-1", participantId: "p1", round: 2, model: "demo/debater", places, reasons: {} };
  const bill = { usage: USAGE, costUsd: 0.01, latencyMs: 5, attempt: 1, at: "t" };
  narrate({ id: 1, type: "ranking.cast", at: "t", round: 2, participantId: "p1", ranking: { ...ranking, ...bill } });
  expect(screen).toContain("Ada ranks: Ben = Cleo");
});
