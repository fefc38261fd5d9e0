/** Debates of several kinds that are over, for tests of their pictures. Each gives its id. */

import { agents, dialecticRequest } from "../support/agents.ts";
import { cast, skepticRequest } from "../support/debates/skeptic.ts";
import { aloneJson, assessmentJson, kindOf, verdictJson } from "../support/models/replies.ts";
import type { ModelRequest } from "../support/models/server.ts";
import { debaters, type Manner, requestOf, type World } from "../support/world.ts";

const THREE = ["p1", "p2", "p3"];
const PROFILE = { ttft: 250, tps: 150 };

/** Three speak at once in four rounds; the second's first call fails. Quality falls, words come again, and two change position. */
export async function judged({ world, changes = {} }: { world: World; changes?: object }): Promise<string> {
  let faults = 1;
  const text = (n: number) =>
    n > 6
      ? "We said it and we say it again: streets are for people and not for cars, as everybody knows who walks in them at all, every day and every night, with children or without."
      : `Speech ${n} has words of its own about cities, number ${n}, and goes on for a while.`;
  const script = debaters(THREE, {
    turn: (_, n) => ({ text: text(n), profile: PROFILE, usage: { input: 900 * n, output: 120 } }),
    assess: (_, round) => ({ json: assessed(round) }),
  });
  world.models.use((request) => {
    const fails = kindOf(request) === "turn" && request.model.includes("claude") && faults-- > 0;
    return fails ? { error: { status: 503 } } : script(request);
  });
  const request = requestOf(
    {
      mode: "simultaneous",
      exhibits: [{ title: "A count of cars", text: "Ten thousand a day." }],
      maxRounds: 4,
      limits: { maxCostUsd: 3, warnAtCostUsd: 0.1, maxTokens: 400_000 },
      ...changes,
    },
    3,
  );
  const { id } = await world.create(request);
  await world.finished(id);
  return id;
}

/** Scores that move, flags, and positions that change in rounds 2 and 3. */
function assessed(round: number) {
  const answer = JSON.parse(assessmentJson(THREE, { qualityScore: 9 - round }));
  for (const [i, { scores }] of answer.assessments.entries())
    for (const name of Object.keys(scores))
      scores[name] = Math.max(1, Math.min(10, 5 + i + (name === "novelty" ? -round : round * (i - 1))));
  answer.flags.repetitive = round > 2;
  const changed = (participant: string, change: object = {}) => ({
    participant,
    changed: Object.keys(change).length > 0,
    from: null,
    to: null,
    cause: null,
    ...change,
  });
  const toll = { from: "Ben has a position on cars.", to: "A toll on every car.", cause: "E1" };
  const trams = { from: "Cleo has a position on cars.", to: "Trams first.", cause: null };
  if (round === 1) return answer;
  return {
    ...answer,
    positions: [changed("p1"), changed("p2", round === 2 ? toll : {}), changed("p3", round === 3 ? trams : {})],
  };
}

function verdictFor(winner: string, score = 0) {
  const verdict = JSON.parse(verdictJson(["p1", "p2"]));
  for (const [i, scores] of Object.values<Record<string, number>>(verdict.criterionScores).entries())
    for (const name of Object.keys(scores)) scores[name] = Math.min(10, 6 + (i === 0 ? score : -score / 2));
  return {
    ...verdict,
    winner,
    answer: { ...verdict.answer, choice: winner },
    reasoning: "It was clearer.",
  };
}

/** Who rules for whom: the panel's first for Ada, its last for Ben. */
const isFirsts = ({ model }: ModelRequest) => model.includes("judge-a");

/** A panel of two, in both orders, who do not agree; and another judge later on. */
export async function contested({ world }: { world: World }): Promise<string> {
  const manner: Manner = {
    rule: (request) => ({ json: verdictFor(isFirsts(request) ? "p1" : "p2", isFirsts(request) ? 3 : -2) }),
  };
  world.models.use(debaters(["p1", "p2"], manner));
  const judge = { model: "openai/judge", panel: ["openai/judge-a", "openai/judge-b"], bothOrders: true };
  const { id } = await world.create(requestOf({ judge }));
  await world.finished(id);
  return id;
}

/** Two of three answers alone are one, and the debate ends with another. */
export async function controlled({ world }: { world: World }): Promise<string> {
  world.models.use(
    debaters(["p1", "p2"], {
      alone: (_, n) => ({ text: aloneJson(n === 1 ? "Price cars." : "Ban cars.") }),
      rule: () => ({ json: verdictFor("p2", -1) }),
    }),
  );
  const judge = { model: "openai/judge", bothOrders: true };
  const request = { maxRounds: 1, judging: "final-only", controlArm: { calls: 3 }, judge };
  const { id } = await world.create(requestOf(request));
  await world.finished(id);
  return id;
}

/** On a motion: an audience of five votes before and after. */
export function heard(stage: { world: World }): Promise<string> {
  return voted(stage, { audience: { voters: 5 } });
}

/** On a motion: three judges vote before and after. */
export async function voted({ world }: { world: World }, changes: object = {}): Promise<string> {
  world.models.use(debaters(["p1", "p2"]));
  const sides = [
    { name: "Ada", side: "for" },
    { name: "Ben", side: "against" },
  ];
  const participants = sides.map(({ name, side }, i) => ({
    name,
    side,
    position: `${name} is ${side} it.`,
    model: i === 0 ? "openai/gpt-5.5" : "anthropic/claude-sonnet-5",
  }));
  const judge = {
    model: "openai/judge",
    panel: ["openai/judge-a", "openai/judge-b", "openai/judge-c"],
    bothOrders: false,
  };
  const { id } = await world.create(requestOf({ format: "oxford", participants, judge, ...changes }));
  await world.finished(id);
  return id;
}

/** A proposal that gets better by every critique. */
export async function doubted({ world }: { world: World }): Promise<string> {
  world.models.use(cast((round) => ({ score: 3 + round, readyForSynthesis: round > 2 })));
  const { id } = await world.create(skepticRequest({ maxRounds: 3 }));
  await world.finished(id);
  return id;
}

/** Three agents who propose, criticise and refine, to one solution. */
export async function refined({ world }: { world: World }): Promise<string> {
  world.models.use(agents({ turn: () => ({ profile: { ttft: 150 } }) }));
  const { id } = await world.create(dialecticRequest());
  await world.finished(id);
  return id;
}
