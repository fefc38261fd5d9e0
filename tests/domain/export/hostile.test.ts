/** Whatever stands in the fields of a debate, its Markdown report has the structure that Parley gives it. */
import fc from "fast-check";
import { lexer, type Token } from "marked";
import { describe, expect, it } from "vitest";
import type { Rejudgement } from "../../../domain/around/rejudgement/rejudgement.ts";
import { ModelName } from "../../../domain/rules/request/model.request.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { renderMarkdown } from "../../../domain/show/report/markdown.report.ts";
import { CONCLUSION } from "../../support/debates/conclusions.ts";
import { runs } from "../../support/debates/runs.ts";
import {
  assessmentOf,
  ballotOf,
  configFor,
  debateOf,
  resultOf,
  roundsOf,
  turnOf,
  USAGE,
  verdictOf,
} from "../../support/debates/transcripts.ts";

const config = configFor();
const AT = "2026-11-21T12:00:00.000Z";
const ballots = (["given", "reversed"] as const).map((order) => {
  const { verdict: _whole, ...ballot } = ballotOf(config, { id: `b-${order}`, order });
  const blind = { labels: { "Speaker A": "p1" }, replaced: [], kept: ["Ada"] };
  return { ...ballot, winner: "p1", scores: { p1: 80 }, valid: true, reasoning: "Clear.", blind };
});
const verdict = resultOf(verdictOf(config), {
  ballots,
  agreement: { winnerAgreement: { judges: 0.5, orders: null } },
  textFrom: "b-given",
  degraded: [{ what: "A ballot", why: "a timeout" }],
  vote: {
    before: { for: 1, against: 0, undecided: 0 },
    after: { for: 1, against: 0, undecided: 0 },
    swing: { for: 0, against: 0 },
  },
});
const { verdict: _ruling, ...conclusion } = verdict;
const RESULTS: Result[] = [
  { ...verdict, conclusion: CONCLUSION },
  { ...conclusion, type: "unjudged" },
  {
    ...conclusion,
    type: "answer",
    answer: { text: "Yes.", earlyStopped: true, rounds: 1, score: 9, turnId: "t", synthesizedBy: "p1" },
  },
  {
    ...conclusion,
    type: "solution",
    solution: {
      description: "Do it.",
      implementation: "So.",
      tradeoffs: ["Costs."],
      recommendations: ["Soon."],
      confidence: 80,
      synthesizedBy: "demo/judge",
    },
  },
];

const rejudgement: Rejudgement = {
  id: "j1",
  status: "failed",
  judge: {
    model: "demo/other",
    temperature: 0,
    panel: [],
    bothOrders: true,
    requireIndependent: false,
    promptSource: "built-in",
  },
  result: verdict,
  error: { kind: "x", message: "It failed.", suggestion: "Retry.", retryable: true, retryCount: 0, at: AT },
  usage: USAGE,
  costUsd: 1,
  warnings: [{ code: "x", detail: "A warning." }],
  createdAt: AT,
  completedAt: AT,
};

/** Every section that a report has, and something in each of its fields. */
function exportOf(result: Result): TranscriptExport {
  const summary = { id: "s", until: { round: 1, index: 2 }, before: 40, after: 9 };
  const flips = [{ participant: "p1", from: "For", to: "Against", cause: "g1-r1-t2", prompted: true }];
  const trends = { quality: "stable" as const, novelty: null, engagement: null, length: null };
  const measured = {
    repetition: [{ turnId: "g1-r2-t1", with: "g1-r1-t1", overlap: 0.5, by: "overlap" as const }],
    diminishingReturns: true,
    drifting: ["p1"],
    trends,
    embedding: { model: "openai/embed", failure: "It was away." },
  };
  const critique = {
    critique: "Thin.",
    issues: [{ severity: "major" as const, description: "No figures." }],
    score: 4,
    readyForSynthesis: false,
  };
  const citations = [{ ref: "E9", quoted: "never said", found: false }];
  const [option, id] = ["retry" as const, "d1"];
  const debate = debateOf(config, {
    generation: 2,
    context: "Background.",
    tags: ["cars"],
    exhibits: [{ id: "E1", title: "Report", text: "Air is clean.", source: "Lab" }],
    participants: debateOf(config).participants.map((p) => ({ ...p, role: "proposer", persona: "Dry." })),
    degraded: [{ what: "Bruno", why: "three timeouts" }],
  });
  return {
    debate,
    turns: [
      ...roundsOf(config, 2),
      turnOf(config, { round: 2, index: 3 }, { targetId: "g1-r1-t1", critique, citations }),
      turnOf(config, { round: 2, index: 4 }, { status: "failed", citationsChecked: false }),
    ],
    assessments: [assessmentOf(config, 1, { measured, flips })],
    evaluations: [
      {
        ...assessmentOf(config, 1),
        confidence: 80,
        bestRefinement: "g1-r1-t1",
      },
    ],
    summaries: [],
    questions: [
      { id: "q1", iteration: 1, text: "Where?", askedBy: ["p1"], answer: "Here.", askedAt: AT, answeredAt: AT },
    ],
    decisions: [
      {
        id,
        kind: "participant_failure",
        question: "How shall it go on?",
        options: [{ id: option, label: "Try again", consequence: "It costs." }],
        default: option,
        round: 1,
        requestedAt: AT,
        expiresAt: AT,
        made: { option, params: { model: "demo/x" }, by: "owner", at: AT },
      },
    ],
    rejudgements: [rejudgement],
    result,
    trace: {
      timing: {
        startedAt: AT,
        completedAt: AT,
        totalMs: 1,
        modelMs: 1,
        ownMs: 0,
        retrievalMs: null,
        conclusionMs: null,
        roundsMs: [],
      },
      models: {},
      templates: [{ id: "t", name: "Steelman", score: 1 }],
      earlyStopped: null,
      qualityScore: null,
      userRating: { rating: 4, comment: "Good.", at: AT },
      autoScore: null,
    },
    events: [{ id: 1, type: "context.summarized", at: AT, data: { round: 1, participantId: null, summary } }],
  };
}

/** Fields whose values the schema lists, and by which a report chooses its words. */
const CHOSEN = new Set("type format phase endedBy severity status strategy side by stance level kind".split(" "));

/** Every text, and every key of our own records, with something in it. */
function spoiled<T>(value: T, by: (text: string) => string, key = ""): T {
  const inside = (part: unknown, name = key) => spoiled(part, by, name);
  if (typeof value === "string") return (CHOSEN.has(key) ? value : by(value)) as T;
  if (Array.isArray(value)) return value.map((part) => inside(part)) as T;
  if (typeof value !== "object" || value === null) return value;
  const named = (name: string) => (RECORDS.has(key) ? by(name) : name);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [named(name), inside(part, name)])) as T;
}
const RECORDS = new Set(["labels", "keyPoints", "flags", "trends", "params"]);

/** What a reader sees of the structure: our own by kind and order; in quotations, whatever harms. */
function structureOf(markdown: string): string[] {
  return lexer(markdown).flatMap((token) => shapeOf(token));
}

const WORDS = ["text", "escape", "space", "br"];
const HARMFUL = ["html", "image", "link", "def", "heading"];

function shapeOf(token: Token, quoted = false): string[] {
  const within = quoted || token.type === "blockquote";
  const parts = partsOf(token).flatMap((part) => shapeOf(part, within));
  const isShown = quoted ? HARMFUL.includes(token.type) : !WORDS.includes(token.type);
  return isShown ? [token.type, ...parts] : parts;
}

function partsOf(token: Token): Token[] {
  if (token.type === "list") return token["items"] as Token[];
  if (token.type !== "table") return "tokens" in token ? (token.tokens ?? []) : [];
  const cells = [token["header"], ...(token["rows"] as unknown[])].flat() as { tokens: Token[] }[];
  return cells.flatMap((cell) => [{ type: "cell", raw: "", tokens: cell.tokens } as Token]);
}

const PIECES = [
  "<img src=x onerror=alert(1)>",
  "<script>",
  "</",
  "<!--",
  "&lt;",
  "&#60;",
  "\n",
  "\r\n",
  "\n\n",
  "# ",
  "## Verdict",
  "===",
  "---",
  "***",
  "> ",
  "- ",
  "* ",
  "+ ",
  "1. ",
  "1) ",
  "    ",
  "\t",
  "```",
  "`",
  "~~~",
  "~~",
  "*",
  "**",
  "_",
  "__",
  "|",
  "\\",
  "\\|",
  "[a](b)",
  "![a](b)",
  "[a]: b",
  "[",
  "]",
  "](javascript:alert(1))",
  "![",
  ": ",
  "x",
  " ",
];
const hostile = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(""));

describe("a Markdown report", () => {
  it.each(RESULTS.map((result) => [result.type, result] as const))(
    "keeps its structure whatever stands in the fields of a debate with a result of the type %s",
    (_type, result) => {
      const whole = exportOf(result);
      const plain = structureOf(renderMarkdown(spoiled(whole, (text) => `x${text}x`)));
      expect(plain.filter((type) => type === "heading").length).toBeGreaterThan(10);
      expect(plain).toContain("link");
      const property = fc.property(hostile, hostile, (before, after) => {
        const markdown = renderMarkdown(spoiled(whole, (text) => `${before}${text}${after}`));
        expect(structureOf(markdown)).toEqual(plain);
      });
      fc.assert(property, { numRuns: runs(150) });
    },
  );

  it("shows a judge's model as text, whatever its name is", () => {
    const whole = exportOf(verdict);
    const model = "demo/<img/src=x/onerror=alert(1)>";
    const named = { ...whole, result: { ...verdict, ballots: ballots.map((ballot) => ({ ...ballot, judge: model })) } };
    expect(renderMarkdown(named)).not.toContain("<img");
    expect(renderMarkdown(named)).toContain("The words above are those of demo/&lt;img");
  });
});

describe("a model's name", () => {
  it.each([
    "openai/gpt-5.5",
    "openrouter/meta-llama/llama-3.1-8b-instruct:free",
    "openrouter/~anthropic/claude-sonnet-latest",
    "bedrock/us.anthropic.claude-sonnet-4-20250514-v1:0",
    "ollama/qwen2.5:7b-instruct-q4_K_M",
    "vertex/claude-opus-4-1@20250805",
    "compatible/accounts/fireworks/models/llama-v3p1#acct/deployment",
    "openai/ft:gpt-4o-mini-2024-07-18:acme::A1b2",
    "compatible/models/c++",
  ])("may be what providers use: %s", (name) => {
    expect(ModelName.safeParse(name).success).toBe(true);
  });

  it.each([
    "demo/<img/src=x>",
    "demo/[a](b)",
    "demo/`x`",
    "demo/*x*",
    'demo/"x"',
    "demo/x y",
    "demo/x\u200by",
    "demo/жпт",
    "demo/",
    "gpt-5.5",
    `demo/${"x".repeat(200)}`,
  ])("may be nothing else: %s", (name) => {
    expect(ModelName.safeParse(name).success).toBe(false);
  });
});
