/** Waits for debates on behalf of OpenAI's clients, and names them in headers. */
import type { Context } from "hono";
import type { AppEnv } from "../../../api/base/context.api-base.ts";
import type { Services } from "../../../api/base/services.ts";
import { waitForRest } from "../../../api/run/follow.run-api.ts";
import type { Begun } from "./begin.ts";
import type { Shown } from "./response.ts";

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

/** The same with the debate where it rests. Throws `unavailable` when the server ends first. */
export async function waitForAnswer(c: Context<AppEnv>, services: Services, shown: Shown): Promise<Shown> {
  return { ...shown, record: await waitForRest(c, services, shown.record) };
}
