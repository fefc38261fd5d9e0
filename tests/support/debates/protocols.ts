/** A debate of each protocol on scripted models, for tests that ask the same of all of them. */
import type { Format } from "../../../domain/rules/formats/format.ts";
import { agents, dialecticRequest } from "../agents.ts";
import type { ModelReplyScript, ModelRequest } from "../models/server.ts";
import { debaters, requestOf } from "../world.ts";
import { councilRequest, members } from "./council.ts";
import { answering, questionRequest } from "./question.ts";
import { cast, skepticRequest } from "./skeptic.ts";

interface Played {
  request: () => object;
  script: () => (request: ModelRequest) => ModelReplyScript;
  /** How many it makes of a model. */
  calls: number;
}

export const PROTOCOLS: Record<Format["protocol"], Played> = {
  judged: {
    request: () => requestOf({ maxRounds: 2 }),
    script: () => debaters(["p1", "p2"]),
    // Four turns, two assessments, a verdict.
    calls: 7,
  },
  dialectic: {
    request: () => dialecticRequest({ maxRounds: 1 }),
    script: () => agents(),
    // Two proposals, critiques and refinements, the solution.
    calls: 7,
  },
  "proposer-skeptic": {
    request: () => skepticRequest({ maxRounds: 2 }),
    script: () => cast(),
    // Two proposals and critiques, the synthesis.
    calls: 5,
  },
  question: {
    request: () => questionRequest({ maxRounds: 2 }),
    script: () => answering(),
    // Three answers a round.
    calls: 6,
  },
  council: {
    request: () => councilRequest(),
    script: () => members(),
    // Three answers, three rankings, the chair's.
    calls: 7,
  },
};
