/**
 * Remembers what endpoints and models refuse, so that each is tried once. With a store, over restarts and for all
 * processes; without, as long as the process lives.
 */
import { createHash } from "node:crypto";
import { current, EVERY_MODEL, LESSONS, type Seat } from "../../domain/play/records/lessons.ts";
import type { ModelRef } from "../../domain/shapes/catalogue/model-ref.ts";
import type { RecordStore } from "../../store/port/records.port.ts";
import { isLesson, type Lesson } from "./base/providers.ts";

export interface Memory {
  /** Reads the store the first time. A store that is away is asked again by the next call. */
  learntOf(baseUrl: string, model: ModelRef): Promise<ReadonlySet<Lesson>>;
  learn(baseUrl: string, model: ModelRef, lesson: Lesson): Promise<void>;
}

export function createMemory(records: RecordStore | null): Memory {
  const learnt = new Map<string, ReadonlySet<Lesson>>();

  async function stored(seat: Seat): Promise<Lesson[] | null> {
    if (!records) return [];
    try {
      return current(await records.get({}, LESSONS, seat), new Date()).filter(isLesson);
    } catch {
      return null;
    }
  }

  async function lessonsOf(seat: Seat): Promise<ReadonlySet<Lesson>> {
    const known = learnt.get(keyOf(seat));
    if (known) return known;
    const read = await stored(seat);
    const both = new Set([...(read ?? []), ...(learnt.get(keyOf(seat)) ?? [])]);
    if (read) learnt.set(keyOf(seat), both);
    return both;
  }

  return {
    async learntOf(baseUrl, model) {
      const seats = [seatOf(baseUrl, model), seatOf(baseUrl, { ...model, model: EVERY_MODEL })];
      const [own, common] = await Promise.all(seats.map(lessonsOf));
      return new Set([...(own ?? []), ...(common ?? [])]);
    },
    async learn(baseUrl, model, lesson) {
      // Which APIs there are is a matter of the server.
      const seat = seatOf(baseUrl, lesson === "responses" ? { ...model, model: EVERY_MODEL } : model);
      const lessons = new Set([...(await lessonsOf(seat)), lesson]);
      learnt.set(keyOf(seat), lessons);
      // What cannot be kept is learnt again.
      await records?.put({}, LESSONS, { ...seat, lessons: [...lessons], at: new Date().toISOString() }).catch(() => {});
    },
  };
}

function seatOf(baseUrl: string, { provider, model }: ModelRef): Seat {
  return { endpoint: createHash("sha256").update(baseUrl).digest("base64url").slice(0, 16), provider, model };
}

function keyOf({ endpoint, provider, model }: Seat): string {
  return JSON.stringify([endpoint, provider, model]);
}
