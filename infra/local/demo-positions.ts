/** Canned positions: the usual ways to take a question, said of any topic. */
import type { PositionsReading } from "../../domain/prompts/positions.ts";
import { DEMO_LINE, excerpt } from "./demo-replies.ts";
import type { DemoRequest } from "./demo-request.ts";

interface Stance {
  position: string;
  persona: string;
  arguments: string[];
}

const STANCES: Stance[] = [
  {
    position: "Yes: the gain is real and worth its price, so act now.",
    persona: "A practical reformer who has seen a change like this through, brisk and fond of examples.",
    arguments: ["Those who tried it kept it.", "Waiting costs more each year.", "What goes wrong can be mended."],
  },
  {
    position: "No: the price is too high, and those who pay it were not asked.",
    persona: "A careful administrator who has cleaned up after bold plans, dry and exact.",
    arguments: ["The costs come first and are certain.", "The gains are forecasts.", "Smaller means would do."],
  },
  {
    position: "Only in part: where a trial has shown that it works, and nowhere else.",
    persona: "An experimenter who trusts records more than principles, patient and curious.",
    arguments: ["Trials teach cheaply.", "Places differ.", "A first step can be measured."],
  },
  {
    position: "The question is who decides: those who live with it should settle it themselves.",
    persona: "An organiser of neighbourhood meetings, warm and stubborn about fair procedure.",
    arguments: ["Consent makes rules last.", "Local knowledge is lost from afar.", "Exit is no substitute for voice."],
  },
  {
    position: "Fairness comes first: judge every answer by what it does to the worst-off.",
    persona: "A doctor in a poor district, plain-spoken and impatient with averages.",
    arguments: ["Averages hide losses.", "Small losses weigh most on the poorest.", "Aid comes late."],
  },
  {
    position: "Think in decades: what matters is which choices stay open to those who come after.",
    persona: "A forester who plants for grandchildren, slow to speak and hard to hurry.",
    arguments: ["Some steps can not be undone.", "Habits outlive their reasons.", "Options have a worth."],
  },
  {
    position: "Leave it to free choice and honest prices; no rule is needed.",
    persona: "A shop owner who has outlived three regulations, witty and wary of experts.",
    arguments: ["Prices carry knowledge.", "Rules are kept on paper.", "People adapt when it pays."],
  },
  {
    position: "The question is badly put: remove the cause, and there is nothing left to decide.",
    persona: "An engineer who looks for the fault behind the fault, calm and thorough.",
    arguments: ["Symptoms come back.", "The cause is known.", "Both sides treat effects."],
  },
];

/** As many as there are seats, other than those that are given. */
export function demoPositions({ topic, seats, given }: Extract<DemoRequest, { kind: "positions" }>): PositionsReading {
  const free = STANCES.filter(({ position }) => !given.includes(position));
  return {
    reasoning: `${DEMO_LINE} The usual ways to take a question such as "${excerpt(topic, 16)}".`,
    positions: seats.map(({ fixed }, i) => {
      const stance = free[i % free.length] as Stance;
      return { position: fixed ?? stance.position, persona: stance.persona, keyArguments: stance.arguments };
    }),
  };
}
