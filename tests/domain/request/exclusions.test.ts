import { expect, it } from "vitest";
import { exclusionProblems } from "../../../domain/play/beginning/exclusions.beginning.ts";

const QUESTIONS = { maxIterations: 1, maxPerAgent: 1 };
const OPEN = { overlap: "ahead", poll: "private" } as const;

it.each([
  [
    { orderCheck: "twin", clarifications: { enabled: true, ...QUESTIONS } },
    "/orderCheck",
    "beside a debate with clarifications",
  ],
  [{ orderCheck: "twin", format: "oxford" }, "/orderCheck", "decided by votes"],
  [{ overlap: "ahead", policies: { onJudgeFailure: "end" } }, "/overlap", "onJudgeFailure `end`"],
  [{ ...OPEN, format: "free-form", stopWhenStable: true }, "/overlap", "private answers that may end the debate"],
  [{ ...OPEN, format: "convergence-seeking" }, "/overlap", "as they do in convergence-seeking"],
] as const)("refuses %j at %s", (request, pointer, detail) => {
  expect(exclusionProblems(request)).toEqual([{ pointer, detail: expect.stringContaining(detail) }]);
});

it.each([
  [{ orderCheck: "twin", clarifications: { enabled: false, ...QUESTIONS }, format: "free-form" }],
  [{ orderCheck: "labels", format: "oxford" }],
  [{ ...OPEN, format: "free-form" }],
  [{ overlap: "ahead", policies: { onJudgeFailure: "ask" }, poll: "off", format: "convergence-seeking" }],
  [{ overlap: "safe", policies: { onJudgeFailure: "end" }, poll: "private", stopWhenStable: true }],
] as const)("takes %j", (request) => {
  expect(exclusionProblems(request)).toEqual([]);
});
