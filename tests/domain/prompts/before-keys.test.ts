import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { DebateConfig } from "../../../domain/plan/config.ts";
import { type Prompt, promptText } from "../../../domain/prompts/prompt.ts";
import { rebuildPrompt } from "../../../domain/prompts/rebuild.ts";
import type { Turn } from "../../../domain/schemas/turn.ts";
import type { TemplateHit } from "../../../domain/templates/retrieval.ts";
import stored from "./before-keys.json" with { type: "json" };

interface Stored {
  config: DebateConfig;
  templates: TemplateHit[];
  turns: Turn[];
}

/** Stored at commit 23dab8c, with hostile texts and the hashes of the prompts that were sent. */
const debates = (stored as unknown as Stored[]).map((debate) => ({ ...debate, format: debate.config.format }));

const hashOf = (prompt: Prompt) => createHash("sha256").update(promptText(prompt)).digest("hex");

/** Their prompts repeated the schema, so they are not shown any more. */
const isStructured = ({ format }: { format: string }, { phase }: Turn) =>
  format === "proposer-skeptic" && phase === "critique";

it.each(debates)(
  "Every prompt in words of a $format debate from before marks had keys is rebuilt to its hash.",
  (debate) => {
    for (const key of [{}, { fenceKey: "k7m2q4xa" }]) {
      // With a key, as a fork of it or an import has one, its old turns keep their prompts.
      const config = { ...debate.config, ...key };
      for (const turn of debate.turns) {
        const wasSent = (prompt: Prompt) => hashOf(prompt) === turn.promptSha256;
        const prompt = rebuildPrompt({ ...debate, config, turn, summaries: [], faults: [], wasSent });
        expect(prompt && hashOf(prompt)).toBe(isStructured(debate, turn) ? null : turn.promptSha256);
      }
    }
  },
);
