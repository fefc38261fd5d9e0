/**
 * Rejudgements, beside a debate's log. META knows how each stands, so that whoever reads a debate sees that something
 * has changed, and a debate without any costs no further read.
 */
import type { CastBallot } from "../domain/schemas/ballot.ts";
import { readBody, writeBody } from "./bodies.ts";
import { debateKey, META, piece, rejudgementKey } from "./keys.ts";
import type { DebateKey, StoredRejudgement } from "./port/debates.ts";
import type { Store } from "./port.ts";
import type { Table } from "./table.ts";
import { valuesUnder } from "./under.ts";

/** The attribute of META with `<id>:<status>` of each. */
const REJUDGED = "rejudged";

type Rejudgements = Pick<
  Store,
  | "addRejudgement"
  | "endRejudgement"
  | "dropRejudgement"
  | "listRejudgements"
  | "putRejudgeBallot"
  | "listRejudgeBallots"
>;

export function createRejudgements(table: Table): Rejudgements {
  const place = (key: DebateKey, id: string) => ({ PK: debateKey(key), SK: rejudgementKey("REJUDGE", id) });
  const meta = (key: DebateKey) => ({ PK: debateKey(key), SK: META });
  const mark = (key: DebateKey, { rejudgement: { id, status } }: StoredRejudgement) =>
    table.addTo({ ...meta(key), set: REJUDGED, value: `${id}:${status}` });

  return {
    async addRejudgement(key, stored) {
      const at = place(key, stored.rejudgement.id);
      const body = await writeBody(table, at, JSON.stringify(stored));
      if (!(await table.putIfAbsent({ ...at, ...body }))) return false;
      await mark(key, stored);
      return true;
    },
    async endRejudgement(key, stored) {
      const at = place(key, stored.rejudgement.id);
      const body = await writeBody(table, at, JSON.stringify(stored));
      // A debate that was erased meanwhile does not come back.
      if (await table.putIfPresent({ ...at, ...body })) await mark(key, stored);
    },
    async dropRejudgement(key, id) {
      await table.takeFrom({ ...meta(key), set: REJUDGED, value: `${id}:running` });
      await table.remove(place(key, id));
    },
    listRejudgements: (key) => valuesUnder<StoredRejudgement>(table, debateKey(key), "REJUDGE#"),
    async putRejudgeBallot(key, id, ballot) {
      const at = { PK: debateKey(key), SK: `${rejudgementKey("REJUDGE-BALLOT", id)}#${piece(ballot.id)}` };
      // It comes late: the debate was erased while its judge was at work, and nothing of it is to come back.
      if (!(await table.get(place(key, id)))) return ballot;
      const body = await writeBody(table, at, JSON.stringify(ballot));
      if (await table.putIfAbsent({ ...at, ...body })) return ballot;
      const item = await table.get(at);
      return item ? (JSON.parse(await readBody(table, item)) as CastBallot) : ballot;
    },
    listRejudgeBallots: (key, id) =>
      valuesUnder<CastBallot>(table, debateKey(key), `${rejudgementKey("REJUDGE-BALLOT", id)}#`),
  };
}
