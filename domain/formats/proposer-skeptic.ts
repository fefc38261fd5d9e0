import { ROLES, type Role } from "../protocols/roles.ts";
import type { DebateRequest } from "../request.ts";
import type { Problem } from "../schemas/faults.ts";
import { commonProblems, type ProposerSkepticFormat } from "./format.ts";
import { foreignFields } from "./own-fields.ts";

const format: Omit<ProposerSkepticFormat, "problems"> = {
  name: "proposer-skeptic",
  title: "Proposer and skeptic",
  summary:
    "A proposer answers, a skeptic finds what is wrong with it, and a synthesizer writes the answer; it ends when the skeptic is content, or at the limit.",
  protocol: "proposer-skeptic",
  participants: { min: 3, max: 3 },
  rounds: { min: 1, max: 50, default: 5, least: 3 },
  judging: "final-only",
  rules:
    "This is no contest but joint work on one answer: in each round the proposer makes or mends a proposal and the skeptic examines it; at the end the synthesizer writes the answer.",
};

/** A proposal is made and mended under a skeptic's eyes until it can stand. */
export const proposerSkeptic: ProposerSkepticFormat = {
  ...format,
  problems: (request) => {
    // Whoever is left out is added, so a request may name fewer.
    const participants = request.participants ?? [];
    const few = participants.length < format.participants.min;
    const shared = commonProblems(format, request).filter((p) => !few || p.pointer !== "/participants");
    return [...shared, ...roleProblems(participants), ...foreignFields(format, request), ...strangers(request)];
  },
};

function roleProblems(participants: DebateRequest["participants"]): Problem[] {
  return participants.flatMap(({ role }, i): Problem[] => {
    const pointer = `/participants/${i}/role`;
    if (!role) return [{ pointer, detail: `is needed: one of ${ROLES.join(", ")}` }];
    if (!ROLES.includes(role as Role))
      return [{ pointer, detail: `"${role}" is no role of this format: one of ${ROLES.join(", ")}` }];
    const taken = participants.slice(0, i).some((other) => other.role === role);
    return taken ? [{ pointer, detail: `the role "${role}" is taken: each is there once` }] : [];
  });
}

function strangers(request: Partial<DebateRequest>): Problem[] {
  return [
    ...(request.judge ? [{ pointer: "/judge", detail: `${format.name} has no judge` }] : []),
    ...(request.mode === "simultaneous"
      ? [{ pointer: "/mode", detail: `${format.name} is sequential: the skeptic reads the proposal` }]
      : []),
  ];
}
