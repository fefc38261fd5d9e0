/**
 * The critical path of each format: calls of models one after the other, without and with assessments beside the next round,
 * and what stays in a row. Then the seconds of debates whose models take a real time.
 *
 *     npm run bench -- path
 */
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { FORMATS_BY_NAME } from "../../../domain/rules/formats/registry.format.ts";
import { PROTOCOLS } from "../../../domain/rules/protocols/registry.protocol.ts";
import type { FormatName } from "../../../domain/shapes/schemas/debate.schema.ts";
import { callOf, councilRequest, members } from "../../support/debates/council.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { planOfRequest } from "../../support/random/valid-requests.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";
import { type CallsMade, longestWay } from "./calls-in-a-row.ts";

/** Milliseconds of each reply, a turn's or a judge's. */
const REPLY_MS = 2_000;
const SLOW_REPLY_MS = 5 * REPLY_MS;

const ROUNDS = "a turn answers the one before, and the last assessment begins as the ballots do: a cache serves them";
const ENDS = "with `safe`: the judge's word may end the debate, and speakers may read it";
const SPOKEN = "a turn answers the one before; nothing is assessed";

const FORMATS: [what: string, changes: object, why: string][] = [
  ["round-limited, 4 rounds", { format: "round-limited", maxRounds: 4 }, ROUNDS],
  ["the same, simultaneous", { format: "round-limited", maxRounds: 4, mode: "simultaneous" }, ROUNDS],
  ["structured-rounds, 3 rounds", { format: "structured-rounds", maxRounds: 3 }, ROUNDS],
  [
    "structured-rounds, 6 rounds",
    { format: "structured-rounds", maxRounds: 6 },
    "with `safe`: rebuttals may end with a stop",
  ],
  ["free-form, 6 rounds", { format: "free-form", maxRounds: 6 }, ENDS],
  [
    "the same, at least 4, no guidance",
    { format: "free-form", maxRounds: 6, minRounds: 4, judge: { model: "openai/standard", guides: false } },
    "with `safe`: from round 4 on the judge's word may end it",
  ],
  ["convergence-seeking, 6 rounds", { format: "convergence-seeking", maxRounds: 6 }, ENDS],
  [
    "oxford, 5 rounds, audience",
    { format: "oxford", maxRounds: 5 },
    `${SPOKEN}; the audience votes beside the ballots`,
  ],
  ["lincoln-douglas, 5 rounds", { format: "lincoln-douglas", maxRounds: 5 }, SPOKEN],
  ["roundtable, 5 rounds", { format: "roundtable", maxRounds: 5 }, SPOKEN],
  ["dialectic, 3 rounds", { format: "dialectic", maxRounds: 3 }, "each phase reads the one before"],
  ["proposer-skeptic, 5 rounds", { format: "proposer-skeptic", maxRounds: 5 }, "each reads the other's last turn"],
  ["question, 2 rounds", { format: "question", maxRounds: 2 }, "the second answers read the first"],
  ["council, 2 rounds", { format: "council", maxRounds: 2 }, "rankings read the answers, the chair both"],
];

export async function benchPath(world: World): Promise<string[]> {
  return [...counted(), ...(await timed(world))];
}

function counted(): string[] {
  const rows = FORMATS.map(([what, changes, why]) => {
    const [off, safe, ahead] = (["off", "safe", "ahead"] as const).map((overlap) =>
      longestWay(planOfRequest(requested({ ...changes, overlap }))),
    );
    if (!off || !safe || !ahead) throw new Error("nothing was counted");
    const less = ({ inARow }: CallsMade) =>
      inARow === off.inARow ? `${inARow}` : `${inARow} (−${share(off.inARow, inARow)})`;
    return `| ${what} | ${safe.calls} | ${off.inARow} | ${less(safe)} | ${less(ahead)} | ${why} |`;
  });
  return [
    "calls in a row, the conclusion included:",
    "| format, as few speakers as it takes, at least two | calls | in a row, `off` | `safe` | `ahead` | what stays in a row, and why |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ];
}

/** Participants sit as the format has them, and it refuses fields that are not its own. */
function requested(changes: { format?: string; overlap: string }) {
  const { protocol, participants, sides } = FORMATS_BY_NAME[changes.format as FormatName];
  const { field, choices } = PROTOCOLS[protocol].seats;
  const seats = Array.from({ length: Math.max(2, participants.min) }, (_, i) => ({
    name: `Speaker ${i + 1}`,
    model: "openai/standard",
    ...((sides || field === "role") && { [field ?? "side"]: choices[i] }),
  }));
  const { overlap, ...others } = changes;
  const own = protocol === "judged" ? { overlap } : {};
  const { request, problems } = checkRequest(
    { topic: "Should cities ban cars?", participants: seats, ...others, ...own },
    catalogueOf({ authenticated: ["openai", "anthropic", "mistral"] }),
  );
  if (!request) throw new Error(JSON.stringify(problems));
  return request;
}

interface Timed {
  what: string;
  body: object;
  /** What makes it shorter, and what it replaces. */
  with: object;
  without: object;
  script: Script;
  /** Calls that take five times as long as the others. */
  isSlow?: (request: ModelRequest) => boolean;
}

type Script = (request: ModelRequest) => ModelReplyScript;

const debating = () => debaters(["p1", "p2"]);
const OVERLAPPED = { with: {}, without: { overlap: "off" }, script: debating() };
const AHEAD = { ...OVERLAPPED, with: { overlap: "ahead" } };
const QUORUM = { count: 2, graceSeconds: REPLY_MS / 1_000 };
const PANEL = ["openai/first", "openai/second", "anthropic/slow"];
const sides = ["for", "against"].map((side, i) => ({ name: `Speaker ${i + 1}`, model: "openai/gpt-5.5", side }));
const judged = (changes: object) => requestOf({ conclusion: true, judge: { model: "openai/gpt-5.5" }, ...changes });

const TIMED: Timed[] = [
  { what: "round-limited, 4 rounds", body: judged({ maxRounds: 4 }), ...OVERLAPPED },
  { what: "the same, simultaneous", body: judged({ maxRounds: 4, mode: "simultaneous" }), ...OVERLAPPED },
  { what: "structured-rounds, 3 rounds", body: judged({ format: "structured-rounds", maxRounds: 3 }), ...OVERLAPPED },
  { what: "the same, 6 rounds, `ahead`", body: judged({ format: "structured-rounds", maxRounds: 6 }), ...AHEAD },
  { what: "free-form, 6 rounds, `ahead`", body: judged({ format: "free-form", maxRounds: 6 }), ...AHEAD },
  {
    what: "oxford, 2 rounds, an audience of three, one of them slow: `audience.quorum`",
    body: judged({ format: "oxford", maxRounds: 2, participants: sides }),
    with: { audience: { voters: 3, models: PANEL, quorum: QUORUM } },
    without: { audience: { voters: 3, models: PANEL } },
    script: debating(),
    isSlow: ({ model }) => model === "slow",
  },
  {
    what: "council of three, 2 rounds, one of them slow to answer: `limits.quorum`",
    body: councilRequest({ maxRounds: 2 }),
    with: { limits: { quorum: QUORUM } },
    without: {},
    script: members(),
    isSlow: (request) => callOf(request).kind === "proposal" && callOf(request).name === "Ben",
  },
];

/** With and without at the same time: nearly all of it is waiting for models. */
async function timed(world: World): Promise<string[]> {
  const rows: string[] = [];
  for (const { what, body, script, isSlow = () => false, ...ways } of TIMED) {
    world.models.use((request) => {
      return { ...script(request), profile: { ttft: isSlow(request) ? SLOW_REPLY_MS : REPLY_MS } };
    });
    const seconds = (way: object) => secondsOf(world, { ...body, ...way });
    const [without, shorter] = await Promise.all([seconds(ways.without), seconds(ways.with)]);
    rows.push(`| ${what} | ${without.toFixed(1)} | ${shorter.toFixed(1)} | −${share(without, shorter)} |`);
  }
  return [
    `seconds where each reply takes ${REPLY_MS / 1_000} s, and a slow one ${SLOW_REPLY_MS / 1_000}:`,
    "| debate | without | with | less |",
    "| --- | --- | --- | --- |",
    ...rows,
  ];
}

async function secondsOf(world: World, body: object): Promise<number> {
  const startedAt = performance.now();
  const { id } = await world.create(body);
  await world.finished(id);
  return (performance.now() - startedAt) / 1_000;
}

function share(before: number, after: number): string {
  return `${Math.round((100 * (before - after)) / before)} %`;
}
