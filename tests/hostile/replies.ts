/**
 * What models write is foreign text too: each kind of reply is grown by ten, and the debate, its report and its transcript
 * may take about ten times as long.
 */
import { startTemporal } from "../../infra/local/temporal/server.temporal-server.ts";
import { assessmentJson, verdictJson } from "../support/models/replies.ts";
import { debaters, type Manner, requestOf, startWorld, type World } from "../support/world.ts";

const P = ["p1", "p2"];
const CHARACTERS = { small: 10_000, large: 100_000 };
const ITEMS = { small: 300, large: 3_000 };
const MOST_TIMES = 30;
/** Milliseconds that a debate takes whatever its models write. */
const FREE_MS = 3_000;
const TRIES = 3;
const USAGE = { input: 100, output: 20 };

const TEXTS = [
  " ",
  "a",
  "E1, ",
  "- * > ",
  '"word ',
  "he said so “",
  "<turn>",
  "\u200b",
  "_*`[",
  "[a](",
  "| a |\n",
  "Ada Ben ",
];

/** A debate whose models write `size` characters, or lists of `items`. */
type Kind = { name: string; manner: (size: { characters: number; items: number }) => Manner };

const fill = (piece: string, characters: number) => piece.repeat(Math.ceil(characters / piece.length));
const changed = (json: string, changes: object) => JSON.stringify({ ...JSON.parse(json), ...changes });

const KINDS: Kind[] = [
  ...TEXTS.map((piece) => ({
    name: `turns of ${JSON.stringify(piece)}`,
    manner: ({ characters }: { characters: number }): Manner => ({
      turn: (_, n) => ({ text: `${n}. Cities “should” act. ${fill(piece, characters)} End.`, usage: USAGE }),
    }),
  })),
  {
    name: "an assessment's reasoning",
    manner: ({ characters }) => ({
      assess: () => ({ text: changed(assessmentJson(P), { reasoning: fill("E1, - *", characters) }), usage: USAGE }),
    }),
  },
  {
    name: "an assessment's recommendations",
    manner: ({ items }) => ({
      assess: () => ({
        text: changed(assessmentJson(P), { recommendations: Array.from({ length: items }, (_, n) => `Do ${n}.`) }),
        usage: USAGE,
      }),
    }),
  },
  {
    name: "a verdict's insights",
    manner: ({ items }) => ({
      rule: () => ({
        text: changed(verdictJson(P), { insights: Array.from({ length: items }, (_, n) => `- **${n}** _`) }),
        usage: USAGE,
      }),
    }),
  },
  {
    name: "questions before the debate",
    manner: ({ characters }) => ({ ask: () => [fill("why? ", characters)] }),
  },
];

/** What grows faster than its input, in words; empty when nothing does. */
export async function replyFaults(say: (line: string) => void): Promise<string[]> {
  await using open = new AsyncDisposableStack();
  const temporal = open.adopt(await startTemporal({ dataDir: null, namespace: "default", headless: true }), (it) =>
    it.stop(),
  );
  const world = open.adopt(await startWorld({ temporalAddress: temporal.address }), (it) => it.stop());
  say(`${KINDS.length} kinds of replies at one size and at ten times that`);
  await timeOf(world, {});
  const faults: string[] = [];
  for (const kind of KINDS) faults.push(...(await faultsOf(world, kind)));
  return faults;
}

async function faultsOf(world: World, { name, manner }: Kind): Promise<string[]> {
  let fault = "";
  for (let n = 0; n < TRIES; n++) {
    const small = await timeOf(world, manner({ characters: CHARACTERS.small, items: ITEMS.small }));
    const large = await timeOf(world, manner({ characters: CHARACTERS.large, items: ITEMS.large }));
    if (large <= Math.max(FREE_MS, small * MOST_TIMES)) return [];
    fault = `${name}: 10 × the reply takes ${Math.round(large)} ms instead of ${Math.round(small)} ms`;
  }
  return [fault];
}

/** Milliseconds from a debate's creation to its end, its report and its transcript. */
async function timeOf(world: World, manner: Manner): Promise<number> {
  world.models.use(debaters(P, manner));
  const startedAt = performance.now();
  const { id } = await world.create(
    requestOf({
      maxRounds: 1,
      exhibits: [{ title: "A count", text: "One in three." }],
      policies: { onJudgeFailure: "continue" },
    }),
  );
  await world.finished(id);
  for (const type of ["html", "md", "json"]) await world.request(`/v1/debates/${id}/transcript?as=${type}`);
  return performance.now() - startedAt;
}
