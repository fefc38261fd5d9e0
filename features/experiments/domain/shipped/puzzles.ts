/**
 * Puzzles of `vote-or-debate`: of four people two are knights, one is a knave and one is a spy. Knights tell the truth,
 * knaves lie, and spies do either. A puzzle is kept only if all twelve ways to give out the roles were tried, and just one
 * fits.
 */
import type { ItemRequest } from "../request.experiment.ts";

const PEOPLE = ["Pia", "Quin", "Rolf", "Sue"];

type Role = "knight" | "knave" | "spy";
/** Roles in the order of the people. */
export type Roles = readonly Role[];

/** "X is a knight", or two of these with "and" or "or". */
export interface Statement {
  parts: { person: number; role: Role; is: boolean }[];
  joined: "and" | "or";
}

const TRIES = 10_000;

/** All ways to give out the roles, in a fixed order. */
export const ALL_ROLES: readonly Roles[] = PEOPLE.flatMap((_, knave) =>
  PEOPLE.flatMap((__, spy) => (spy === knave ? [] : [PEOPLE.map((___, i) => roleAt(i, { knave, spy }))])),
);

function roleAt(person: number, { knave, spy }: { knave: number; spy: number }): Role {
  if (person === knave) return "knave";
  return person === spy ? "spy" : "knight";
}

/** `random`: numbers in [0, 1). */
export function puzzleItem(id: string, random: () => number): ItemRequest {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const truth = pick(ALL_ROLES, random);
    const said = PEOPLE.map((_, speaker) => statementOf(speaker, random));
    const [only, ...others] = fitting(said);
    if (only === truth && others.length === 0) return itemOf(id, { said, truth });
  }
  throw new Error("no puzzle with one solution was found");
}

/** The ways to give out the roles in which every knight tells the truth and every knave lies. */
export function fitting(said: readonly Statement[]): Roles[] {
  return ALL_ROLES.filter((roles) =>
    said.every((statement, speaker) => {
      const role = roles[speaker];
      return role === "spy" || isTrue(statement, roles) === (role === "knight");
    }),
  );
}

function isTrue({ parts, joined }: Statement, roles: Roles): boolean {
  const holds = parts.map(({ person, role, is }) => (roles[person] === role) === is);
  return joined === "and" ? holds.every(Boolean) : holds.some(Boolean);
}

function statementOf(speaker: number, random: () => number): Statement {
  const others = PEOPLE.map((_, i) => i).filter((i) => i !== speaker);
  const first = pick(others, random);
  const second = pick(
    others.filter((i) => i !== first),
    random,
  );
  const part = (person: number) => ({
    person,
    role: pick(["knight", "knave", "spy"] as const, random),
    is: random() < 0.7,
  });
  const people = random() < 0.5 ? [first] : [first, second];
  return { parts: people.map(part), joined: random() < 0.5 ? "and" : "or" };
}

function itemOf(id: string, { said, truth }: { said: Statement[]; truth: Roles }): ItemRequest {
  const claims = said.map((statement, speaker) => `${PEOPLE[speaker]} says: "${words(statement)}."`);
  return {
    id,
    question: [
      `Of ${list(PEOPLE)}, two are knights, one is a knave and one is a spy. Knights always tell the truth, the knave always lies, and the spy may do either.`,
      ...claims,
      "Who is what?",
    ].join("\n"),
    answers: { type: "choice", options: ALL_ROLES.map(optionOf) },
    expected: optionOf(truth),
  };
}

function words({ parts, joined }: Statement): string {
  return parts
    .map(({ person, role, is }) => `${PEOPLE[person]} is ${is ? "" : "not "}${role === "knight" ? "a" : "the"} ${role}`)
    .join(` ${joined} `);
}

/** The knights follow from the other two. */
function optionOf(roles: Roles): string {
  return `${PEOPLE[roles.indexOf("knave")]} is the knave and ${PEOPLE[roles.indexOf("spy")]} is the spy`;
}

function list(names: string[]): string {
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function pick<T>(from: readonly T[], random: () => number): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error("there is nothing to draw from");
  return found;
}
