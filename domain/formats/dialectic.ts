import type { DebateRequest } from "../request.ts";
import { ROLE_NAMES } from "../roles/registry.ts";
import type { Problem } from "../schemas/faults.ts";
import { commonProblems, type DialecticFormat, type FormatParts } from "./format.ts";
import { foreignFields } from "./own-fields.ts";

const parts: Omit<FormatParts, "problems"> = {
  name: "dialectic",
  title: "Dialectic",
  summary:
    "Agents with roles propose, criticise one another's proposals and refine their own; the judge makes one solution of it.",
  participants: { min: 2, max: 8 },
  rounds: { min: 1, max: 50, default: 3 },
  judging: "final-only",
  rules:
    "Agents with different roles solve one problem together. In each round every agent has a proposal, criticises the proposal of every other agent, and refines its own with the critiques that it received. From the second round on the refinements are the proposals. At the end a judge makes one solution of them.",
};

/** 2–8 agents with roles solve a problem; see `protocols/dialectic.ts`. */
export const dialectic: DialecticFormat = {
  ...parts,
  protocol: "dialectic",
  problems: (request) => [
    ...commonProblems(parts, request),
    ...roleProblems(request),
    ...foreignFields({ ...parts, protocol: "dialectic" }, request),
  ],
};

function roleProblems({ participants = [], judge }: Partial<DebateRequest>): Problem[] {
  const given = participants.map((p, i) => ({ role: p.role, pointer: `/participants/${i}/role` }));
  return [...given, { role: judge?.role, pointer: "/judge/role" }].flatMap(({ role, pointer }) =>
    typeof role !== "string" || ROLE_NAMES.includes(role)
      ? []
      : [
          {
            pointer,
            detail: `unknown role "${role}": one of ${ROLE_NAMES.join(", ")}; or give a systemPrompt instead`,
          },
        ],
  );
}
