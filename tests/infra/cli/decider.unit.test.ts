import { expect, test } from "vitest";
import { type Choice, type DebateEvent, ParleyProblem } from "../../../api/client/index.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Decision } from "../../../domain/shapes/schemas/decision.ts";
import type { Ask } from "../../../infra/cli/base/prompt.cli.ts";
import { createDecider } from "../../../infra/cli/debate/decider.ts";
import { typist } from "../../support/terminal.ts";

const decision = {
  id: "d1",
  kind: "cost_limit",
  question: "The limit\u001b[2J is reached. How should it continue?",
  options: [
    { id: "raise", label: "Raise the limit", consequence: "It goes on.", params: { maxCostUsd: "USD", maxTokens: "" } },
    { id: "conclude", label: "Conclude", consequence: "The judge rules." },
  ],
  default: "conclude",
  round: 1,
  requestedAt: "t",
  expiresAt: "2026-11-24T00:00:00.000Z",
  made: null,
} as Decision;
const requested = { id: 1, type: "decision.requested", at: "t", decision } as unknown as DebateEvent;
const made = { id: 2, type: "decision.made", at: "t", decision } as unknown as DebateEvent;
const waiting = { status: "awaiting_decision", pending: { type: "decision", decision } } as unknown as Debate;
const running = { status: "running", pending: null } as unknown as Debate;

/** The debate as successive reads show it; the last one stays. */
function scene(ask: Ask, options: { reads?: Debate[]; refuse?: ParleyProblem } = {}) {
  const reads = options.reads ?? [waiting];
  const sent: [string, Choice][] = [];
  const said = { text: "" };
  const decider = createDecider({
    debateId: "deb-1",
    client: {
      get: async () => (reads.length > 1 ? reads.shift() : reads[0]) as Debate,
      decide: async (_, id, choice) => {
        sent.push([id, choice]);
        if (options.refuse) throw options.refuse;
        return running;
      },
    },
    write: (text) => void (said.text += text),
    ask,
  });
  return { decider, sent, said };
}

test("the options have numbers and say what they lead to, and a chosen one asks for what it needs", async () => {
  const { ask, prompts } = typist("3", "1", "5", "");
  const { decider, sent } = scene(ask);
  decider.handle(requested);
  await expect.poll(() => sent).toEqual([["d1", { option: "raise", params: { maxCostUsd: 5 } }]]);
  expect(prompts[0]).toContain("The owner's decision d1:\n  1  raise: Raise the limit");
  expect(prompts[0]).toContain(
    "  2  conclude: Conclude. The judge rules.\n1 to 2, Enter leaves it open (by default conclude",
  );
  expect(prompts.slice(1)).toEqual(["a number from 1 to 2, please\n>", "maxCostUsd (USD)\n>", "maxTokens ()\n>"]);
});

test("an option may be named by its word, and the debate is asked for until it shows the decision", async () => {
  const { ask } = typist("conclude");
  const { decider, sent } = scene(ask, { reads: [running, waiting] });
  decider.handle(requested);
  await expect.poll(() => sent).toEqual([["d1", { option: "conclude" }]]);
});

test("Enter leaves it open and says how to decide later", async () => {
  const { decider, sent, said } = scene(typist("").ask);
  decider.handle(requested);
  await expect.poll(() => said.text).toContain("decide with: parley decide deb-1 d1 <option>");
  expect(sent).toEqual([]);
});

test("a decision that somebody else makes is taken away from the prompt", async () => {
  const shown = Promise.withResolvers<AbortSignal>();
  const { decider, sent, said } = scene((_, signal) => {
    shown.resolve(signal);
    return new Promise((__, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
  });
  decider.handle(requested);
  const signal = await shown.promise;
  decider.handle(made);
  expect(signal.aborted).toBe(true);
  expect([sent, said.text]).toEqual([[], ""]);
});

test("a choice that is refused is reported, with the command that decides", async () => {
  const refuse = new ParleyProblem({ status: 409, body: { detail: "d1 is no longer open" } });
  const { decider, said } = scene(typist("2").ask, { refuse });
  decider.handle(requested);
  await expect.poll(() => said.text).toMatch(/^d1 is no longer open\ndecide with: parley decide deb-1/);
});
