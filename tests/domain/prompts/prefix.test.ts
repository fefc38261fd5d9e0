import { describe, expect, it } from "vitest";
import { turnKind } from "../../../domain/prompts/by-phase.ts";
import { labelledFor } from "../../../domain/prompts/parts/labelled.ts";
import { critiqueText } from "../../../domain/prompts/speaker/skeptic.ts";
import { FORMATS_BY_NAME } from "../../../domain/rules/formats/registry.format.ts";
import { FORMATS } from "../../../domain/shapes/format-names.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import type { DebatePlan } from "../../../domain/shapes/plan/plan.ts";
import type { FormatName } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import type { TurnSpec } from "../../../domain/shapes/state/steps.ts";
import { configFor, turnOf } from "../../support/debates/transcripts.ts";
import { drive } from "../../support/random/drive.ts";
import { planFor, skepticPlan } from "../../support/random/plans.ts";

const LAYOUTS = [undefined, "shared", "common", "blind"] as const;
const MODES = ["sequential", "simultaneous"] as const;
// In a question only the newest answers are shown, so a later prompt does not continue an earlier one.
// A dialectic debate and a council have tests of their own.
const OWN = ["dialectic", "question", "council"];
const played = FORMATS.filter((format) => !OWN.includes(FORMATS_BY_NAME[format].protocol));
// The skeptic reads the proposal: there it is one after the other always.
const modesOf = (format: string) => MODES.filter((mode) => format !== "proposer-skeptic" || mode === "sequential");
const cases = played.flatMap((format) =>
  modesOf(format).flatMap((mode) => LAYOUTS.map((layout) => ({ format, mode, layout }))),
);

const TEMPLATES = [{ id: "t1", name: "Cost", score: 1, text: "Weigh what a step costs." }];

function configOf(plan: DebatePlan, layout: (typeof LAYOUTS)[number]): DebateConfig {
  const { format, mode, maxRounds, participants } = plan;
  const config = configFor({ format: format as FormatName, mode, maxRounds, speakers: participants.length });
  const people = config.participants.map((p, i) => ({ ...p, ...participants[i], name: p.name }));
  return { ...config, participants: people, ...(layout && { promptLayout: layout }) };
}

function saidBy(config: DebateConfig, spec: TurnSpec): Turn {
  const { id, participantId, round, index, phase } = spec;
  const critique = { critique: "It fails.", issues: [], score: 3, readyForSynthesis: false };
  const participant = config.participants.find((p) => p.id === participantId)?.name ?? "";
  const text = phase === "critique" ? critiqueText(critique) : `What ${participant} says in ${id}.`;
  return turnOf(config, { round, index }, { id, participantId, participant, phase, text });
}

/** System and blocks with their roles, as a provider's cache compares them. */
function piecesOf(config: DebateConfig, turn: TurnSpec, turns: Turn[]): string[] {
  const shown = labelledFor({ config, turn, turns }, "deb-1")?.shown;
  const about = { config, turn, turns, ...shown, totalRounds: config.maxRounds, templates: TEMPLATES };
  const prompt = turnKind(config, turn.phase).build(about);
  const blocks = prompt.messages.flatMap(({ role, content }) => content.map((text) => `${role}: ${text}`));
  return [prompt.system, ...blocks];
}

describe("each request of a debater begins with the one before it, up to its last block", () => {
  it.each(cases)("in $format, $mode, layout $layout", ({ format, mode, layout }) => {
    const plan = format === "proposer-skeptic" ? skepticPlan({ mode }) : planFor({ format, mode, maxRounds: 4 });
    const config = configOf(plan, layout);
    const { turns } = drive(plan);
    const before = new Map<string, string[]>();
    const said: Turn[] = [];
    expect(turns.length).toBeGreaterThan(6);
    for (const turn of turns) {
      // With the other layouts whoever spoke before has made the prefix.
      const reader = layout === undefined ? turn.participantId : "all";
      const pieces = piecesOf(config, turn, said);
      const earlier = before.get(reader);
      if (earlier) expect(pieces.slice(0, earlier.length - 1)).toEqual(earlier.slice(0, -1));
      before.set(reader, pieces);
      said.push(saidBy(config, turn));
    }
  });
});
