/** Waits for debates on behalf of OpenAI's clients, and names them in headers. */
import type { Context } from "hono";
import type { AppEnv } from "../../../api/base/context.api-base.ts";
import type { Services } from "../../../api/base/services.ts";
import { leavePlace } from "../../../api/places/wait.api.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { keyOf } from "../../../store/port/debates.port.ts";
import type { Begun } from "./begin.ts";
import { restAt } from "./progress.openai-api.ts";
import type { Shown } from "./response.ts";

/** A client that waits longer asks again: its repeat gets the same debate. Milliseconds. */
const LONGEST_WAIT_MS = 3_600_000;

export function shownBy({ links }: Pick<Services, "links">, begun: Begun): Shown {
  return { ...begun, watch: links.debate(begun.record.id).watch ?? "" };
}

export function debateHeaders(c: Context<AppEnv>, { record, watch }: Shown): void {
  c.header("x-parley-debate", record.id);
  c.header("x-parley-watch", watch);
}

/** The same with the debate as it is stored now. */
export async function latest({ debates }: Pick<Services, "debates">, shown: Shown): Promise<Shown> {
  return { ...shown, record: await debates.require(shown.record.tenant, shown.record.id) };
}

/** The debate when it is over, as soon as its log says so. Throws `unavailable` when the server ends first; it goes on. */
export async function waitForAnswer(c: Context<AppEnv>, services: Services, shown: Shown): Promise<Shown> {
  const { settings, store } = services;
  const { record } = shown;
  leavePlace(c);
  const ms = Math.min(LONGEST_WAIT_MS, settings.streamMaxMs ?? LONGEST_WAIT_MS);
  const signal = AbortSignal.any([services.leaving(c), AbortSignal.timeout(ms)]);
  for await (const event of store.log.follow({ debate: keyOf(record), after: 0, signal })) {
    const rest = await restAt(store, keyOf(record), event);
    if (rest) return rest.record ? { ...shown, record: rest.record } : latest(services, shown);
  }
  throw new ParleyError("unavailable", `the debate ${record.id} goes on; send the same request again to wait for it`);
}
