/** Scripted agents of a dialectic debate: each turn names itself, so that a test can read off who saw what. */
import { conclusionWithin } from "./models/conclusions.ts";
import type { ModelReplyScript, ModelRequest } from "./models/server.ts";

type DialecticKind = "proposal" | "critique" | "refinement" | "summary" | "evaluation" | "solution";

export interface AgentsManner {
  /** What follows the turn's own mark. */
  turn?: (about: Asked) => Partial<ModelReplyScript>;
  confidence?: (round: number) => number;
  summary?: (about: Asked) => ModelReplyScript;
  solution?: (request: ModelRequest) => ModelReplyScript;
}

interface Asked {
  kind: DialecticKind;
  speaker: string;
  round: number;
  /** A critique's target. */
  target: string;
}

/** What a request asks for, told by its last block. */
export function askedOf(request: ModelRequest): Asked {
  const last = request.messages.at(-1)?.content ?? "";
  const found = (pattern: RegExp) => last.match(pattern) ?? [];
  const [call, speaker = "", round, kind] = found(/It is your turn, (.+): round (\d+) of \d+, (\w+)\./);
  if (call) {
    const target = found(/Criticise the proposal of .+, turn (\S+), and/)[1] ?? "";
    return { kind: kind as DialecticKind, speaker, round: Number(round), target };
  }
  const [summary, whose = ""] = found(/Summarise the view of (.+?)(?:, which is all of the above,)? in plain prose/);
  if (summary) return { kind: "summary", speaker: whose, round: 0, target: "" };
  const [evaluation, of] = found(/Evaluate round (\d+)/);
  if (evaluation) return { kind: "evaluation", speaker: "judge", round: Number(of), target: "" };
  if (last.includes("Make one solution")) return { kind: "solution", speaker: "judge", round: 0, target: "" };
  throw new Error(`no dialectic prompt: ${last.slice(0, 80)}`);
}

export const markOf = ({ kind, speaker, round, target }: Asked) =>
  `[${kind} ${speaker} ${round}${target ? ` on ${target}` : ""}]`;

/** The marks of all turns that a request showed, in their order. */
export function shownIn(request: ModelRequest | undefined): string[] {
  const text = (request?.messages ?? []).map((m) => m.content).join("\n");
  return [...text.matchAll(/\[((?:proposal|critique|refinement|summary) [^\]]+)\]/g)].map((m) => m[1] ?? "");
}

export const SOLUTION = {
  description: "Close the centre at noon.",
  implementation: "1. Signs. 2. Buses.",
  tradeoffs: ["Deliveries come earlier."],
  recommendations: ["Count the buses first."],
  confidence: 77,
};

export function agents(manner: AgentsManner = {}) {
  return (request: ModelRequest): ModelReplyScript => {
    const asked = askedOf(request);
    switch (asked.kind) {
      case "summary":
        return manner.summary?.(asked) ?? { text: markOf(asked) };
      case "evaluation": {
        const confidence = manner.confidence?.(asked.round) ?? 50;
        return { json: { reasoning: "They differ.", confidence, bestRefinement: null } };
      }
      case "solution":
        return manner.solution?.(request) ?? { json: { ...SOLUTION, ...conclusionWithin(request) } };
      default:
        return { text: markOf(asked), ...manner.turn?.(asked) };
    }
  };
}

/** A dialectic request on scripted models. */
export function dialecticRequest(
  changes: object = {},
  roles: (string | undefined)[] = ["architect", "security"],
): object {
  return {
    topic: "How should the old town handle traffic?",
    format: "dialectic",
    maxRounds: 2,
    roundDelayMs: 0,
    conclusion: false,
    participants: roles.map((role, i) => ({
      name: ["Ada", "Ben", "Cleo"][i],
      model: i % 2 === 0 ? "openai/gpt-5.5" : "anthropic/claude-sonnet-5",
      ...(role !== undefined && { role }),
    })),
    judge: { model: "openai/gpt-5.5" },
    ...changes,
  };
}
