/** An option of a debate as one record: the request, the plan, the view, imports, forms and the terminal follow from it. */

import type { ProtocolName } from "./format-names.ts";

/** What options are about, as forms group them. */
export const ABOUT = ["rounds", "judges", "checks", "prompts"] as const;
export type About = (typeof ABOUT)[number];

interface Described {
  /** The form and the terminal show the first sentence, the OpenAPI document shows all of it. */
  help: string;
  /** What a form calls it, where the first sentence of the help is not for people who do not know the API. */
  label?: string;
  /** What a form calls each choice. */
  words?: Readonly<Record<string, string>>;
  /** The part of a form where it stands; left out: `rounds`. */
  about?: About;
  /** Whose option it is, where the help alone does not say so. */
  of?: string;
  /** The protocols that take it. Others refuse it. */
  for: readonly ProtocolName[];
  /** A running debate has it among its rules, unless it is off or at its default. */
  runs?: true;
  /** A running debate has it, at its default too, among the rules of this protocol. */
  part?: "dialectic" | "question";
  /** What the debate's document says of it. Readers of a share link see it too, and an import takes it back. Needs `runs`. */
  shown?: string;
  /** The object around it switches something on by being there, so a form leaves the option empty instead of showing its default. */
  opens?: true;
  /** Another option without which it means nothing, and the value that it must have. */
  needs?: { option: string; value: boolean | string };
  /** A value that the examples of the API's document ask for. */
  example?: boolean | number | string;
}

export type Option = Described &
  /** Without a default, the format has one. */
  (
    | { kind: "flag"; default?: boolean }
    | { kind: "choice"; choices: readonly [string, ...string[]]; default?: string }
    | { kind: "number"; min: number; max: number; whole?: true; default: number }
  );

/** As a request gives it. */
export type AskedValue<O> = O extends { choices: readonly (infer C)[] }
  ? C
  : O extends { kind: "flag" }
    ? boolean
    : number;

/** As a running debate has it: a flag that is on, a choice that is not the default, a number. */
export type RunningValue<O> = O extends { choices: readonly (infer C)[] }
  ? Exclude<C, O extends { default: infer D } ? D : never>
  : O extends { kind: "flag" }
    ? true
    : number;

/**
 * Declares an option. Its place in `OPTIONS` is its path in a request.
 *
 * @example
 * const stopWhenStable = defineOption({
 *   kind: "flag",
 *   default: false,
 *   help: "With `poll`: the debate ends once private stances hardly change in two rounds running",
 *   for: ["judged", "dialectic", "proposer-skeptic"],
 *   needs: { option: "poll", value: "private" },
 *   runs: true,
 *   shown: "It ends once private stances are stable",
 *   example: true,
 * });
 * stopWhenStable.needs // → { option: "poll", value: "private" }
 */
export function defineOption<const O extends Option>(option: O): O {
  return option;
}
