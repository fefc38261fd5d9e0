/** The examples of request bodies, by operation; tests/api/examples sends each of them. */
export const REQUEST_EXAMPLES: Record<string, unknown> = {
  createDebate: {
    topic: "Should cities ban cars?",
    format: "structured-rounds",
    maxRounds: 2,
    participants: [
      { name: "Ada", model: "openai/gpt-5.5", position: "Streets are for people: ban them." },
      { name: "Ben", model: "anthropic/claude-sonnet-5", position: "A price does what a ban can not." },
    ],
    judge: { model: "openai/gpt-5.5" },
    tags: ["cities"],
  },
  changeDebate: { topic: "Should cities price cars out?", tags: ["cities", "prices"] },
  validateDebate: {},
  startDebate: { reason: "The sides are set" },
  pauseDebate: { reason: "Lunch" },
  resumeDebate: { reason: "Lunch is over" },
  stopDebate: { mode: "abandon", reason: "The question has settled itself" },
  retryDebate: { reason: "The provider is back" },
  submitAnswers: { answers: [{ questionId: "q1", answer: "The city within its ring road." }] },
  interject: { text: "Please speak of deliveries too." },
  forkDebate: { afterRound: 1, changes: { tags: ["what-if"], judge: { model: "anthropic/claude-sonnet-5" } } },
  rateDebate: { rating: 4, comment: "Fair to both sides" },
  findPositions: { topic: "Should cities ban cars?", count: 2, model: "openai/gpt-5.5" },
  createTemplate: {
    name: "Count the costs",
    description: "For questions of money",
    text: "List who pays, how much and when, before you say what is better.",
    tags: ["costs"],
  },
  replaceTemplate: { name: "Count the costs", text: "List who pays and who gains, before you say what is better." },
  createKey: { name: "reports", scopes: ["read"], rateLimit: 60 },
};
