/** Counts the control arm's answers once they are grouped (docs/design/debate.md#113-judging). */

import type { ControlArm } from "../shapes/schemas/control-arm.schema.ts";
import type { Usage } from "../shapes/schemas/spend.schema.ts";
import { billedOf, spendOf, totalSpend } from "../shapes/state/costs.state.ts";
import { DEBATE, EXPECTED, type Pile } from "./answer-pile.ts";

/** `members`: keys of the pile. */
export interface Grouped {
  answer: string;
  members: string[];
}

interface Counting {
  groups: Grouped[];
  pile: Pile;
  calls: number;
  judge: string;
  bill: { usage: Usage; costUsd: number | null };
}

/** Throws without an answer. */
export function countAnswers({ groups, pile, calls, judge, bill }: Counting): ControlArm {
  const named = groups.map(({ answer, members }) => ({ answer, of: members.flatMap((key) => pile.keys[key] ?? []) }));
  const counted = named
    .map(({ answer, of }) => {
      const answers = pile.answers.flatMap(({ id }) => (of.includes(id) ? [id] : []));
      return { answer, of, count: answers.length, answers };
    })
    .toSorted((a, b) => b.count - a.count);
  const most = counted[0]?.count ?? 0;
  const first = counted.filter(({ count }) => count === most);
  const [plurality] = first;
  if (!plurality || pile.answers.length === 0) throw new Error("there is no answer to count");
  const isTie = first.length > 1;
  const holds = (what: string) => counted.find(({ of }) => of.includes(what));
  return {
    calls,
    answered: pile.answers.length,
    answer: isTie ? null : plurality.answer,
    ...(isTie && { tied: first.map(({ answer }) => answer) }),
    share: most / pile.answers.length,
    groups: counted.filter(({ count }) => count > 0).map(({ of: _of, ...group }) => group),
    debate: pile.debate,
    differs: differs(first, holds(DEBATE)),
    ...expectedIn(pile, { first, debate: holds(DEBATE), right: holds(EXPECTED) }),
    judge,
    ...billedOf(totalSpend([...pile.answers, bill].map(spendOf))),
  };
}

/** Of a tie only an answer outside it differs. */
function differs(first: object[], debate: object | undefined): boolean | null {
  if (!debate) return null;
  const isAmong = first.includes(debate);
  return first.length > 1 && isAmong ? null : !isAmong;
}

interface Found {
  first: object[];
  debate: object | undefined;
  right: object | undefined;
}

function expectedIn({ expected }: Pile, { first, debate, right }: Found): Pick<ControlArm, "expected"> {
  if (expected === null) return {};
  const alone = first.length > 1 ? null : first[0] === right;
  return { expected: { answer: expected, alone, debate: debate ? debate === right : null } };
}
