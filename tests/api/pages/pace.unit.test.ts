/** How far a debate has come, and the time that is left. */
import { describe, expect, test } from "vitest";
import type { WireEvent } from "../../../api/pages/browser/base/wire.page-base.ts";
import { paceOf, speakingIn } from "../../../api/pages/browser/live/pace.live.ts";
import { addEvent, emptyStory } from "../../../api/pages/browser/live/story.live.ts";
import { remaining } from "../../../api/pages/browser/text/words.page-text.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 21, 12);
const at = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();

function storyOf(events: object[]) {
  const story = emptyStory();
  for (const [i, event] of events.entries()) addEvent(story, { id: i + 1, ...event } as WireEvent);
  return story;
}

/** Rounds of these lengths in minutes, one after the other, and one that has begun. */
function rounds(...lengths: number[]) {
  let now = 0;
  const events = lengths.flatMap((length, i) => {
    const round = i + 1;
    const begun = { type: "round.started", at: at(now), round };
    now += length;
    return [begun, { type: "round.completed", at: at(now), round }];
  });
  return { events: [...events, { type: "round.started", at: at(now), round: lengths.length + 1 }], now };
}

const paceAfter = (lengths: number[], { maxRounds, later = 0 }: { maxRounds: number; later?: number }) => {
  const { events, now } = rounds(...lengths);
  return paceOf(storyOf(events).entries, { maxRounds, now: START + (now + later) * MINUTE });
};

describe("The pace of a debate", () => {
  test("is unknown before the first complete round, and has no meaning after the last.", () => {
    expect(paceAfter([], { maxRounds: 3, later: 5 })).toEqual({ done: 0, leftMs: null });
    expect(paceAfter([2, 2, 2], { maxRounds: 3 })).toEqual({ done: 3, leftMs: null });
  });

  test("takes the median round for each one to come, so that one long pause counts for little.", () => {
    expect(paceAfter([2, 600, 4], { maxRounds: 5 })).toEqual({ done: 3, leftMs: 8 * MINUTE });
    expect(paceAfter([2, 4], { maxRounds: 4 })).toEqual({ done: 2, leftMs: 6 * MINUTE });
  });

  test("counts down while a round runs, and waits when that round takes longer.", () => {
    expect(paceAfter([4], { maxRounds: 3, later: 1 }).leftMs).toBe(7 * MINUTE);
    expect(paceAfter([4], { maxRounds: 3, later: 30 }).leftMs).toBe(4 * MINUTE);
  });

  test("is rounded up in words.", () => {
    expect([1, 59_000, 61_000, 119 * MINUTE, 150 * MINUTE].map(remaining)).toEqual([
      "under a minute",
      "under a minute",
      "about 2 min",
      "about 119 min",
      "about 3 h",
    ]);
  });
});

const TURN = { round: 1, phase: "response", participantId: "p1", turnId: "g1-r1-t1", attempt: 1 };

test("Those speak whose turns have begun and are neither whole nor failed.", () => {
  const other = { ...TURN, participantId: "p2", turnId: "g1-r1-t2" };
  const begun = [TURN, other].map((turn) => ({ type: "turn.started", at: at(0), ...turn }));
  const failed = { type: "turn.failed", at: at(1), ...other, kind: "rate_limit", waitMs: 1_000 };
  expect(speakingIn(storyOf(begun).entries)).toEqual(["p1", "p2"]);
  expect(speakingIn(storyOf([...begun, failed]).entries)).toEqual(["p1"]);
});

test("A debate that begins anew keeps what was said before, without the turns that were cut off.", () => {
  const turn = { id: TURN.turnId, text: "A bench is a room.", participantId: "p1" };
  const cut = { ...TURN, turnId: "g1-r1-t2", participantId: "p2" };
  const story = storyOf([
    { type: "round.started", at: at(0), round: 1 },
    { type: "turn.started", at: at(0), ...TURN },
    { type: "turn.completed", at: at(1), ...TURN, turn },
    { type: "turn.started", at: at(1), ...cut },
    { type: "debate.status", at: at(2), status: "configuring", by: "reset" },
    { type: "round.started", at: at(3), round: 1 },
  ]);
  expect(story.earlier.map((entries) => entries.map(({ kind, text }) => [kind, text]))).toEqual([
    [
      ["round", undefined],
      ["turn", "A bench is a room."],
    ],
  ]);
  expect(story.entries.map(({ kind }) => kind)).toEqual(["note", "round"]);
});
