/**
 * `npm run prompts -- --tokens`: how many tokens the judge of a debate reads, act by act, beside all that is read. Two
 * speakers without exhibits, three rounds, no cache counted; every turn has the same number of words.
 */
import { blindCase, openCase } from "../../domain/judge/blind/blind.ts";
import { askedOf } from "../../domain/play/acts/act.ts";
import { MODEL_ACTS } from "../../domain/play/acts/registry.act.ts";
import { CASES } from "../../domain/play/assumptions/cases.ts";
import { checkRequest } from "../../domain/play/beginning/checks.beginning.ts";
import { configOf } from "../../domain/play/beginning/configure.beginning.ts";
import { planOf } from "../../domain/play/beginning/create-plan.ts";
import { markedTurn } from "../../domain/play/estimates/prompts.estimate.ts";
import { walk } from "../../domain/play/estimates/walk.ts";
import { turnKind } from "../../domain/prompts/by-phase.ts";
import type { Prompt } from "../../domain/prompts/parts/prompt.prompt-part.ts";
import { FORMATS_BY_NAME } from "../../domain/rules/formats/registry.format.ts";
import type { FormatName } from "../../domain/shapes/schemas/debate.schema.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import type { ActSpec, TurnSpec } from "../../domain/shapes/state/steps.ts";
import { countTokens } from "../../domain/shapes/tokens.shape.ts";
import { catalogueOf } from "../support/models/catalogue.ts";
import { SHORT } from "../support/random/plans.ts";

interface Read {
  /** An act's name, or `turns`. */
  act: string;
  calls: number;
  tokens: number;
}

/** Input tokens by act, schemas counted. */
function tokensRead(format: FormatName, words: number): Read[] {
  const catalogue = catalogueOf();
  const { sides, votes } = FORMATS_BY_NAME[format];
  const participants = ["Ada", "Ben"].map((name, i) => ({
    name,
    model: `openai/model-${i + 1}`,
    ...(sides ? { side: i === 0 ? "for" : "against" } : { position: i === 0 ? "Ban them." : "Price them." }),
  }));
  const topic = "Should cities ban private cars from their centres?";
  const asked = { topic, format, maxRounds: 3, participants, judge: { model: "anthropic/judge" } };
  const { request, problems } = checkRequest({ ...asked, ...(votes && { audience: false }) }, catalogue);
  if (!request) throw new Error(JSON.stringify(problems));
  const config = configOf(request, catalogue);
  const names = { tenant: "default", debateId: "deb-20261121-120000-ABCDEF" };
  const plan = planOf({ ...names, config, durations: SHORT, continueAfterEvents: 1_000 });
  const read = new Map<string, Read>();
  const turns: Turn[] = [];
  const add = (act: string, { system, messages, output }: Prompt) => {
    const texts = [system, ...messages.flatMap(({ content }) => content), output ? JSON.stringify(output.schema) : ""];
    const { calls, tokens } = read.get(act) ?? { calls: 0, tokens: 0 };
    read.set(act, { act, calls: calls + 1, tokens: tokens + countTokens(texts.join("\n")) });
  };
  const book = {
    turn(turn: TurnSpec): number {
      const about = { config, turn, turns: [...turns], templates: [], totalRounds: config.maxRounds };
      add("turns", turnKind(config, turn.phase).build(about));
      turns.push({ ...markedTurn(config, turn), text: "word ".repeat(words).trim() });
      return words;
    },
    act(act: ActSpec, state: DebateState): number {
      if (act.by === "service") return 0;
      const at = { ...askedOf(act, state), endedBy: "limit" as const };
      const record = MODEL_ACTS[act.name];
      const isBlind = record.reads(at) === "blind transcript";
      const open = { config, turns, assessments: [] };
      add(act.name, record.prompt(isBlind ? blindCase(open, { seed: "deb", order: "given" }) : openCase(open), at));
      return 100;
    },
    endStep: () => {},
  };
  for (const _ of walk({ plan, config, of: CASES.likely }, book)) continue;
  return [...read.values()];
}

/** A table of them. */
export function tokensTable(formats: FormatName[], words: number): string {
  return formats
    .flatMap((format) => {
      const read = tokensRead(format, words);
      const judges = read.filter(({ act }) => act !== "turns").reduce((sum, { tokens }) => sum + tokens, 0);
      const all = read.reduce((sum, { tokens }) => sum + tokens, 0);
      return [
        `${format}, ${words} words a turn: the judge reads ${judges} of ${all} tokens`,
        ...read.map(({ act, calls, tokens }) => `  ${act}: ${tokens} in ${calls}`),
      ];
    })
    .join("\n");
}
