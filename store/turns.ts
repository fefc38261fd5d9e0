/** Turns, assessments, summaries, evaluations and results: put once, never changed. Whoever loses the race to put one gets the stored one. */
import { ParleyError } from "../domain/errors.ts";
import type { StoredPositions } from "../domain/positions.ts";
import type { Assessment } from "../domain/schemas/assessment.ts";
import type { CastBallot } from "../domain/schemas/ballot.ts";
import type { Evaluation } from "../domain/schemas/evaluation.ts";
import type { Result } from "../domain/schemas/result.ts";
import type { Summary } from "../domain/schemas/summary.ts";
import type { Turn } from "../domain/schemas/turn.ts";
import type { Vote } from "../domain/schemas/vote.ts";
import { readBody, writeBody } from "./bodies.ts";
import type { Cache } from "./cache.ts";
import {
  assessmentKey,
  assessmentPlace,
  ballotKey,
  debateKey,
  generationPrefix,
  type ItemKey,
  listPrefix,
  positionsKey,
  recordKey,
  turnKey,
  turnPlace,
} from "./keys.ts";
import type { DebateKey } from "./port/debates.ts";
import type { Store } from "./port.ts";
import type { Table } from "./table.ts";
import { headsOf, itemsUnder } from "./under.ts";

export type Turns = Pick<
  Store,
  | "putTurn"
  | "getTurn"
  | "listTurns"
  | "putPositions"
  | "getPositions"
  | "putAssessment"
  | "getAssessment"
  | "listAssessments"
  | "putVote"
  | "listVotes"
  | "putBallot"
  | "listBallots"
  | "putSummary"
  | "getSummary"
  | "listSummaries"
  | "putEvaluation"
  | "getEvaluation"
  | "listEvaluations"
  | "putResult"
  | "getResult"
>;

/** So many items, failed turns aside, stand below a key. */
interface Part {
  from?: string;
  below: string;
  count: number;
}

/**
 * An item that is there never changes, so it may be kept. A list is read, since others may have put more, unless the
 * caller knows how many items its part has and all of them are kept here.
 */
export function createTurns(table: Table, cache: Cache): Turns {
  const cacheKey = ({ PK, SK }: ItemKey) => `${PK} ${SK}`;
  const indexKey = (pk: string, prefix: string) => `${pk} ${prefix} KEYS`;

  async function putOnce<T>(at: ItemKey, value: T): Promise<T> {
    const json = JSON.stringify(value);
    if (await table.putIfAbsent({ ...at, ...(await writeBody(table, at, json)) })) {
      keep(at, json);
      return value;
    }
    const stored = await get<T>(at);
    if (stored === null) throw new ParleyError("unavailable", "a stored item is gone again");
    return stored;
  }

  async function get<T>(at: ItemKey): Promise<T | null> {
    const kept = cache.get(cacheKey(at));
    if (kept !== undefined) return JSON.parse(kept) as T;
    const item = await table.get(at);
    if (!item) return null;
    const json = await readBody(table, item);
    keep(at, json);
    return JSON.parse(json) as T;
  }

  /** Keeps an item, and its key beside those of its list. */
  function keep(at: ItemKey, json: string): void {
    cache.set(cacheKey(at), json);
    const index = indexKey(at.PK, listPrefix(at.SK));
    const keys = new Set(keptKeys(index)).add(at.SK);
    cache.set(index, JSON.stringify([...keys].toSorted()));
  }

  function keptKeys(index: string): string[] {
    return JSON.parse(cache.get(index) ?? "[]") as string[];
  }

  async function list<T>(pk: string, prefix: string, part?: Part): Promise<T[]> {
    const kept = part && keptPart(pk, prefix, part);
    if (kept) return kept.map((json) => JSON.parse(json) as T);
    const items = await itemsUnder(table, pk, prefix);
    const heads = headsOf(items).filter((item) => !part || isIn(part, item.SK));
    return Promise.all(
      heads.map(async (item) => {
        const json = await readBody(table, item, items);
        keep(item, json);
        return JSON.parse(json) as T;
      }),
    );
  }

  /** The bodies of a part, when each of them is kept here. */
  function keptPart(pk: string, prefix: string, part: Part): string[] | null {
    const { count } = part;
    const keys = keptKeys(indexKey(pk, prefix)).filter((SK) => isIn(part, SK));
    const bodies = keys.map((SK) => cache.get(cacheKey({ PK: pk, SK })));
    if (bodies.includes(undefined)) return null;
    const whole = (bodies as string[]).filter((json) => !isFailed(json));
    return whole.length === count ? whole : null;
  }

  const resultKey = (key: DebateKey, generation: number) => ({
    PK: debateKey(key),
    SK: generationPrefix("RESULT", generation),
  });

  return {
    putTurn: (key, turn) => putOnce({ PK: debateKey(key), SK: requireTurnKey(turn.id) }, turn),
    async getTurn(key, turnId) {
      const SK = turnKey(turnId);
      return SK === null ? null : get<Turn>({ PK: debateKey(key), SK });
    },
    listTurns(key, generation, before) {
      const from = turnPlace(generation, FIRST_ROUND);
      const part = before && { from, below: turnPlace(generation, before), count: before.count };
      return list<Turn>(debateKey(key), `${generationPrefix("TURN", generation)}#`, part);
    },
    putPositions: (key, positions) => putOnce({ PK: debateKey(key), SK: positionsKey(key.generation) }, positions),
    getPositions: (key) => get<StoredPositions>({ PK: debateKey(key), SK: positionsKey(key.generation) }),
    putAssessment: (key, assessment) => putOnce({ PK: debateKey(key), SK: assessmentKey(assessment) }, assessment),
    getAssessment: (key, assessment) => get<Assessment>({ PK: debateKey(key), SK: assessmentKey(assessment) }),
    listAssessments(key, generation, before) {
      const part = before && { below: assessmentPlace(generation, before.round), count: before.count };
      return list<Assessment>(debateKey(key), `${generationPrefix("ASSESS", generation)}#`, part);
    },
    putVote: (key, vote) => putOnce({ PK: debateKey(key), SK: ballotKey("VOTE", vote.id) }, vote),
    listVotes: (key, generation) => list<Vote>(debateKey(key), `${generationPrefix("VOTE", generation)}#`),
    putBallot: (key, ballot) => putOnce({ PK: debateKey(key), SK: ballotKey("BALLOT", ballot.id) }, ballot),
    listBallots: (key, generation) => list<CastBallot>(debateKey(key), `${generationPrefix("BALLOT", generation)}#`),
    putSummary: (key, summary) => putOnce({ PK: debateKey(key), SK: recordKey("SUMMARY", summary) }, summary),
    getSummary: (key, summary) => get<Summary>({ PK: debateKey(key), SK: recordKey("SUMMARY", summary) }),
    listSummaries: (key, generation) => list<Summary>(debateKey(key), `${generationPrefix("SUMMARY", generation)}#`),
    putEvaluation: (key, found) => putOnce({ PK: debateKey(key), SK: recordKey("EVALUATION", found) }, found),
    getEvaluation: (key, found) => get<Evaluation>({ PK: debateKey(key), SK: recordKey("EVALUATION", found) }),
    listEvaluations: (key, generation) =>
      list<Evaluation>(debateKey(key), `${generationPrefix("EVALUATION", generation)}#`),
    putResult: (key, generation, result) => putOnce(resultKey(key, generation), result),
    getResult: (key, generation) => get<Result>(resultKey(key, generation)),
  };
}

/** Answers that were given before it, alone, are no part of the debate. */
const FIRST_ROUND = { round: 1, index: 0 };

function isIn({ from = "", below }: Part, SK: string): boolean {
  return SK >= from && SK < below;
}

/** Failed turns are not counted, and no prompt shows them. */
function isFailed(json: string): boolean {
  return json.includes(FAILED) && (JSON.parse(json) as Partial<Turn>).status === "failed";
}

const FAILED = '"status":"failed"';

function requireTurnKey(turnId: string): string {
  const key = turnKey(turnId);
  if (key === null) throw new ParleyError("internal", "a turn's id must be like g1-r2-t3");
  return key;
}
