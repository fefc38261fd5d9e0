/** The check of claims against the exhibits: its prompt, and how the reply is read. */
import { z } from "zod";
import { type AskedClaim, LEAST_QUOTED_WORDS } from "../../rules/claims/verify-claim.ts";
import { MOST_CLAIMS } from "../../shapes/schemas/claims.schema.ts";
import { EVIDENCE_STATUSES, MOST_QUOTES } from "../../shapes/schemas/quoted-passage.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { isSpoken } from "../../shapes/state/interjections.state.ts";
import { filled, outputSchema, readAnswer, shortened } from "../parts/answer.prompt-part.ts";
import { strangeTurns } from "../parts/cited-turns.ts";
import type { Prompt, Reading } from "../parts/prompt.prompt-part.ts";
import { toolLines } from "../parts/tools.prompt-part.ts";
import { type JudgeInput, judgePrompt } from "./judge.judge-prompt.ts";

/** The last block of the prompt begins with this. */
export const CHECK_CLAIMS = "Check the claims that decide the debate against the exhibits";

export function buildClaimsPrompt(input: JudgeInput): Prompt {
  const lookUp = toolLines(input.config.judge ?? {}).map((line) => `${line}\n`);
  const task = `${lookUp.join("")}${CHECK_CLAIMS}. This is no ruling: say only what the exhibits show. Name at most ${MOST_CLAIMS} claims of fact that the speakers' cases rest on, the most decisive first, whoever made them; an empty list when there is none.
- claim: what is claimed, in one sentence that stands alone.
- turnIds: the turns that claim it.
- refs: the exhibits that bear on it, for example E1; empty when none does.
- status: supported or contradicted, when an exhibit says so; unverified when none settles it. That an exhibit is about the same matter settles nothing, and what you know yourself does not count.
- quotes: at most ${MOST_QUOTES} passages of these exhibits that show it, copied word for word, each of at least ${LEAST_QUOTED_WORDS} words. The code looks each one up: without one that stands in its exhibit the claim is unverified.
- why: in one sentence, how the passage settles the claim, or what is missing.`;
  return judgePrompt({ ...input, does: "reads", assessments: [], task, output: outputSchema("claims", schema) });
}

const schema = z.strictObject({
  claims: z.array(
    z.strictObject({
      claim: filled,
      turnIds: z.array(z.string()),
      refs: z.array(z.string()),
      quotes: z.array(z.strictObject({ ref: z.string(), text: filled })),
      why: filled,
      status: z.enum(EVIDENCE_STATUSES),
    }),
  ),
});

const MOST = { claims: MOST_CLAIMS, quotes: MOST_QUOTES };

/** A passage that stands nowhere is no fault of the reply: the code finds it, and the claim is unverified. */
export function readClaims(text: string, { turns }: { turns: Turn[] }): Reading<AskedClaim[]> {
  const spoken = turns.filter(isSpoken).map(({ id }) => id);
  const all = turns.map(({ id }) => id);
  const check = (raw: unknown) => [...strangeTurns(withoutQuotes(raw), all), ...claimFaults(raw, spoken)];
  const reading = readAnswer(text, { schema, check, tidy: (raw) => shortened(raw, MOST) });
  return reading.ok ? { ok: true, value: reading.value.claims } : reading;
}

/** `raw` may have any shape: the schema's own faults are listed beside these. */
function claimsIn(raw: unknown): Partial<Record<keyof AskedClaim, unknown>>[] {
  const claims = (raw as { claims?: unknown } | null)?.claims;
  return Array.isArray(claims) ? claims.filter((claim) => typeof claim === "object" && claim !== null) : [];
}

/** Exhibits may contain words that look like a turn's id. */
function withoutQuotes(raw: unknown): object[] {
  return claimsIn(raw).map(({ quotes: _passages, ...claim }) => claim);
}

function claimFaults(raw: unknown, spoken: string[]): string[] {
  return claimsIn(raw).flatMap(({ turnIds }, i) =>
    Array.isArray(turnIds) && turnIds.length > 0 && turnIds.every((id) => spoken.includes(id as string))
      ? []
      : [`claims[${i}].turnIds must name turns of speakers that you were shown, at least one.`],
  );
}
