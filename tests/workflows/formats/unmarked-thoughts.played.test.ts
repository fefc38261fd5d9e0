/** A model whose template opens its thoughts, so that only their closing mark comes: what is taken for speech is taken back. */
import { expect, it } from "vitest";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelReplyScript } from "../../support/models/server.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";

const THOUGHTS = "The other side will say that cars are needed. I should speak of streets before that. ".repeat(20);
const SPEECH = "Streets are public ground.";
const SPOKEN: ModelReplyScript = { text: `${THOUGHTS}\n</think>\n\n${SPEECH}`, profile: { tps: 400, chunkSize: 40 } };

it("thoughts without an opening mark are void in the log, and nobody is shown them", async () => {
  await using world = await openWorld();
  const script = debaters(["p1", "p2"]);
  world.models.use((request) => (kindOf(request) === "turn" ? SPOKEN : script(request)));
  const { id } = await world.create(requestOf({ maxRounds: 2, judging: "final-only" }));
  const log = await world.finished(id);
  const shown = new Map<unknown, string>();
  const heard: string[] = [];
  for (const event of log) {
    if (event.type === "turn.delta")
      shown.set(event["turnId"], (shown.get(event["turnId"]) ?? "") + String(event["text"]));
    if (event.type !== "turn.restarted") continue;
    heard.push(shown.get(event["turnId"]) ?? "");
    shown.delete(event["turnId"]);
  }
  // Each model does it once; then it is known.
  expect(heard).toHaveLength(2);
  for (const text of heard) expect(THOUGHTS.startsWith(text)).toBe(true);
  expect([...shown.values()].every((text) => SPEECH.startsWith(text))).toBe(true);
  expect((await world.transcript(id)).turns.map(({ text, attempt }) => [text, attempt])).toEqual(
    Array.from({ length: 4 }, () => [SPEECH, 1]),
  );
  expect(JSON.stringify(world.models.journal.map(({ messages }) => messages))).not.toContain(
    "I should speak of streets",
  );
  const isOf = (type: string) => (event: FlatEvent) => event.type === type;
  expect(log.filter(isOf("turn.failed"))).toEqual([]);
}, 60_000);
