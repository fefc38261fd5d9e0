import { afterAll, beforeAll, expect, it } from "vitest";
import { type Publication, publish } from "../../activities/publish.ts";
import { identityKey } from "../../domain/event-keys.ts";
import type { DraftEvent } from "../../domain/events.ts";
import { initialState } from "../../domain/state.ts";
import { createStore, type TableStore } from "../../store/index.ts";
import { newKey } from "../store/fixtures.ts";
import { startEngine } from "../support/dynamodb.ts";
import { planFor } from "../support/plans.ts";

let store: TableStore;
let stop: () => Promise<void>;
beforeAll(async () => {
  const { endpoint, credentials, ...engine } = await startEngine("dynalite");
  store = createStore({ endpoint, credentials, region: "local", table: "parley" });
  await store.ensureTable();
  stop = async () => {
    store.close();
    await engine.stop();
  };
});
afterAll(() => stop());

/** A remark; its place in the debate depends on those that came before it. */
function remark(note: string, nth: number): { key: string; event: DraftEvent } {
  const id = `g1-r1-i${nth}`;
  const at = "2026-11-21T05:12:54.000Z";
  const interjection = { id, note, round: 1, index: 0, at };
  return {
    key: identityKey(note),
    event: { type: "interjection.added", at, data: { round: 1, turnId: id, interjection } },
  };
}

it("What a lost task has told of is not told again, whatever came before it the second time and however late.", async () => {
  const debate = newKey();
  let version = 1;
  const tell = (since: number, events: Publication["events"]) =>
    publish({ store })({ debate, since, events, version: ++version, state: initialState(planFor()) });
  await tell(0, [remark("b", 1), remark("c", 2)]);
  // The task is played again: another command comes first, and the log's end is seen after it.
  const { head } = await tell(0, [remark("a", 1), remark("c", 2)]);
  await tell(head, [remark("b", 3)]);
  const { events } = await store.log.read({ debate, after: 0, limit: 10 });
  const notes = events.map(({ data }) => (data as { interjection: { note: string } }).interjection.note);
  expect(notes).toEqual(["b", "c", "a"]);
});
