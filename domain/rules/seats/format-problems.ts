/** Checks a request by the rules of its format and protocol. */

import { pointersTo } from "../../shapes/problems.shape.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import type { Format } from "../formats/format.ts";
import { FORMATS_BY_NAME } from "../formats/registry.format.ts";
import { sideProblems } from "../formats/sides.ts";
import type { Seats } from "../protocols/protocol.ts";
import { fieldsOf, formatsTaking, PROTOCOLS, takes } from "../protocols/registry.protocol.ts";
import type { RequestFields } from "../request/request.ts";

type Request = Partial<RequestFields>;

export function formatProblems(format: Format, request: Request): Problem[] {
  const { hasJudge, sequentialBecause } = PROTOCOLS[format.protocol];
  const problem = (isWrong: unknown, pointer: string, detail: string) => (isWrong ? [{ pointer, detail }] : []);
  const { name, mode, votes } = format;
  return [
    ...countProblems(format, request),
    ...roundProblems(format, request),
    ...problem(mode && request.mode && request.mode !== mode, "/mode", `${name} is always ${mode}`),
    ...seatProblems(format, request),
    ...foreignFields(format, request),
    ...problem(!hasJudge && request.judge, "/judge", `${name} has no judge`),
    ...problem(!votes && request.audience, "/audience", `${name} has no votes on a motion; these do: ${withVotes()}`),
    ...problem(
      !format.openPositions && request.agreement !== undefined,
      "/agreement",
      `${name} has no open positions; these have: ${withOpenPositions()}`,
    ),
    ...problem(
      sequentialBecause && request.mode === "simultaneous",
      "/mode",
      `${name} is sequential: ${sequentialBecause}`,
    ),
  ];
}

function withOpenPositions(): string {
  return Object.values<Format>(FORMATS_BY_NAME)
    .flatMap(({ name, openPositions }) => (openPositions ? [name] : []))
    .join(", ");
}

function withVotes(): string {
  return Object.values<Format>(FORMATS_BY_NAME)
    .flatMap(({ name, votes }) => (votes ? [name] : []))
    .join(", ");
}

function seatProblems({ name, sides, protocol }: Format, { participants = [], judge }: Request): Problem[] {
  const { seats } = PROTOCOLS[protocol];
  if (seats.fixed) return fixedRoleProblems(participants, seats);
  if (seats.field === "role") return roleProblems(participants, judge, seats);
  return sides ? sideProblems({ format: name, ...sides, participants }) : [];
}

/** Parley adds missing participants where their roles are fixed, so too few are no problem there. */
function countProblems({ name, participants: { min, max }, protocol }: Format, request: Request): Problem[] {
  const count = request.participants?.length ?? 0;
  if (count <= max && (count >= min || PROTOCOLS[protocol].seats.fixed)) return [];
  const wanted = min === max ? `exactly ${min}` : `${min} to ${max}`;
  return [{ pointer: "/participants", detail: `${name} takes ${wanted} participants, not ${count}` }];
}

function roundProblems(format: Format, { maxRounds = format.rounds.default, minRounds = 1 }: Request): Problem[] {
  const { name, rounds, protocol } = format;
  const takesThem = ({ rounds: { min, max } }: Format) => maxRounds >= min && maxRounds <= max;
  const others = Object.values<Format>(FORMATS_BY_NAME).filter((f) => f.protocol === protocol && takesThem(f));
  const hint =
    maxRounds < rounds.min && others.length > 0
      ? `; these take it: ${others.map((other) => other.name).join(", ")}`
      : "";
  const detail = `${name} takes ${rounds.min} to ${rounds.max} rounds, not ${maxRounds}${hint}`;
  return [
    ...(takesThem(format) ? [] : [{ pointer: "/maxRounds", detail }]),
    ...(minRounds > maxRounds ? [{ pointer: "/minRounds", detail: `must not exceed maxRounds (${maxRounds})` }] : []),
  ];
}

function fixedRoleProblems(participants: RequestFields["participants"], { choices }: Seats): Problem[] {
  return participants.flatMap(({ role }, i): Problem[] => {
    const pointer = `/participants/${i}/role`;
    if (!role) return [{ pointer, detail: `is needed: one of ${choices.join(", ")}` }];
    if (!choices.includes(role))
      return [{ pointer, detail: `"${role}" is no role of this format: one of ${choices.join(", ")}` }];
    const isTaken = participants.slice(0, i).some((other) => other.role === role);
    return isTaken ? [{ pointer, detail: `the role "${role}" is taken: each is there once` }] : [];
  });
}

function roleProblems(
  participants: RequestFields["participants"],
  judge: Request["judge"],
  { choices }: Seats,
): Problem[] {
  const given = participants.map(({ role }, i) => ({ role, pointer: `/participants/${i}/role` }));
  return [...given, { role: judge?.role, pointer: "/judge/role" }].flatMap(({ role, pointer }) => {
    if (typeof role !== "string" || choices.includes(role)) return [];
    const detail = `unknown role "${role}": one of ${choices.join(", ")}; or give a systemPrompt instead`;
    return [{ pointer, detail }];
  });
}

/** Fields that only other protocols take: refused, never ignored. */
export function foreignFields({ name, protocol }: Format, request: Request): Problem[] {
  const all = new Set(Object.values(PROTOCOLS).flatMap(fieldsOf));
  const isCovered = (path: string) => [...all].some((other) => path.startsWith(`${other}/`));
  const foreign = [...all].filter((path) => !takes(PROTOCOLS[protocol], path) && !isCovered(path));
  return foreign.flatMap((path) => {
    const detail = `${name} does not take it; these do: ${formatsTaking(path).join(", ")}`;
    return pointersTo(request, path.split("/")).map((pointer) => ({ pointer, detail }));
  });
}
