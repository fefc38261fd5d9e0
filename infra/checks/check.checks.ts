/** What Parley needs of a server that it has not started: a record for each thing. The start and `parley doctor` read them. */

/** `S`: what was seen of the server. */
export interface Check<S> {
  name: string;
  /** What is there, in words. */
  look: (seen: S) => Look;
  /** What it costs where it is missing: a clause. */
  costs: string;
  /** How to mend it: a sentence, with the command where there is one. */
  mend: string | ((seen: S) => string);
  /** Parley does not start without it. */
  isRequired?: true;
}

export interface Look {
  /** `unseen`: the server does not show it, or this caller may not look. */
  outcome: "yes" | "no" | "unseen";
  detail: string;
}

export const yes = (detail: string): Look => ({ outcome: "yes", detail });
export const no = (detail: string): Look => ({ outcome: "no", detail });
export const unseen = (detail: string): Look => ({ outcome: "unseen", detail });

export interface Finding extends Look {
  /** For example `Temporal, retention`. */
  what: string;
  costs: string;
  mend: string;
  isRequired: boolean;
}

export function findingsOf<S>(server: string, { checks, seen }: { checks: Check<S>[]; seen: S }): Finding[] {
  return checks.map(({ name, look, costs, mend, isRequired = false }) => ({
    what: `${server}, ${name}`,
    ...look(seen),
    costs,
    mend: typeof mend === "string" ? mend : mend(seen),
    isRequired,
  }));
}

/** Something that Parley cannot do without is missing. */
export class NotReady extends Error {
  constructor(missing: Finding[]) {
    super(["Parley cannot start:", ...missing.map((finding) => `  - ${sentenceOf(finding)}`)].join("\n"));
    this.name = "NotReady";
  }
}

/** A line for each thing that is missing. Throws `NotReady` if Parley cannot do without one of them. */
export function missingOf(findings: Finding[]): string[] {
  const missing = findings.filter(({ outcome }) => outcome === "no");
  const required = missing.filter(({ isRequired }) => isRequired);
  if (required.length > 0) throw new NotReady(required);
  return missing.map(sentenceOf);
}

export function sentenceOf({ what, detail, costs, mend }: Finding): string {
  return `${what}: ${detail}; ${costs}. ${mend}`;
}
