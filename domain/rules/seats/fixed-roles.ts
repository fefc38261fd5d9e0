/** Where a protocol has fixed roles, Parley adds those that a request leaves out, with a default model. */

import { lookAlike } from "../../base/text/look-alikes.ts";
import { type Catalogue, parseModel } from "../../shapes/catalogue/catalogue.ts";
import { modelNameIn } from "../../shapes/catalogue/model-choice.ts";
import { protocolOf } from "../protocols/registry.protocol.ts";
import type { DebateRequest } from "../request/debate-request.ts";

type Participants = DebateRequest["participants"];

export const DEMO_MODEL = "demo/debater";
export const DEMO_JUDGE = "demo/judge";

export function areDemo(participants: Participants, catalogue: Catalogue): boolean {
  return areAllDemo(
    participants.map(({ model }) => modelNameIn(model)),
    catalogue,
  );
}

/** `models`: as `provider/model`. False of none. */
export function areAllDemo(models: string[], catalogue: Catalogue): boolean {
  return models.length > 0 && models.every((id) => catalogue.provider(parseModel(id)?.provider ?? "")?.demo);
}

/** The fixed roles that no participant has. */
export function missingRoles({ format, participants = [] }: Partial<DebateRequest>): string[] {
  const { fixed = {} } = format === undefined ? {} : protocolOf({ format }).seats;
  return Object.keys(fixed).filter((role) => !participants.some((p) => p.role === role));
}

/** `provider/model` for added participants; null when there is none. */
export function modelForAdded({ participants = [] }: Partial<DebateRequest>, catalogue: Catalogue): string | null {
  return areDemo(participants, catalogue) ? DEMO_MODEL : catalogue.defaultModel();
}

/** All participants, each with an id. Ids and names of added ones do not clash with those given. */
export function withMissingRoles(request: DebateRequest, catalogue: Catalogue): Participants {
  const given = request.participants.map((p, i) => ({ ...p, id: p.id ?? `p${i + 1}` }));
  const { fixed = {} } = protocolOf(request).seats;
  return missingRoles(request).reduce<typeof given>((all, role) => {
    const model = modelForAdded(request, catalogue);
    if (model === null) return all;
    const id = free(`p${all.length + 1}`, (wanted) => all.some((p) => lookAlike(p.id, wanted)));
    const name = free(fixed[role]?.name ?? role, (wanted) => all.some((p) => lookAlike(p.name, wanted)));
    return [...all, { id, name, model, role }];
  }, given);
}

function free(wanted: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(wanted)) return wanted;
  let n = 2;
  while (isTaken(`${wanted}-${n}`)) n++;
  return `${wanted}-${n}`;
}
