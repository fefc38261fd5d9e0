/** Scripted members and a chair of a council: each answer has words of its own, so that a test can read off who saw what. */
import { conclusionWithin } from "../models/conclusions.ts";
import type { ModelReplyScript, ModelRequest } from "../models/server.ts";

type Asked = Pick<ModelRequest, "messages" | "schema">;

export const MEMBERS = ["Ada", "Ben", "Cleo", "Dan"];
const WORDS = ["Build trams.", "Close the centre.", "Price the roads.", "Widen the ring road."];

/** What a member answers in a round. */
export const answerOf = (name: string, round = 1) =>
  `${WORDS[MEMBERS.indexOf(name)]}${round === 1 ? "" : ` Revised in round ${round}.`}`;

type Kind = "proposal" | "refinement" | "ranking" | "chair";

export interface Call {
  kind: Kind;
  /** Who is asked; of a ranking whoever's answer is not shown; empty for the chair. */
  name: string;
}

/** What a request asks for, told by its last block and by what it shows. */
export function callOf(request: Asked, names = MEMBERS.slice(0, 3)): Call {
  const last = request.messages.at(-1)?.content ?? "";
  const [turn, name = "", phase] = /It is your turn, (.+): round \d+ of \d+, (\w+)\./.exec(last) ?? [];
  if (turn) return { kind: phase as Kind, name };
  if (/^Rank the answers above/m.test(last)) {
    const text = last;
    return { kind: "ranking", name: names.find((one) => !text.includes(answerOf(one))) ?? "" };
  }
  if (/^Write the council's answer/m.test(last)) return { kind: "chair", name: "" };
  throw new Error(`no prompt of a council: ${last.slice(0, 80)}`);
}

/** The labels of the answers that a request shows, in its order, with whose they are. */
export function labelsIn(request: Asked): { label: string; name: string }[] {
  const text = request.messages.map(({ content }) => content).join("\n");
  const turns = [...text.matchAll(/<turn-\w+ speaker="([^"]+)"[^>]*>\n([^]*?)\n<\/turn-\w+>/g)];
  return turns.map(([, label = "", said = ""]) => {
    return { label, name: MEMBERS.find((one) => said.startsWith(answerOf(one).slice(0, -1))) ?? "" };
  });
}

const keyOf = (label: string) => label.toLowerCase().replaceAll(" ", "-");

export const CHAIRED = {
  consensus: ["The centre is too full."],
  contradictions: ["Whether cars may enter."],
  blindSpots: ["Deliveries."],
  answer: "Price the roads, and build trams with it.",
};

/** Who ranks whom how: `Ada: [["Ben"], ["Cleo"]]`. */
type Ranks = Record<string, string[][]>;

export interface CouncilManner {
  names?: string[];
  ranks?: Ranks;
  /** What a member answers first; left out: words of its own. */
  answer?: (name: string) => string;
  /** In place of the usual reply; null: the usual one. */
  instead?: (call: Call, request: Asked) => ModelReplyScript | null;
}

/** Who is not in `ranks` puts all others on one place. */
export function members({ names, ranks = {}, answer = answerOf, instead }: CouncilManner = {}) {
  return (request: Asked): ModelReplyScript => {
    const call = callOf(request, names);
    const usage = { input: 100, output: 20 };
    return instead?.(call, request) ?? { ...usual(call, request, { ranks, answer }), usage };
  };
}

type Manner = Required<Pick<CouncilManner, "ranks" | "answer">>;

function usual({ kind, name }: Call, request: Asked, { ranks, answer }: Manner): ModelReplyScript {
  if (kind === "proposal") return { text: answer(name) };
  if (kind === "refinement") return { text: answerOf(name, 3) };
  const labels = labelsIn(request);
  if (kind === "chair") {
    const onlyOne = labels.slice(0, 1).map(({ label }) => ({ participantId: keyOf(label), point: "Somebody pays." }));
    return { json: { ...CHAIRED, onlyOne, ...conclusionWithin(request) } };
  }
  const all = [labels.map(({ label }) => label)];
  return { json: rankingOf(labels, ranks[name] ?? all) };
}

/** A ranking with labels for names. */
export function rankingOf(labels: ReturnType<typeof labelsIn>, places: string[][]) {
  const labelOf = (name: string) => labels.find((one) => one.name === name)?.label ?? name;
  return {
    reasons: Object.fromEntries(labels.map(({ label, name }) => [keyOf(label), `${label} thinks of ${name.length}.`])),
    places: places.map((tied) => tied.map((name) => keyOf(labelOf(name)))),
  };
}

/** A request for a council of members that share a model. */
export function councilRequest(changes: object = {}, names = MEMBERS.slice(0, 3)): object {
  return {
    topic: "How should the old town handle its cars?",
    format: "council",
    roundDelayMs: 0,
    conclusion: false,
    participants: names.map((name) => ({ name, model: "openai/gpt-5.5" })),
    judge: { model: "anthropic/claude-sonnet-5" },
    ...changes,
  };
}
