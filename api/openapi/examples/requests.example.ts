import type { Option } from "../../../domain/shapes/define-option.ts";
import type { ProtocolName } from "../../../domain/shapes/format-names.ts";
import { OPTIONS, optionsFor } from "../../../domain/shapes/options.shape.ts";

/** Values of the options that have one as an example. */
function optionExamples(protocol: ProtocolName): Record<string, unknown> {
  const examples = optionsFor(protocol).map((path): [string, unknown] => [path, (OPTIONS[path] as Option).example]);
  return Object.fromEntries(examples.filter(([, value]) => value !== undefined));
}

/** Example request bodies by operation, which need no key; tests/api/openapi sends each of them. */
export const REQUEST_EXAMPLES: Record<string, unknown> = {
  createDebate: {
    topic: "Should cities ban cars?",
    format: "structured-rounds",
    maxRounds: 2,
    participants: [
      {
        name: "Ada",
        model: { model: "demo/debater", temperature: 0.9 },
        position: "Streets are for people: ban them.",
      },
      { name: "Ben", model: "demo/debater", position: "A price does what a ban cannot." },
    ],
    tags: ["cities"],
  },
  changeDebate: { topic: "Should cities price cars out?", tags: ["cities", "prices"] },
  validateDebate: {},
  startDebate: { reason: "The sides are set" },
  pauseDebate: { reason: "Lunch" },
  resumeDebate: { reason: "Lunch is over" },
  stopDebate: { mode: "abandon", reason: "The question has settled itself" },
  resetDebate: { reason: "It is to begin anew with another model" },
  acknowledgeDebate: { reason: "It is worth it" },
  retryDebate: { reason: "The provider is back" },
  submitAnswers: { answers: [{ questionId: "q1", answer: "The city within its ring road." }] },
  decide: { option: "retry", reason: "The provider is back" },
  interject: { text: "Please speak of deliveries too." },
  forkDebate: { afterRound: 1, changes: { tags: ["what-if"], judge: { model: "demo/judge" } } },
  estimateFork: { afterRound: 1, changes: { maxRounds: 3 } },
  rejudgeDebate: { judge: { model: { model: "demo/judge", temperature: 0.1 }, bothOrders: false } },
  shareDebate: { expiresInSeconds: 86_400 },
  reportOutcome: { outcome: "right", note: "The city council banned them in May." },
  rateDebate: { rating: 4, comment: "Fair to both sides" },
  estimateDebate: {
    topic: "Should cities ban cars?",
    format: "oxford",
    participants: [
      { name: "Ada", model: "demo/debater", side: "for" },
      { name: "Ben", model: "demo/debater", side: "against" },
    ],
    audience: { voters: 5 },
    controlArm: { calls: "equal" },
    ...optionExamples("judged"),
    output: {
      name: "ruling",
      schema: { type: "object", properties: { winner: { type: "string" } }, required: ["winner"] },
    },
  },
  createExperiment: {
    name: "Does debating help?",
    base: {
      format: "round-limited",
      maxRounds: 1,
      judging: "final-only",
      participants: [
        { name: "Ada", model: "demo/debater", position: "Yes." },
        { name: "Ben", model: "demo/debater", position: "No." },
      ],
      judge: { model: "demo/judge" },
    },
    items: [
      {
        id: "prime",
        question: "Is 91 a prime number?",
        answers: { type: "choice", options: ["yes", "no"] },
        expected: "no",
      },
    ],
    arms: [
      { name: "single", baseline: { vote: 1 } },
      { name: "vote of 5", baseline: { vote: 5 } },
      { name: "debate", patch: {} },
    ],
    budget: { maxTokens: 2_000_000 },
  },
  addArms: { arms: [{ name: "three rounds", patch: { maxRounds: 3 } }] },
  findPositions: { topic: "Should cities ban cars?", count: 2, model: "demo/debater" },
  createTemplate: {
    name: "Count the costs",
    description: "For questions of money",
    text: "List who pays, how much and when, before you say what is better.",
    tags: ["costs"],
  },
  replaceTemplate: { name: "Count the costs", text: "List who pays and who gains, before you say what is better." },
  createFile: "# Tolls\n\nA toll is a price that a street asks of cars.\n",
  createPreset: {
    name: "weekly-review",
    description: "What we ask each Monday",
    request: {
      format: "structured-rounds",
      maxRounds: 3,
      participants: [
        { name: "Ada", model: "demo/debater", side: "for" },
        { name: "Ben", model: "demo/debater", side: "against" },
      ],
      judge: { model: "demo/judge" },
      tags: ["weekly"],
    },
  },
  savePreset: {
    description: "What we ask each Monday",
    request: { format: "structured-rounds", maxRounds: 2, judging: "final-only", tags: ["weekly"] },
  },
  callAgent: {
    jsonrpc: "2.0",
    id: 1,
    method: "SendMessage",
    params: {
      message: { messageId: "question-1", role: "ROLE_USER", parts: [{ text: "Should cities ban cars?" }] },
      metadata: { parley: { preset: "weekly-review" } },
    },
  },
  runAgent: {
    threadId: "streets",
    runId: "streets-1",
    messages: [{ id: "question-1", role: "user", content: "Should cities ban cars?" }],
  },
  createChatCompletion: {
    model: "parley/weekly-review@1",
    messages: [
      { role: "system", content: "We are a town of 40,000 people." },
      { role: "user", content: "Should cities ban cars?" },
    ],
    metadata: { team: "streets" },
    verbosity: "low",
  },
  createResponse: {
    model: "parley/weekly-review@1",
    input: "Should cities ban cars?",
    background: true,
    text: { verbosity: "low" },
  },
  createSchedule: {
    name: "Monday's question",
    request: {
      topic: "What should we stop doing?",
      format: "round-limited",
      maxRounds: 1,
      participants: [
        { name: "Ada", model: "demo/debater" },
        { name: "Ben", model: "demo/debater" },
      ],
    },
    cron: "0 9 * * 1",
    timeZone: "Europe/Berlin",
  },
  replaceSchedule: {
    name: "Monday's question",
    request: {
      preset: "quick",
      topic: "What should we stop doing?",
      participants: [
        { name: "Ada", model: "demo/debater" },
        { name: "Ben", model: "demo/debater" },
      ],
      judge: { model: "demo/judge" },
    },
    cron: "30 8 * * 1",
    timeZone: "Europe/Berlin",
    overlap: "queue",
  },
  backfillSchedule: { from: "2026-11-15T00:00:00Z", to: "2026-11-17T00:00:00Z" },
  createKey: { name: "reports", scopes: ["read"], rateLimit: 60 },
  putQuota: { atOnce: 20, perDay: 500, usdPerDay: 100, usdPerMonth: 1_000 },
};
