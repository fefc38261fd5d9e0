/** The rows of the matrix: what goes wrong, and how many calls that may cost beyond those of a calm debate. */
import type { ModelReplyScript } from "../support/models/server.ts";
import { staysAway } from "../support/waits.ts";
import { type Arena, HEARTBEAT_TIMEOUT_MS } from "./arena.ts";

export interface Injection {
  name: string;
  /** What the model server answers to the call in question, once. */
  reply?: ModelReplyScript;
  /** What breaks while that call is under way; settles when it is whole again. */
  strike?: (arena: Arena) => Promise<void>;
  /** Calls of the struck kind that are made again. */
  again: (moment: { callUnderWay: boolean }) => number;
}

const AWAY_MS = 30_000;
const THROTTLED_MS = 4_000;
const once = () => 1;
const never = () => 0;

export const INJECTIONS: Injection[] = [
  { name: "nothing", again: never },
  { name: "model answers 429", reply: { error: { status: 429, retryAfter: 1 } }, again: once },
  { name: "model answers 500", reply: { error: { status: 500 } }, again: once },
  { name: "model answers 529", reply: { error: { status: 529 } }, again: once },
  { name: "model cuts the stream", reply: { text: "Half of what is never whole", cutAfterChunks: 3 }, again: once },
  { name: "model goes silent", reply: { hang: true }, again: once },
  {
    name: "model returns rubbish JSON",
    reply: { error: { status: 200, headers: { "content-type": "application/json" }, body: '{"choices": [{"del' } },
    again: once,
  },
  {
    name: "worker SIGKILL",
    strike: (arena) => arena.replaceWorker(),
    again: ({ callUnderWay }) => (callUnderWay ? 1 : 0),
  },
  { name: "API SIGKILL", strike: (arena) => arena.replaceApi(), again: never },
  {
    name: "DynamoDB unreachable",
    async strike({ proxy }) {
      proxy.decide(() => "lose-request");
      await staysAway(AWAY_MS);
      proxy.decide(() => "pass");
    },
    again: never,
  },
  {
    name: "DynamoDB throttles",
    async strike({ proxy }) {
      let n = 0;
      proxy.decide(() => (n++ % 2 === 0 ? "throttle" : "pass"));
      await staysAway(THROTTLED_MS);
      proxy.decide(() => "pass");
    },
    again: never,
  },
  { name: "Temporal killed, restarted", strike: (arena) => arena.restartTemporal(500), again: never },
  {
    // What a model said meanwhile is in the store, where the next attempt finds it.
    name: "Temporal away past the heartbeats",
    strike: (arena) => arena.restartTemporal(HEARTBEAT_TIMEOUT_MS + 2_000),
    again: never,
  },
];
