/** Who takes part: in a format with fixed roles, whoever a request left out is added with a default model. */
import { type Catalogue, parseModel } from "./catalogue.ts";
import { ROLES, type Role } from "./protocols/roles.ts";
import type { DebateRequest } from "./request.ts";

type Participants = DebateRequest["participants"];

const NAMES: Record<Role, string> = { proposer: "Proposer", skeptic: "Skeptic", synthesizer: "Synthesizer" };
const DEMO_MODEL = "demo/debater";

/** What each role is there for, as a position. */
export const ROLE_POSITIONS: Record<Role, string> = {
  proposer: "Proposes an answer and mends it.",
  skeptic: "Looks for what is wrong with the proposal.",
  synthesizer: "Writes the answer that the exchange supports.",
};

/** §1.4 */
export const ROLE_TEMPERATURES: Record<Role, number> = { proposer: 0.7, skeptic: 0.8, synthesizer: 0.5 };

export function partOf({ role }: { role?: string | undefined }): Role | undefined {
  return ROLES.find((known) => known === role);
}

export function areDemo(participants: Participants, catalogue: Catalogue): boolean {
  const models = participants.map((p) => (typeof p.model === "string" ? p.model : p.model.model));
  return models.length > 0 && models.every((id) => catalogue.provider(parseModel(id)?.provider ?? "")?.demo);
}

/** The roles that nobody has been given. */
export function missingRoles({ format, participants = [] }: Partial<DebateRequest>): Role[] {
  if (format !== "proposer-skeptic") return [];
  return ROLES.filter((role) => !participants.some((p) => p.role === role));
}

/** `provider/model` for those who are added; null when there is none. */
export function modelForAdded({ participants = [] }: Partial<DebateRequest>, catalogue: Catalogue): string | null {
  return areDemo(participants, catalogue) ? DEMO_MODEL : catalogue.defaultModel();
}

/** The participants with those added that the format needs. Ids and names do not clash with those given. */
export function castOf(request: DebateRequest, catalogue: Catalogue): Participants {
  const given = request.participants.map((p, i) => ({ ...p, id: p.id ?? `p${i + 1}` }));
  return missingRoles(request).reduce<typeof given>((cast, role) => {
    const model = modelForAdded(request, catalogue);
    if (model === null) return cast;
    const id = free(`p${cast.length + 1}`, (name) => cast.some((p) => p.id === name));
    const name = free(NAMES[role], (wanted) => cast.some((p) => p.name.toLowerCase() === wanted.toLowerCase()));
    return [...cast, { id, name, model, role }];
  }, given);
}

function free(wanted: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(wanted)) return wanted;
  let n = 2;
  while (isTaken(`${wanted}-${n}`)) n++;
  return `${wanted}-${n}`;
}
