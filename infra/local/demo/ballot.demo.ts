/** A demo judge's ballot, with the fields that it is asked for. */
import type { AskedBallot } from "../../../domain/prompts/for-judge/verdict.judge-prompt.ts";
import type { DemoParticipant, DemoRequest } from "./request.demo.ts";

/** All that a demo judge has to say. */
export type Ruling = Omit<Required<AskedBallot>, "answer" | "probability">;

/** Of 100 such answers it holds so many to be right. */
const PROBABILITY = 70;

/** `view`: what the winner holds, in a sentence. */
export function asAsked(ruling: Ruling, { ballot, participants }: DemoRequest, view: string): AskedBallot {
  const { criteria, areasOfAgreement, areasOfDisagreement, insights, summary, ...short } = ruling;
  const more = { criteria, areasOfAgreement, areasOfDisagreement, insights, summary };
  const winner = participants.find(({ id }) => id === ruling.winner);
  return {
    ...short,
    ...(ballot.choices && {
      answer: { choice: choiceOf(winner, ballot.choices), text: view },
      probability: PROBABILITY,
    }),
    ...(ballot.isFirst && more),
  };
}

/** The winner's, its side, or one of the options. */
function choiceOf(winner: DemoParticipant | undefined, choices: string[]): string | null {
  return choices.find((choice) => choice === winner?.id || choice === winner?.side) ?? choices[0] ?? null;
}
