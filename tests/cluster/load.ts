/** Debates under way while something happens to the cluster, and what became of them. */
import { createHash } from "node:crypto";
import { createClient, type DebateEvent, type NewDebate } from "../../api/client/index.ts";
import { CALLS, requestOf17, SPEAKERS, SPEECH } from "../bench/debate-of-17.ts";
import { kindOf } from "../support/models/replies.ts";
import type { ModelRequest, ModelServer } from "../support/models/server.ts";
import { answersAfter } from "../support/waits.ts";
import { debaters } from "../support/world.ts";

/** What an owner does with a debate. Gets each event; resolves when the command has been carried out. */
export interface Manner {
  /** The participants ask their questions first. */
  clarifies?: true;
  heard(id: string, event: DebateEvent): Promise<void>;
  /** Speeches may be left out, because the owner ends the debate. */
  isCut?: true;
}

export interface Played {
  id: string;
  status: string;
  calls: number;
  /** Calls with the same words as an earlier one. */
  again: number;
  /** Of what the models said and was paid for, words that stand in no turn of the transcript. */
  lostWords: number;
  /** Milliseconds: the longest time without an event. */
  silence: number;
  faults: string[];
}

/** Milliseconds of a model's answer. A worker that is told to stop has 5 s for it. */
const ANSWERS_AFTER = 500;

export type Load = ReturnType<typeof createLoad>;

export function createLoad(models: ModelServer, url: string) {
  const client = createClient({ baseUrl: url, retries: 10 });
  const cases = new Map<string, { bought: string[]; speeches: string[] }>();
  let n = 0;
  const usual = debaters(SPEAKERS, {
    turn: (request, turn) => {
      const text = `${SPEECH}Speech ${turn}.`;
      cases.get(caseIn(request))?.speeches.push(text);
      return { text, usage: { input: 400, output: 300 } };
    },
    ask: () => ["Which city is meant?"],
  });
  models.use(async (request) => {
    models.forget();
    const body = createHash("sha256").update(JSON.stringify(request.body)).digest("base64");
    cases.get(caseIn(request))?.bought.push(body);
    await answersAfter(kindOf(request) === "check" ? 0 : ANSWERS_AFTER);
    return usual(request);
  });

  async function play(manner?: Manner): Promise<Played> {
    const name = `Case-${++n}-`;
    const kept = { bought: [] as string[], speeches: [] as string[] };
    cases.set(name, kept);
    const { id } = await client.create(requestOf(name, manner));
    const { silence, faults } = await listen(id, manner);
    const { status, usage } = await client.get(id);
    const { turns } = await client.transcript(id);
    cases.delete(name);
    const texts = new Set(turns.map(({ text }) => text));
    const lost = manner?.isCut ? [] : kept.speeches.filter((speech) => !texts.has(speech));
    const lostWords = lost.reduce((sum, speech) => sum + speech.split(" ").length, 0);
    const calls = kept.bought.length;
    const different = new Set(kept.bought).size;
    // A call that was cut off before it reached the model is counted all the same: it might have been billed.
    if (usage.calls < calls) faults.push(`${calls} calls, of which it knows ${usage.calls}`);
    if (!manner && different !== CALLS) faults.push(`${different} different calls instead of ${CALLS}`);
    return { id, status, calls, again: calls - different, lostWords, silence, faults };
  }

  /** To the debate's end. */
  async function listen(id: string, manner?: Manner): Promise<Pick<Played, "silence" | "faults">> {
    const heard: Promise<void>[] = [];
    const faults: string[] = [];
    let [last, silence, since] = [0, 0, performance.now()];
    for await (const event of client.events(id)) {
      if (event.id !== last + 1) faults.push(`after event ${last} came ${event.id}`);
      last = event.id;
      silence = Math.max(silence, performance.now() - since);
      since = performance.now();
      if (manner) heard.push(manner.heard(id, event).catch((error: Error) => void faults.push(error.message)));
    }
    await Promise.all(heard);
    return { silence, faults };
  }

  return {
    client,
    /** So many debates at once, each followed by another until `during` is over: what it does, it does under load. */
    async under(manners: (Manner | undefined)[], during: () => Promise<void>): Promise<Played[]> {
      const over = new AbortController();
      const acting = during().finally(() => over.abort());
      const lanes = manners.map(async (manner) => {
        const played = [await play(manner)];
        while (!over.signal.aborted) played.push(await play(manner));
        return played;
      });
      const [all] = await Promise.all([Promise.all(lanes), acting]);
      return all.flat();
    },
  };
}

/** With positions, which the judge would else be asked for. */
function requestOf(name: string, manner?: Manner): NewDebate {
  const request = requestOf17("openai", `Should large cities close their centres to private cars? ${name}`);
  const participants = request.participants.map((one) => ({ ...one, position: `${one.name} has a position on cars.` }));
  return { ...request, participants, ...(manner?.clarifies && { clarifications: { enabled: true } }) };
}

function caseIn({ messages, system }: ModelRequest): string {
  return /Case-\d+-/.exec(`${system}${JSON.stringify(messages)}`)?.[0] ?? "";
}
