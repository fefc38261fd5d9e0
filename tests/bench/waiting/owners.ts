/** Owners of debates, as clients of the API: what is refused for now they repeat when the API says so. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { KINDS, kindAt, waitingRequest } from "./kinds.ts";

export interface Owners {
  /** Creates a debate, with all it needs to wait. Returns its id. */
  begin(n: number): Promise<string>;
  letGoOn(n: number, id: string): Promise<void>;
  /** Refusals for now, and lost connections, by what they said. */
  repeats: Map<string, number>;
  /** Refusals for good. */
  refusals: string[];
  /** How many commands were accepted to be carried out in their turn. */
  accepted: number;
}

/** Seconds. */
const AFTER_A_LOSS = 1;

export function createOwners(url: string): Owners {
  const repeats = new Map<string, number>();
  const refusals: string[] = [];
  const note = (why: string) => void repeats.set(why, (repeats.get(why) ?? 0) + 1);

  let accepted = 0;

  async function post(path: string, body: object): Promise<{ id: string }> {
    const headers = { "content-type": "application/json", "idempotency-key": randomUUID() };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    for (;;) {
      const response = await fetch(`${url}/v1/debates${path}`, init).catch((lost: Error) => lost);
      if (response instanceof Error) {
        note(`lost: ${((response.cause ?? response) as Error).message}`);
        await sleep(AFTER_A_LOSS * 1000);
        continue;
      }
      const text = await response.text();
      if (response.status === 202) accepted++;
      if (response.ok) return JSON.parse(text);
      if (response.status !== 503 && response.status !== 429) throw new Error(`${path} ${response.status}: ${text}`);
      note(`${response.status} ${(JSON.parse(text) as { detail: string }).detail.replaceAll(/deb-[\w-]+/g, "…")}`);
      await sleep(Number(response.headers.get("retry-after")) * 1000);
    }
  }

  return {
    repeats,
    refusals,
    get accepted() {
      return accepted;
    },
    async begin(n) {
      const { id } = await post("", waitingRequest(n));
      const { prepare } = KINDS[kindAt(n)];
      if (prepare) await post(`/${id}/${prepare.path}`, prepare.body);
      return id;
    },
    async letGoOn(n, id) {
      const { path, body } = KINDS[kindAt(n)].goOn(n);
      await post(`/${id}/${path}`, body).catch((error: Error) => refusals.push(error.message));
    },
  };
}

/** Runs `work` for each of the items, so many at once. */
export async function atOnce<T>(items: T[], most: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const one = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: most }, one));
}
