import { describe, expect, it } from "vitest";
import { withAutoFormat } from "../../../domain/rules/request/auto-format.ts";

const answers = { type: "choice", options: ["yes", "no"] };
const auto = (more: object) => withAutoFormat({ topic: "Is it so?", format: "auto", ...more });

describe("the format auto", () => {
  it.each([
    [{ answers }, { format: "question", vote: { most: 21, stopAt: 0.95 }, gate: { lead: 0.15 } }],
    [
      { answers, vote: { most: 5 }, gate: false },
      { format: "question", vote: { most: 5 }, gate: false },
    ],
    [
      { answers, maxRounds: 1 },
      { format: "question", vote: { stopAt: 0.95 }, gate: false },
    ],
    [{}, { format: "structured-rounds" }],
    [{ answers: null }, { format: "structured-rounds" }],
  ])("makes of %j a debate with %j, and says so", (more, chosen) => {
    const { body, taken } = auto(more);
    expect(body).toMatchObject(chosen);
    expect(taken).toMatchObject([{ code: "format-chosen", detail: expect.stringContaining(chosen.format) }]);
  });

  it.each([{ weights: { p1: 0.8 } }, { peers: "ring" }, { anonymous: false }])(
    "leaves a question without a vote that has no room for one: %j",
    (own) => {
      const { body } = auto({ answers, ...own });
      expect(body).toEqual({ topic: "Is it so?", format: "question", answers, ...own });
    },
  );

  it.each([{ topic: "Why?" }, { format: "council" }, null, "auto"])("leaves another body as it is: %j", (body) => {
    expect(withAutoFormat(body)).toEqual({ body, taken: [] });
  });
});
