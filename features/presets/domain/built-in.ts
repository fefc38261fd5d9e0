/** The presets that come with Parley. They name models by their use, so they work with every server's keys. */
import type { Preset } from "../../../domain/shapes/schemas/preset.ts";

const judgedByThree = { model: "usual/judge-1", panel: ["usual/judge-1", "usual/judge-2", "usual/judge-3"] };

const QUICK: Preset = {
  name: "quick",
  version: 1,
  description: "Two speakers, two rounds and a verdict.",
  request: {
    format: "free-form",
    maxRounds: 2,
    judging: "final-only",
    participants: [
      { name: "Ada", model: "usual/speaker-1" },
      { name: "Ben", model: "usual/speaker-2" },
    ],
    judge: { model: "usual/judge-1" },
  },
  builtIn: true,
  createdAt: null,
};

const COUNCIL: Preset = {
  name: "council",
  version: 1,
  description: "Three models answer alone, rank one another's answers blind, and a chair concludes.",
  request: {
    format: "council",
    participants: [
      { name: "Ada", model: "usual/speaker-1" },
      { name: "Ben", model: "usual/speaker-2" },
      { name: "Cleo", model: "usual/speaker-3" },
    ],
    judge: { model: "usual/judge-1" },
  },
  builtIn: true,
  createdAt: null,
};

const RED_TEAM: Preset = {
  name: "red-team",
  version: 1,
  description: "One speaker defends a plan, two attack it: one looks for misuse, one for what fails by itself.",
  request: {
    format: "structured-rounds",
    maxRounds: 3,
    participants: [
      {
        name: "Planner",
        model: "usual/speaker-1",
        side: "for",
        instructions:
          "You own the plan. Answer each attack with what the plan says, or change the plan and say how. Admit what you cannot answer.",
      },
      {
        name: "Adversary",
        model: "usual/speaker-2",
        side: "against",
        instructions:
          "Look for misuse: who would gain from abusing this plan, by which concrete steps, and what it would cost those who carry it out. Name the worst step first.",
      },
      {
        name: "Operator",
        model: "usual/speaker-3",
        side: "against",
        instructions:
          "Look for what fails without anybody's ill will: load, mistakes, missing people, costs, dependencies. Name the likeliest failure first.",
      },
    ],
    judge: {
      model: "usual/judge-1",
      instructions:
        "A plan holds only if its worst attack has an answer. Weigh an attack by its harm and its likelihood.",
    },
  },
  builtIn: true,
  createdAt: null,
};

const DECISION: Preset = {
  name: "decision",
  version: 1,
  description: "One speaker for, one against, a panel of up to three judges in both orders, and a conclusion.",
  request: {
    format: "structured-rounds",
    maxRounds: 3,
    judging: "final-only",
    conclusion: true,
    participants: [
      { name: "Ada", model: "usual/speaker-1", side: "for" },
      { name: "Ben", model: "usual/speaker-2", side: "against" },
    ],
    judge: { ...judgedByThree, bothOrders: true },
  },
  builtIn: true,
  createdAt: null,
};

export const BUILT_IN_PRESETS: readonly Preset[] = [COUNCIL, DECISION, QUICK, RED_TEAM];

export function builtInPreset(name: string): Preset | undefined {
  return BUILT_IN_PRESETS.find((preset) => preset.name === name);
}
