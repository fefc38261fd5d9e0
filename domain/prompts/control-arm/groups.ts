/** Groups answers by what they say: the prompt, the reply's schema, and how the reply is read. */
import { z } from "zod";
import type { Pile } from "../../judge/answer-pile.ts";
import type { Grouped } from "../../judge/control-arm.judging.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { fencesOf } from "../fences/fences.ts";
import { filled, outputSchema, readAnswer } from "../parts/answer.prompt-part.ts";
import { subject } from "../parts/facts.prompt-part.ts";
import { ASK_FOR_JSON, houseRules, MEND_JSON } from "../parts/frame.prompt-part.ts";
import type { Prompt, Reading } from "../parts/prompt.prompt-part.ts";
import { stricter } from "../parts/stricter.ts";

type Items = Pile["shown"];

interface GroupsInput {
  config: DebateConfig;
  items: Items;
  faults?: string[] | undefined;
}

/** The last block of the prompt begins with this. */
export const GROUP = "Group the answers above";

const INTRO = `You group answers to a question by what they say. You do not judge them: which answer is right or better argued does not count, nor do length, style or wording.
- Two answers belong together when somebody who acts on the one would do or believe what the other says.
- They do not when they differ in what to do or believe, however alike their words are.`;

const TASK = `${GROUP} by what they say. Each answer is in exactly one group.
- groups: for each group, answer: what its answers have in common, in one sentence; members: their ids.`;

export function buildGroupsPrompt({ config, items, faults = [] }: GroupsInput): Prompt {
  const fences = fencesOf(config);
  const facts = [...subject("The question:", config), ""].join("\n");
  const task = [TASK, ASK_FOR_JSON, ...stricter(faults, { ...fences, ending: MEND_JSON })].join("\n");
  return {
    system: [INTRO, ...houseRules(config)].join("\n\n"),
    messages: [
      {
        role: "user",
        content: [facts, ...items.map(({ key, text }) => fences.fence("answer", text, { id: key })), task],
      },
    ],
    output: outputSchema("answer_groups", schema),
    source: "built-in",
  };
}

const schema = z.strictObject({ groups: z.array(z.strictObject({ answer: filled, members: z.array(z.string()) })) });

export function readGroups(text: string, items: Items): Reading<Grouped[]> {
  const keys = items.map(({ key }) => key);
  const reading = readAnswer(text, { schema, check: (raw) => misplaced(raw, keys) });
  return reading.ok ? { ok: true, value: reading.value.groups } : reading;
}

/** Each answer must be in one group, and no group may be empty. */
function misplaced(raw: unknown, keys: string[]): string[] {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) return [];
  const { groups } = parsed.data;
  const members = groups.flatMap((group) => group.members);
  const times = (key: string) => members.filter((member) => member === key).length;
  const strange = [...new Set(members)].filter((member) => !keys.includes(member));
  return [
    ...keys.filter((key) => times(key) === 0).map((key) => `Answer ${key} is in no group.`),
    ...keys.filter((key) => times(key) > 1).map((key) => `Answer ${key} is in more than one group.`),
    ...strange.map((member) => `There is no answer ${member.slice(0, 40)}.`),
    ...(groups.some((group) => group.members.length === 0) ? ["A group must have members."] : []),
  ];
}
