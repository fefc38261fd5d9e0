import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type RawServer, startRawServer } from "../raw-server.ts";
import { type Sent, unchanged } from "./mutate.ts";
import { caseOf, play } from "./play.ts";
import { RECORDED } from "./recorded.ts";

const SEED = fc.readConfigureGlobal().seed ?? Math.floor(Math.random() * 2 ** 24);
const COUNT = 1_000;
/** Over real connections. */
const SERVED = 100;

let server: RawServer;
beforeAll(async () => {
  server = await startRawServer();
});
afterAll(() => server.stop());

const served =
  ({ status, type, chunks, breaks }: Sent): Answer =>
  async (res) => {
    res.writeHead(status, type === null ? {} : { "content-type": type });
    for (const chunk of chunks) await new Promise((sent) => res.write(chunk, sent));
    if (breaks) res.destroy();
    else res.end();
  };

describe("What a server sends", () => {
  it.each(RECORDED)("is heard as it was recorded: $what", async (shape) => {
    const { text, wrong } = await play({ shape, sent: unchanged(shape) });
    expect({ text, wrong }).toEqual({ text: shape.text, wrong: [] });
  });

  it(`is a reply or a classified fault, however it was changed (${COUNT} streams of the seed ${SEED})`, async () => {
    const wrong: string[] = [];
    const outcomes = new Set<string>();
    for (let number = 0; number < COUNT; number++) {
      const played = await play(caseOf(SEED, number));
      outcomes.add(played.outcome);
      for (const fault of played.wrong) wrong.push(`npm run fuzz -- 1 ${SEED} ${number}: ${fault}`);
    }
    expect(wrong).toEqual([]);
    // Enough is left of what was sent for every kind of end.
    expect([...outcomes].toSorted()).toEqual(
      expect.arrayContaining(["api_error", "content_filter", "invalid_response", "network", "reply", "validation"]),
    );
  });

  it(`is that over real connections too (${SERVED} streams)`, async () => {
    const wrong: string[] = [];
    for (let number = COUNT; number < COUNT + SERVED; number++) {
      const fallen = caseOf(SEED, number);
      server.answer(served(fallen.sent));
      for (const fault of (await play(fallen, `${server.url}/v1`)).wrong)
        wrong.push(`case ${number} of ${SEED}: ${fault}`);
    }
    expect(wrong).toEqual([]);
  });
});
