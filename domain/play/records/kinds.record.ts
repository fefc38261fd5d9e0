/** The kinds of records that a debate has. */

import { isUncompared } from "../../judge/signals/meaning.ts";
import type { StoredPositions } from "../../rules/positions/assigned-positions.ts";
import type { Horizon } from "../../shapes/context/horizon.ts";
import type { Assessment } from "../../shapes/schemas/assessment.schema.ts";
import type { CastBallot } from "../../shapes/schemas/ballot.ts";
import type { CheckedClaims, ConfirmedClaims } from "../../shapes/schemas/claims.schema.ts";
import type { AnswerReview, StoredConclusion } from "../../shapes/schemas/conclusion.schema.ts";
import type { AloneAnswer, AnswerCount } from "../../shapes/schemas/control-arm.schema.ts";
import type { Ranking } from "../../shapes/schemas/council.schema.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { Decision } from "../../shapes/schemas/decision.ts";
import type { Evaluation } from "../../shapes/schemas/evaluation.schema.ts";
import type { FoundExhibit } from "../../shapes/schemas/exhibit.schema.ts";
import type { StoredOutput } from "../../shapes/schemas/output.schema.ts";
import type { AnswerGroups } from "../../shapes/schemas/plurality.schema.ts";
import type { Conformity, Poll } from "../../shapes/schemas/poll.schema.ts";
import type { Rating } from "../../shapes/schemas/rating.schema.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import type { Summary } from "../../shapes/schemas/summary.schema.ts";
import type { ToolUse } from "../../shapes/schemas/tool-use.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import type { Vote } from "../../shapes/schemas/vote.schema.ts";
import type { WebhookDelivery } from "../../shapes/schemas/webhook.schema.ts";
import { ofGeneration, piece, requireShort, secondsOf, six, three, turnKey } from "./keys.record.ts";
import { type Kind, kindByGeneration, kindById, kindByRound, kindOfOne, kindOfVectors, kindUnder } from "./kind.ts";
import type {
  Collection,
  Retrieval,
  StoredAnswer,
  StoredCall,
  StoredOutcome,
  StoredQuestion,
  StoredReply,
  StoredShare,
  StoredWebhook,
} from "./stored.ts";

interface Generation {
  generation: number;
}

/** All turns of a generation, or those of the rounds from 1 on that come before a place. */
export const TURNS: Kind<Turn, { id: string }, Generation & { before?: Horizon }> = {
  name: "turn",
  key: ({ id }) => turnKey(id),
  range({ generation, before }) {
    const prefix = `${ofGeneration("TURN", generation)}#`;
    if (!before) return { prefix };
    const { round, index, count } = before;
    // Round 0 has the answers that were given before the debate.
    return { prefix, from: `${prefix}001`, below: `${prefix}${three(round)}#${three(index)}`, count };
  },
  open: { unchecked: true },
  isFinal: (turn) => turn.citationsChecked !== false && !isUncompared(turn),
  isCounted: (turn) => turn.status !== "failed",
};

export const ASSESSMENTS = kindByRound<Assessment>("assessment", "ASSESS");
export const SUMMARIES = kindByRound<Summary>("summary", "SUMMARY");
export const EVALUATIONS = kindByRound<Evaluation>("evaluation", "EVALUATION");
/** Votes on the motion. */
export const VOTES = kindById<Vote>("vote", "VOTE");
export const BALLOTS = kindById<CastBallot>("ballot", "BALLOT");
export const CONCLUSIONS = kindByGeneration<StoredConclusion>("conclusion", "CONCLUSION");
/** What judges say of an answer that the ballots did not give. */
export const REVIEWS = kindById<AnswerReview>("review of the answer", "REVIEW");
export const CLAIMS = kindByGeneration<CheckedClaims>("checked claims", "CLAIMS");
export const CONFIRMED_CLAIMS = kindByGeneration<ConfirmedClaims>("confirmed claims", "CONFIRMED");
/** The control arm's answers, and their counts. */
export const ALONE = kindById<AloneAnswer>("answer alone", "ALONE");
export const COUNTS = kindById<AnswerCount>("count", "COUNT");
/** Answers in free text, grouped. */
export const GROUPS = kindById<AnswerGroups>("groups of answers", "GROUPS");
/** Of a council. */
export const RANKINGS = kindById<Ranking>("ranking", "RANKING");
/** Private answers. */
export const POLLS = kindByRound<Poll>("private answer", "POLL");
/** What the code measures of them. */
export const CONFORMITY = kindByRound<Conformity>("conformity", "CONFORMITY");
export const RESULTS = kindByGeneration<Result>("result", "RESULT");
/** The result as a JSON value. */
export const OUTPUTS = kindByGeneration<StoredOutput>("output", "OUTPUT");
/** Exhibits that were found during the debate, by their numbers. */
export const EXHIBITS = kindUnder<FoundExhibit, Generation, { number: number }>("exhibit", {
  prefix: ({ generation }) => `${ofGeneration("EXHIBIT", generation)}#`,
  last: ({ number }) => six(number),
});
interface OfImage {
  sha256: string;
}

/** Images of exhibits, by the digests of their bytes. Each is put after all of its parts. */
export const IMAGES: Kind<OfImage & { parts: number }, OfImage> = {
  name: "image",
  key: ({ sha256 }) => `IMAGE#${sha256}`,
};

interface ImagePart {
  part: number;
  bytes: Uint8Array;
}

export const IMAGE_PARTS: Kind<ImagePart, OfImage & { part: number }, OfImage> = {
  name: "image's bytes",
  key: ({ sha256, part }) => `IMAGE-BYTES#${sha256}#${six(part)}`,
  range: ({ sha256 }) => ({ prefix: `IMAGE-BYTES#${sha256}#` }),
  pack: ({ part, bytes }) => ({ part, bytes }),
  unpack: ({ part, bytes }) => ({ part, bytes }) as ImagePart,
};

type OfTurn = Generation & { id: string };

/** Replies that asked for tools, of one turn or act. */
export const REPLIES = kindUnder<StoredReply, OfTurn, { number: number }>("reply", {
  prefix: ({ generation, id }) => `${ofGeneration("REPLY", generation)}#${piece(id)}#`,
  last: ({ number }) => three(number),
});
/** Calls of tools that have begun, and what came of them, by the id of the use. */
export const CALLS = kindById<StoredCall>("call of a tool", "CALL");
export const OUTCOMES = kindById<StoredOutcome & { id: string }>("outcome of a tool", "OUTCOME");
/** What was looked up for a turn before its model was asked. */
export const LOOKUPS = kindById<ToolUse>("lookup", "LOOKUP");
export const RETRIEVALS = kindByGeneration<Retrieval>("retrieval", "RETRIEVAL");

/** The key of the first generation does not contain its number. */
export const POSITIONS: Kind<StoredPositions, Generation> = {
  name: "positions",
  key: ({ generation }) => (generation === 1 ? "POSITIONS" : ofGeneration("POSITIONS", generation)),
};

type Iteration = Pick<Collection, "generation" | "iteration">;

export const COLLECTIONS = kindUnder<Collection, Iteration, { participantId: string }>("collection", {
  prefix: ({ generation, iteration }) => `${ofGeneration("QUESTION", generation)}#COLLECTION#${six(iteration)}#`,
  last: ({ participantId }) => piece(participantId),
});

/** In the order in which they were asked. */
export const QUESTIONS = kindUnder<StoredQuestion, Generation, { id: string }>("question", {
  prefix: ({ generation }) => `${ofGeneration("QUESTION", generation)}#ASKED#`,
  last: ({ id }) => six(id),
});

export const ANSWERS = kindUnder<StoredAnswer, Generation, { questionId: string }>("answer", {
  prefix: ({ generation }) => `${ofGeneration("QUESTION", generation)}#ANSWER#`,
  last: ({ questionId }) => six(questionId),
});

/** In the order in which they were requested. A late repetition of the request does not undo the decision. */
export const DECISIONS = {
  ...kindUnder<Decision, Generation, { id: string }>("decision", {
    prefix: ({ generation }) => `${ofGeneration("DECISION", generation)}#`,
    last: ({ id }) => six(id),
  }),
  replaces: ({ made }: Decision) => made !== null,
};

/** The text of an interjection, stored before the debate gives it a place. */
export const NOTES: Kind<string, { note: string }> = {
  name: "interjection",
  key: ({ note }) => `NOTE#${piece(note)}`,
};

export const RATINGS = kindOfOne<Rating>("rating", "RATING");
/** An imported debate as its export shows it. */
export const IMPORTS = kindOfOne<Debate>("import", "IMPORT");
export const WEBHOOKS = kindOfOne<StoredWebhook>("webhook", "WEBHOOK");

/** By event; `before` leaves out the deliveries of that event and later ones. */
export const DELIVERIES: Kind<WebhookDelivery, { eventId: number }, { before?: number }> = {
  name: "delivery",
  key: ({ eventId }) => deliveryKey(eventId),
  range: ({ before }) => ({
    prefix: "DELIVERY#",
    start: before === undefined ? undefined : { SK: deliveryKey(before) },
  }),
  newestFirst: true,
  replaces: () => true,
};

function deliveryKey(eventId: number): string {
  return `DELIVERY#${String(eventId).padStart(12, "0")}`;
}

/** Embeddings of turns; exports leave them out. */
export const TURN_VECTORS = kindOfVectors("turn's vector");

/** `expiresAt` is the table's time to live, in whole seconds. */
export const SHARES: Kind<StoredShare, { id: string }, object> = {
  name: "share",
  key: ({ id }) => requireShort(`SHARE#${piece(id)}`, { name: "share", as: "sort" }),
  range: () => ({ prefix: "SHARE#" }),
  replaces: () => true,
  pack: ({ id, hash, createdAt, expiresAt }) => ({
    id,
    hash,
    createdAt,
    validUntil: expiresAt,
    expiresAt: secondsOf(expiresAt),
  }),
  unpack: ({ id, hash, createdAt, validUntil: expiresAt }) => ({ id, hash, createdAt, expiresAt }) as StoredShare,
};
