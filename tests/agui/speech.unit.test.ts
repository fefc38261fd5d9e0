/** In whatever order speakers speak at once, begin anew and look things up, AG-UI's own client accepts it and has their words. */
import { type AGUIEvent, EventType, HttpAgent } from "@ag-ui/client";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { LogEvent } from "../../domain/play/events/events.ts";
import { told } from "../../domain/show/run/told.run.ts";
import { createSpeech } from "../../features/agui/api/speech.agui.ts";
import { restated } from "../../features/agui/domain/messages.agui.ts";
import { runs } from "../support/debates/runs.ts";

const DEBATE = "deb-20261121-051254-7K2M9Q";
const CAST = {
  participants: [
    { id: "p1", name: "Ada" },
    { id: "p2", name: "Ben" },
    { id: "p3", name: "Cleo" },
  ],
  maxRounds: 1,
};

interface Turn {
  attempts: string[][];
  looksUp: boolean;
}
type Unplaced = Omit<LogEvent, "id">;

const attempt = fc.array(fc.constantFrom("One", " two", "\n\n", "three. ", "4"), { maxLength: 4 });
const turn = fc.record({ attempts: fc.array(attempt, { minLength: 1, maxLength: 3 }), looksUp: fc.boolean() });
/** Whose next event comes; what is left over at the end comes in the turns' order. */
const order = fc.array(fc.nat(2), { maxLength: 40 });

function eventsOf({ attempts, looksUp }: Turn, seat: number): Unplaced[] {
  const about = { turnId: `g1-r1-t${seat + 1}`, participantId: `p${seat + 1}`, round: 1, phase: "response" };
  const event = (type: string, data: object) => ({ type, at: "", data: { ...about, ...data } }) as Unplaced;
  const use = { id: `${about.turnId}-u1`, type: "mcp", tool: "echo", input: "a fact", exhibits: [] };
  const text = (attempts.at(-1) ?? []).join("").trim();
  return [
    ...(looksUp ? [event("tool.called", { use }), event("exhibits.found", { use, exhibits: [] })] : []),
    ...attempts.flatMap((pieces, n) => pieces.map((piece) => event("turn.delta", { attempt: n + 1, text: piece }))),
    event("turn.completed", { turn: { id: about.turnId, participantId: about.participantId, text } }),
  ];
}

function interleaved(turns: Turn[], places: number[]): LogEvent[] {
  const queues = turns.map(eventsOf);
  const next = [...places.flatMap((place) => queues[place % turns.length]?.shift() ?? []), ...queues.flat()];
  return next.map((event, at) => ({ ...event, id: at + 1 }) as LogEvent);
}

/** The whole stream of a run that is told these events. */
function streamOf(log: LogEvent[]): AGUIEvent[] {
  const speech = createSpeech(DEBATE);
  const about = { threadId: "t", runId: "r" };
  const spoken = log.flatMap((event, at): AGUIEvent[] => {
    const telling = told(event, CAST);
    const { events, isWrong } = telling ? speech.tell(telling) : { events: [], isWrong: false };
    const so = { debateId: DEBATE, cast: CAST, events: log.slice(0, at + 1), unfinished: speech.unfinished() };
    return isWrong ? [...events, { type: EventType.MESSAGES_SNAPSHOT, messages: restated([], so) }] : events;
  });
  return [
    { type: EventType.RUN_STARTED, ...about },
    ...spoken,
    ...speech.end(),
    { type: EventType.RUN_FINISHED, ...about },
  ];
}

test("The client has the words of each whole turn, and what was looked up.", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 3 }), order, async (turns, places) => {
      const log = interleaved(turns, places);
      const body = streamOf(log).map((event) => `data: ${JSON.stringify(event)}\n\n`);
      const headers = { "content-type": "text/event-stream" };
      const agent = new HttpAgent({
        url: "http://127.0.0.1/",
        fetch: async () => new Response(body.join(""), { headers }),
      });
      await agent.runAgent();
      const whole = restated([], { debateId: DEBATE, cast: CAST, events: log, unfinished: [] });
      const wordsOf = (messages: typeof agent.messages) =>
        Object.fromEntries(
          messages.flatMap((one) =>
            one.role === "assistant"
              ? [[one.id, { text: (one.content ?? "").trim(), calls: one.toolCalls ?? [] }]]
              : [],
          ),
        );
      expect(wordsOf(agent.messages)).toEqual(wordsOf(whole));
      const found = (messages: typeof agent.messages) => messages.filter(({ role }) => role === "tool").length;
      expect(found(agent.messages)).toBe(found(whole));
    }),
    { numRuns: runs(200) },
  );
});
