/** The debates whose costs are measured: one of each format at its default size, and some that cost in other ways. */

import { FORMATS_BY_NAME } from "../../domain/rules/formats/registry.format.ts";
import { FORMATS, type ProtocolName } from "../../domain/shapes/format-names.ts";
import type { FormatName } from "../../domain/shapes/schemas/debate.schema.ts";
import { agents, dialecticRequest } from "../support/agents.ts";
import { councilRequest, members } from "../support/debates/council.ts";
import { answering, questionRequest } from "../support/debates/question.ts";
import { cast, skepticRequest } from "../support/debates/skeptic.ts";
import { debaters, type FlatEvent, requestOf } from "../support/world.ts";
import type { Script } from "./models.ts";

/** What a debate's owner can do while it is followed. */
export interface Owner {
  /** Settles once the event has come. */
  saw: (holds: (event: FlatEvent) => boolean) => Promise<void>;
  post: (path: string, body?: object) => Promise<void>;
}

export interface Case {
  /** Its row's name. */
  name: string;
  format: FormatName;
  rounds: number;
  speakers: number;
  request: object;
  script: Script;
  /** Hours of waiting that are not waited for here, but kept in Temporal. */
  idleHours: number;
  steer?(owner: Owner): Promise<void>;
}

const DAY = 24;
const SPEAKERS = ["p1", "p2", "p3", "p4"];
const JUDGE = "openai/gpt-5.5";

interface Manner {
  speakers: number;
  request?: (size: { format: FormatName; maxRounds: number }) => object;
  script?: () => Script;
}

/** As few speakers as show what the protocol is; requests and scripts are those of judged debates unless told. */
const MANNERS: Record<ProtocolName, Manner> = {
  judged: { speakers: 2 },
  question: {
    speakers: 3,
    request: (size) => questionRequest({ ...size, minRounds: size.maxRounds }),
    script: answering,
  },
  // The pause between rounds is the service's, as in the other formats.
  dialectic: {
    speakers: 2,
    request: (size) => dialecticRequest({ ...size, roundDelayMs: undefined }),
    script: () => agents(),
  },
  "proposer-skeptic": { speakers: 3, request: skepticRequest, script: () => cast() },
  council: { speakers: 3, request: councilRequest, script: () => members() },
};

/** Formats that are measured at a size of their own. */
const SIZES: Partial<Record<FormatName, { speakers?: number; rounds?: number }>> = {
  "structured-rounds": { rounds: 5 },
  oxford: { speakers: 4 },
  roundtable: { speakers: 4 },
};

const mannerOf = (format: FormatName) => MANNERS[FORMATS_BY_NAME[format].protocol];
const speakersOf = (format: FormatName) => SIZES[format]?.speakers ?? mannerOf(format).speakers;
const roundsOf = (format: FormatName) => SIZES[format]?.rounds ?? FORMATS_BY_NAME[format].rounds.default;

function judged(format: FormatName, speakers: number, changes: object): object {
  const maxRounds = roundsOf(format);
  const request = requestOf({ format, maxRounds, judge: { model: JUDGE }, ...changes }, speakers);
  if (!FORMATS_BY_NAME[format].sides) return request;
  const { participants, ...rest } = request as { participants: object[] };
  return { ...rest, participants: participants.map((p, i) => ({ ...p, side: i % 2 === 0 ? "for" : "against" })) };
}

function ofFormat(format: FormatName): Case {
  const { request, script } = mannerOf(format);
  const [speakers, rounds] = [speakersOf(format), roundsOf(format)];
  return {
    name: format,
    format,
    rounds,
    speakers,
    request: request?.({ format, maxRounds: rounds }) ?? judged(format, speakers, {}),
    script: script?.() ?? debaters(SPEAKERS.slice(0, speakers)),
    idleHours: 0,
  };
}

type Special = Pick<Case, "name" | "format"> &
  Partial<Case> & {
    changes: object;
  };

function special({ changes, ...own }: Special): Case {
  return { ...ofFormat(own.format), request: judged(own.format, speakersOf(own.format), changes), ...own };
}

const panel = special({
  name: "a panel of three",
  format: "round-limited",
  changes: { judge: { model: JUDGE, panel: ["openai/a", "openai/b", "anthropic/c"], bothOrders: true } },
});

const awaitsAnswers = (event: FlatEvent) => event.type === "phase.started" && event["phase"] === "awaiting_answers";
const isPaused = (event: FlatEvent) => event.type === "debate.status" && event["status"] === "paused";

const waiting = special({
  name: "questions, and a day's pause",
  format: "round-limited",
  changes: { clarifications: { enabled: true } },
  script: debaters(SPEAKERS.slice(0, 2), {
    ask: ({ messages }) => ((messages.at(-1)?.content ?? "").includes("collection 1 of") ? ["Which city?"] : []),
  }),
  idleHours: DAY,
  async steer({ saw, post }) {
    await saw(awaitsAnswers);
    await post("answers", { answers: [{ questionId: "q1", answer: "Graz, within ten years." }] });
    await saw((event) => event.type === "turn.started");
    await post("pause");
    await saw(isPaused);
    await post("resume");
  },
});

const long = special({
  name: "fifty rounds",
  format: "free-form",
  rounds: 50,
  changes: { maxRounds: 50, mode: "simultaneous", judging: "final-only" },
});

/** In the order of their rows: the catalogue's, then those that are no format. */
export function allCases(): Case[] {
  return [...FORMATS.map(ofFormat), panel, waiting, long];
}
