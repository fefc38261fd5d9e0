/** A bench of simulated judges. Ballots, orders, labels and the twin are those of a debate. */

import { ownBallot } from "../../../domain/judge/twin-ballots.ts";
import { drawLabels } from "../../../domain/rules/judges/labels.ts";
import { openBallots } from "../../../domain/rules/judges/panel.rules.ts";
import { initialState } from "../../../domain/rules/protocols/initial-state.ts";
import { modelId, parseModel } from "../../../domain/shapes/catalogue/catalogue.ts";
import { familyOf } from "../../../domain/shapes/catalogue/family.ts";
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import type { CastBallot } from "../../../domain/shapes/schemas/ballot.ts";
import { ballotOrder, ballotSeat } from "../../../domain/shapes/turn-ids.ts";
import { ballotOf, configFor, speaker, verdictOf } from "../../support/debates/transcripts.ts";
import { planFor } from "../../support/random/plans.ts";
import { other, type Question, type Speaker, type World } from "./world.ts";

/** `judges`: as `provider/model`, each with a seat. */
export interface Bench {
  judges: readonly string[];
  /** Each judge rules once, on the given order. */
  oneOrder?: true;
  /** They rule on the twin debate too. */
  twin?: true;
}

/** The families of the debaters: judges of them may prefer their own. */
const FAMILY: Record<Speaker, string> = { p1: "openai", p2: "mistral" };
export const config = configFor({
  participants: (["p1", "p2"] as const).map((id, i) => speaker(i, { provider: FAMILY[id], model: "debater" })),
});
/** In the twin each has the other's place. */
const swapped = config.participants.map(({ id }, i) => ({ id, name: config.participants[1 - i]?.name ?? "" }));

export function castBallots(world: World, bench: Bench, question: Question): CastBallot[] {
  const debates = bench.twin ? [false, true] : [false];
  return debates.flatMap((isTwin) => actsOf(bench).map((act) => castBallot({ world, question, isTwin, ...act })));
}

interface Act {
  id: string;
  judge: ModelRef;
}

const acts = new Map<Bench, Act[]>();

/** As the workflow asks them. */
function actsOf(bench: Bench): Act[] {
  const known = acts.get(bench);
  if (known) return known;
  const panel = bench.judges.flatMap((name) => parseModel(name) ?? []);
  const plan = { ...planFor(), panel, ...(!bench.oneOrder && { bothOrders: true as const }) };
  const made = openBallots(plan, initialState(plan)).flatMap(({ id, panelist }) =>
    panelist ? [{ id, judge: panelist }] : [],
  );
  acts.set(bench, made);
  return made;
}

interface Asked extends Act {
  world: World;
  question: Question;
  isTwin: boolean;
}

function castBallot(asked: Asked): CastBallot {
  const { id, judge, question, isTwin, world } = asked;
  const favourite = favouriteOf(asked);
  const winner = favourite ?? betterAsRead(asked);
  const answer = answersRight(asked, { favourite, winner }) ? question.right : other(question.right);
  // A lead says nothing but who won: 4 to 16 of 100.
  const lead = 4 + 12 * question.draw(`lead/${id}/${isTwin}`);
  // Who holds which place is the other way round in the twin.
  const named = isTwin ? other(winner) : winner;
  const ballot = ballotOf(config, {
    id,
    judge: modelId(judge),
    order: ballotOrder(id),
    verdict: verdictOf(config, {
      winner: { participant: named, reasoning: "So it is." },
      // A place keeps its position in the twin.
      answer: { choice: answer, text: "That one." },
      probability: statedOf(question, world),
      scores: { [named]: 60 + lead, [other(named)]: 60 },
    }),
  });
  return isTwin ? ownBallot(ballot, { twin: swapped, participants: config.participants }) : ballot;
}

/** 0–100. */
function statedOf({ accuracy }: Question, { sureness }: World): number {
  return Math.round(100 * (accuracy + sureness * (1 - accuracy)));
}

/** Whom the judge prefers for what should not count; null: nobody. Speakers have the ids of the debate itself. */
function favouriteOf({ id, judge, question, isTwin, world }: Asked): Speaker | null {
  const { firstShown = 0, lastSpoken = 0, ownFamily = 0 } = world.bias ?? {};
  const isLed = (by: string, share: number) => question.draw(`${by}/${modelId(judge)}/${isTwin}`) < share;
  const own = (["p1", "p2"] as const).find((speaking) => FAMILY[speaking] === familyOf(judge));
  if (own && isLed("own", ownFamily)) return own;
  if (isLed("first", firstShown)) return shownFirst(question, { id, isTwin });
  if (isLed("last", lastSpoken)) return isTwin ? "p1" : "p2";
  return null;
}

function betterAsRead(asked: Asked): Speaker {
  const { question, isTwin, world } = asked;
  const better = isTwin ? question.betterInTwin : question.better;
  return luckOf(asked, `winner/${isTwin}`) < world.reading ? better : other(better);
}

function shownFirst({ draw }: Question, { id, isTwin }: Pick<Asked, "id" | "isTwin">): Speaker {
  const seed = `${draw("labels")}/${isTwin}`;
  const [first] = drawLabels({ participants: config.participants, seed, order: ballotOrder(id), texts: [] });
  return first?.participantId === "p2" ? "p2" : "p1";
}

/** An error about the question is the same in the twin; one about who argued better is not. */
function answersRight(asked: Asked, { favourite, winner }: { favourite: Speaker | null; winner: Speaker }): boolean {
  const { id, question, isTwin, world } = asked;
  const { winnersAnswer = 0 } = world.bias ?? {};
  const holder = isTwin ? other(question.right) : question.right;
  if (favourite) return favourite === holder;
  if (question.draw(`winner's answer/${id}/${isTwin}`) < winnersAnswer) return winner === holder;
  return luckOf(asked, "answer") < question.accuracy;
}

/** From 0 to 1, evenly. Below a ballot's accuracy it is right. */
function luckOf({ id, judge, question: { draw }, world: { joint }, isTwin }: Asked, what: string): number {
  const model = modelId(judge);
  const shared = (whose: string, share: number) => draw(`${what}/${whose} together`) < share;
  if (shared("all", joint.all)) return draw(what);
  if (shared(familyOf(judge), joint.family)) return draw(`${what}/${familyOf(judge)}`);
  if (shared(model, joint.model)) return draw(`${what}/${model}`);
  return draw(`${what}/${ballotSeat(id)}/${ballotOrder(id)}/${isTwin}`);
}
