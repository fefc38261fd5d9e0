/** Follows a run: its events, until it rests. */
import type { Context } from "hono";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { isTerminalEvent, type LogEvent } from "../../domain/play/events/events.ts";
import { TURNS } from "../../domain/play/records/kinds.record.ts";
import type { Result } from "../../domain/shapes/schemas/result.schema.ts";
import { readEarned } from "../../domain/show/report/earned.report.ts";
import { type Answerable, answerText } from "../../domain/show/run/answer.run.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import { keyOf } from "../../store/port/debates.port.ts";
import type { AppEnv } from "../base/context.api-base.ts";
import type { Services } from "../base/services.ts";
import { readAtEnd } from "../events/wait-for-end.ts";
import { leavePlace } from "../places/wait.api.ts";

/** A client that waits longer asks again: its repeat gets the same debate. Milliseconds. */
const LONGEST_WAIT_MS = 3_600_000;

interface Followed {
  event: LogEvent;
  /** After the last event: the debate as it is stored where it rests. It is over, or has a fault that nobody has had tried again. */
  rest: DebateRecord | null;
}

/** The events after this one, until the debate rests or the signal aborts. Throws `not-found` once it is erased. */
export async function* follow(
  { store, debates }: Pick<Services, "store" | "debates">,
  record: DebateRecord,
  { signal, after = 0 }: { signal: AbortSignal; after?: number },
): AsyncGenerator<Followed, void> {
  const debate = keyOf(record);
  for await (const event of store.log.follow({ debate, after, signal })) {
    const isOver = isTerminalEvent(event.type);
    const isFault = event.type === "debate.status" && event.data.status === "error";
    const read = isOver || isFault ? await readAtEnd(store, debate, isFault ? "error" : undefined) : null;
    const isAtRest = isOver || read !== null;
    const rest = isAtRest ? (read?.record ?? (await debates.require(record.tenant, record.id))) : null;
    yield { event, rest };
    if (rest) return;
  }
}

/** The debate where it rests, as soon as its log says so. Throws `unavailable` when the server ends first; it goes on. */
export async function waitForRest(c: Context<AppEnv>, services: Services, record: DebateRecord): Promise<DebateRecord> {
  leavePlace(c);
  const ms = Math.min(LONGEST_WAIT_MS, services.settings.streamMaxMs ?? LONGEST_WAIT_MS);
  const signal = AbortSignal.any([services.leaving(c), AbortSignal.timeout(ms)]);
  for await (const { rest } of follow(services, record, { signal })) if (rest) return rest;
  throw new ParleyError("unavailable", `the debate ${record.id} goes on; send the same request again to wait for it`);
}

/** A run's answer in Markdown, with how often answers at its level were right. */
export async function writtenAnswer(
  { earned }: Pick<Services, "earned">,
  { tale, result, tenant, isShort }: { tale: Answerable; result: Result; tenant: string; isShort: boolean },
): Promise<string> {
  const rates = await readEarned(tale.debate, () => earned(tenant));
  return answerText({ ...tale, earned: rates }, result, { isShort });
}

/** What a run's answer is written from. */
export async function answerable(
  { debates, store }: Pick<Services, "debates" | "store">,
  record: DebateRecord,
): Promise<Answerable> {
  const { generation } = record.state;
  const [debate, turns] = await Promise.all([
    debates.view(record),
    store.records.list(keyOf(record), TURNS, { generation }),
  ]);
  return { debate, turns };
}
