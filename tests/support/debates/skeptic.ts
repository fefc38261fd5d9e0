/** Scripted proposers, skeptics and synthesizers, and a small search over three templates. */

import type { TemplateSearch } from "../../../domain/rules/templates/retrieval.ts";
import type { Critique } from "../../../domain/shapes/schemas/turn.schema.ts";
import { conclusionWithin } from "../models/conclusions.ts";
import type { ModelReplyScript, ModelRequest } from "../models/server.ts";

/** What a request asks for: the phase and the round of its turn. */
export function callOf(request: Pick<ModelRequest, "messages">): { phase: string; round: number } {
  const last = request.messages.at(-1)?.content ?? "";
  const [, round = "0", phase = ""] = /It is your turn, .+: round (\d+) of \d+, (\w+)\./.exec(last) ?? [];
  return { phase, round: Number(round) };
}

export const FLAWED: Critique = {
  critique: "It rests on a guess.",
  issues: [
    { severity: "minor", description: "No figures." },
    { severity: "critical", description: "Nobody pays for it." },
  ],
  score: 4,
  readyForSynthesis: false,
};

/** A skeptic with an opinion of each round; what is left out is that of a flawed proposal. */
export function cast(opinion: (round: number) => Partial<Critique> = () => ({})) {
  return (request: Pick<ModelRequest, "messages" | "schema">): ModelReplyScript => {
    const { phase, round } = callOf(request);
    const usage = { input: 100, output: 20 };
    if (phase === "critique") return { text: JSON.stringify({ ...FLAWED, ...opinion(round) }), usage };
    if (phase !== "synthesis") return { text: `Proposal ${round}.`, usage };
    const within = conclusionWithin(request);
    return within ? { json: { text: "The whole answer.", ...within }, usage } : { text: "The whole answer.", usage };
  };
}

const TEMPLATES = [
  { id: "t1", name: "Cost and benefit", text: "Weigh what a step costs against what it brings." },
  { id: "t2", name: "Steelman first", text: "State the strongest form of the other side before you answer it." },
  { id: "t3", name: "Proof by contradiction", text: "Assume the opposite and follow it until it breaks." },
];

/** Scores a template by how many of its words the query has. */
export function templateSearch(): TemplateSearch {
  const words = (text: string) => new Set(text.toLowerCase().match(/\w{3,}/g));
  return {
    async search({ query, topK }) {
      const asked = words(query);
      const scored = TEMPLATES.map((t) => ({ ...t, score: asked.intersection(words(`${t.name} ${t.text}`)).size }));
      return { method: "lexical", items: scored.toSorted((a, b) => b.score - a.score).slice(0, topK) };
    },
  };
}

/** A request for such a debate on scripted models. */
export function skepticRequest(changes: object = {}): object {
  return {
    topic: "What does a tram cost, and what is its benefit?",
    format: "proposer-skeptic",
    conclusion: false,
    participants: [
      { name: "Ada", role: "proposer", model: "openai/gpt-5.5" },
      { name: "Ben", role: "skeptic", model: "anthropic/claude-sonnet-5" },
      { name: "Cleo", role: "synthesizer", model: "openai/gpt-5.5" },
    ],
    ...changes,
  };
}
