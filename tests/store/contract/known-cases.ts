import { describe, expect, it } from "vitest";
import { BALLOTS, COUNTS, RESULTS } from "../../../domain/play/records/kinds.record.ts";
import type { CastBallot } from "../../../domain/shapes/schemas/ballot.ts";
import type { AnswerCount } from "../../../domain/shapes/schemas/control-arm.schema.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import type { TableStore } from "../../../store/index.ts";
import type { DebateImport, DebateKey } from "../../../store/port/debates.port.ts";
import { listCases, noteCase } from "../../../store/records/known-cases.records.ts";
import { result as ruling } from "../../api/events/debate-events.ts";
import { CONCLUSION } from "../../support/debates/conclusions.ts";
import type { Bench } from "../bench.ts";
import { config, newKey, newTenant, record, result, state, theEnd } from "../fixtures.ts";

const AT = "2026-11-21T12:00:00.000Z";
const CONCLUDED: Result = { ...result("the end"), conclusion: CONCLUSION };

async function over(store: TableStore, key: DebateKey, ended: Result | null = CONCLUDED): Promise<void> {
  await store.createDebate(record(key));
  if (ended) await store.records.put(key, RESULTS, ended, { generation: 1 });
  await store.putState({ ...key, version: 2, state: state({ status: "completed" }) });
}

const report = (store: TableStore, key: DebateKey, outcome: "right" | "wrong" | "unknown") =>
  store.markDebate(key, { set: "knownOutcome", knownOutcome: { outcome, at: AT } });

/** As far as the table can tell, by another process. */
const casesOf = async (bench: Bench, { tenant }: Pick<DebateKey, "tenant">) =>
  (await listCases(bench.open().records, tenant)).map(({ debate, from, level, isRight }) => ({
    debate,
    from,
    level,
    isRight,
  }));

/** What the control arm's count says of the debate's answer. */
const countOf = (isRight: boolean | null) =>
  ({
    id: "g1-count-after",
    unanimous: false,
    controlArm: { expected: { answer: "Tea.", alone: null, debate: isRight } },
  }) as AnswerCount;

const counted = () =>
  state({ status: "completed", controlArm: { answers: [], counts: [{ id: "g1-count-after", unanimous: false }] } });

export function describeKnownCases(bench: () => Bench): void {
  describe("known outcomes", () => {
    it("are a tenant's own: a debate counts once, as it was reported last, until the report is taken back", async () => {
      const store = bench().open();
      const tenant = newTenant();
      const [key, other] = [newKey(tenant), newKey(newTenant())];
      for (const each of [key, other]) await over(store, each);
      const expected = { debate: key.debateId, from: "owner", level: CONCLUSION.support.level };
      for (const _ of [1, 2]) await report(store, key, "right");
      expect(await casesOf(bench(), key)).toEqual([{ ...expected, isRight: true }]);
      expect(await casesOf(bench(), other)).toEqual([]);
      await report(bench().open(), key, "wrong");
      expect(await casesOf(bench(), key)).toEqual([{ ...expected, isRight: false }]);
      await report(store, key, "unknown");
      expect(await casesOf(bench(), key)).toEqual([]);
      expect(await store.getDebate(key)).toMatchObject({ knownOutcome: { outcome: "unknown" } });
    });

    it("have the margin and the question, and are none of debates without a level", async () => {
      const store = bench().open();
      const tenant = newTenant();
      const [concluded, cancelled, unruled] = [newKey(tenant), newKey(tenant), newKey(tenant)];
      await over(store, concluded);
      await over(store, cancelled, null);
      await over(store, unruled, result("nobody voted"));
      for (const key of [concluded, cancelled, unruled]) await report(store, key, "right");
      const { level, margin } = CONCLUSION.support;
      expect(await listCases(bench().open().records, tenant)).toEqual([
        {
          debate: concluded.debateId,
          from: "owner",
          level,
          margin,
          probability: null,
          isRight: true,
          question: expect.stringMatching(/^[0-9a-f]{16}$/),
          demo: false,
        },
      ]);
    });

    it("of a verdict without a conclusion have the level of its ballots", async () => {
      const store = bench().open();
      const key = newKey(newTenant());
      const ruled = ruling({ orderCheck: "labels" });
      const { verdict } = ruled;
      const cast = (id: string, order: "given" | "reversed") => {
        return { id, order, judge: "openai/gpt-5.5", verdict, labels: {} };
      };
      for (const [id, order] of [
        ["g1-b1-given", "given"],
        ["g1-b1-reversed", "reversed"],
      ] as const)
        await store.records.put(key, BALLOTS, cast(id, order) as unknown as CastBallot);
      await over(store, key, ruled);
      await report(store, key, "wrong");
      expect(await listCases(bench().open().records, key.tenant)).toMatchObject([
        { debate: key.debateId, level: expect.stringMatching(/moderate|weak/), margin: 20, isRight: false },
      ]);
    });

    it("are also those that the request expected, beside the owner's report", async () => {
      const store = bench().open();
      const tenant = newTenant();
      const [right, wrong, neither] = [newKey(tenant), newKey(tenant), newKey(tenant)];
      for (const [key, isRight] of [
        [right, true],
        [wrong, false],
        [neither, null],
      ] as const) {
        await store.createDebate(record(key));
        await store.records.put(key, RESULTS, CONCLUDED, { generation: 1 });
        await store.records.put(key, COUNTS, countOf(isRight));
        // Each act brings the state, and the last one is repeated.
        for (const version of [2, 3]) await store.putState({ ...key, version, state: counted() });
      }
      const own = { level: CONCLUSION.support.level };
      const byExpected = [
        { ...own, debate: right.debateId, from: "expected", isRight: true },
        { ...own, debate: wrong.debateId, from: "expected", isRight: false },
      ];
      expect(await casesOf(bench(), right)).toEqual(expect.arrayContaining(byExpected));
      expect(await casesOf(bench(), right)).toHaveLength(2);
      await report(store, wrong, "right");
      expect(await casesOf(bench(), right)).toEqual(
        expect.arrayContaining([...byExpected, { ...byExpected[1], from: "owner", isRight: true }]),
      );
    });

    it("come with a debate that is imported", async () => {
      const store = bench().open();
      const key = newKey(newTenant());
      const without =
        "turns assessments votes ballots claims confirmed alone counts polls conformity summaries evaluations questions decisions notes";
      const nothing = Object.fromEntries(without.split(" ").map((part) => [part, []])) as unknown as DebateImport;
      const imported = record(key, {
        config: config({ imported: true }),
        state: state({ status: "completed" }),
        knownOutcome: { outcome: "wrong", at: AT },
      });
      const view = { result: CONCLUDED } as DebateImport["view"];
      const events = [{ id: 1, ...theEnd().event }] as DebateImport["events"];
      await store.createDebate(imported, { ...nothing, record: imported, digest: "d", view, rating: null, events });
      expect(await casesOf(bench(), key)).toMatchObject([{ from: "owner", isRight: false }]);
    });

    it("go with their debate when it is erased", async () => {
      const store = bench().open();
      const tenant = newTenant();
      const [key, other] = [newKey(tenant), newKey(tenant)];
      for (const each of [key, other]) {
        await over(store, each);
        await report(store, each, "right");
        const whole = record(each, { state: state({ status: "completed" }) });
        await noteCase(store.records, whole, { from: "expected", isRight: true });
      }
      await store.eraseDebate(key);
      expect((await casesOf(bench(), key)).map(({ debate }) => debate)).toEqual([other.debateId, other.debateId]);
    });
  });
}
