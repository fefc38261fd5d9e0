/**
 * Questions whose debate somebody wrote out: the demo speaks it, and whoever has no debate yet is offered them. Pages get
 * this file too, so it imports nothing.
 */

export interface Example {
  name: "cars" | "support" | "payments" | "handys" | "rewrite" | "voting";
  /** The first is offered; the others are asked the same. */
  topics: [string, ...string[]];
  /** A BCP-47 tag. */
  language: string;
  /** How it is debated best. */
  format: string;
  /** How many take part. */
  seats: number;
  options?: string[];
}

export const EXAMPLES: readonly Example[] = [
  {
    name: "cars",
    topics: [
      "Should cities ban cars?",
      "Should our town ban cars from its centre?",
      "Should cities ban cars from their centres?",
    ],
    language: "en",
    format: "structured-rounds",
    seats: 2,
  },
  {
    name: "support",
    topics: ["Our support gets twice as many questions as a year ago. What should we do first?"],
    language: "en",
    format: "question",
    seats: 3,
    options: [
      "Hire two more people",
      "Remove the causes of the most frequent questions",
      "Put a chatbot in front of the team",
    ],
  },
  {
    name: "payments",
    topics: ["Design a way for our web shop to take orders while its payment provider is down."],
    language: "en",
    format: "dialectic",
    seats: 3,
  },
  {
    name: "handys",
    topics: ["Sollten Schulen Handys verbieten?"],
    language: "de",
    format: "free-form",
    seats: 2,
  },
  {
    name: "rewrite",
    topics: ["Should we rewrite our old billing system from scratch?"],
    language: "en",
    format: "proposer-skeptic",
    seats: 3,
  },
  {
    name: "voting",
    topics: ["Should voting be compulsory?"],
    language: "en",
    format: "oxford",
    seats: 2,
  },
];

const BY_TOPIC = new Map(EXAMPLES.flatMap((example) => example.topics.map((topic) => [wordsOf(topic), example])));

/** Case, punctuation and white space do not count. */
export function exampleFor(topic: string): Example | undefined {
  return BY_TOPIC.get(wordsOf(topic));
}

function wordsOf(topic: string): string {
  return topic
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

interface Spoken {
  topic: string;
  demo: boolean;
  participants: readonly { model: string }[];
  judge: { model: string; panel?: readonly string[] } | null;
}

/** Whether all of a debate was written out beforehand, so that no model spoke in it. */
export function isScripted({ topic, demo, participants, judge }: Spoken): boolean {
  const models = [...participants.map(({ model }) => model), ...(judge ? [judge.model, ...(judge.panel ?? [])] : [])];
  return demo && exampleFor(topic) !== undefined && models.every((model) => model.startsWith("demo/"));
}
