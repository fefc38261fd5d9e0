/** The columns of the matrix: when it goes wrong. */
import type { kindOf } from "../support/models/replies.ts";

export interface Moment {
  name: string;
  /** The call that a model's fault meets, and during which the rest breaks. */
  kind: ReturnType<typeof kindOf>;
  /** Which of the calls of that kind, from 1. */
  nth: number;
  /** The owner is asked something first; what is no fault of a model's breaks while the debate waits for the answer. */
  clarifies: boolean;
  /** Of the debate; 1 when left out. In one of two the judge reads the first round while the second is spoken. */
  rounds?: 2;
}

export const MOMENTS: Moment[] = [
  { name: "during a turn", kind: "turn", nth: 2, clarifies: false },
  { name: "during judging", kind: "assessment", nth: 1, clarifies: false },
  { name: "during judging beside a round", kind: "assessment", nth: 1, clarifies: false, rounds: 2 },
  { name: "during a turn beside judging", kind: "turn", nth: 3, clarifies: false, rounds: 2 },
  { name: "while awaiting answers", kind: "questions", nth: 1, clarifies: true },
  { name: "while concluding", kind: "verdict", nth: 1, clarifies: false },
];
