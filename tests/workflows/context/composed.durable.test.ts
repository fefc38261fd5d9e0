import { defaultPayloadConverter } from "@temporalio/common";
import { expect, it } from "vitest";
import { compose } from "../../../activities/acts/compose.activity.ts";
import type { ActivityDeps } from "../../../activities/base/deps.ts";
import type { ActCall } from "../../../activities/calls/model-call.activity.ts";
import type { Publication } from "../../../activities/index.ts";
import { MODEL_ACTS } from "../../../domain/play/acts/registry.act.ts";
import type { ModelAct } from "../../../domain/shapes/facts.shape.ts";
import { agents, dialecticRequest } from "../../support/agents.ts";
import { CLAIM_EXHIBITS, claimManner } from "../../support/debates/claims.ts";
import { councilRequest, members } from "../../support/debates/council.ts";
import { longTurns, windowed } from "../../support/debates/long-debate.ts";
import { OUTPUT, shaping } from "../../support/debates/output.ts";
import { answering, questionRequest } from "../../support/debates/question.ts";
import { conclusionOf } from "../../support/models/conclusions.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const world = await useWorld();

type ActInput = Omit<ActCall, "debate" | "state"> & { publication: Publication };

const isModelAct = (name: string): name is ModelAct => Object.hasOwn(MODEL_ACTS, name);

interface Sent {
  name: ModelAct;
  model: string;
  system: string | null;
  messages: string[];
}

/** Composes the acts that a debate's workflow has asked for since it was last called. */
async function composeNew(id: string, composed: Map<string, Sent>): Promise<void> {
  const { events } = await world.handle(id).fetchHistory();
  const deps = { store: world.store, catalogue: world.catalogue } as unknown as ActivityDeps;
  for (const { activityTaskScheduledEventAttributes: scheduled } of events ?? []) {
    const { activityId, activityType, input } = scheduled ?? {};
    const name = activityType?.name ?? "";
    const [payload] = input?.payloads ?? [];
    if (!payload || !activityId || !isModelAct(name) || composed.has(activityId)) continue;
    const { publication, ...call } = defaultPayloadConverter.fromPayload<ActInput>(payload);
    const { debate, state } = publication;
    const { prompt, model, fitting } = await compose(deps, MODEL_ACTS[name], { ...call, debate, state });
    // It is asked for again once a summary makes it short enough.
    if (fitting.needs) continue;
    const messages = prompt.messages.map(({ content }) => content.join("\n\n"));
    composed.set(activityId, { name, model: model.model, system: prompt.system, messages });
  }
}

const long = agents({
  turn: ({ kind, speaker }) =>
    speaker === "Ada" && kind !== "critique" ? { text: `[${kind} ${speaker} 1] ${"word ".repeat(1_300)}` } : {},
});
const unplaced = ["Ada", "Ben"].map((name) => ({ name, model: "openai/gpt-5.5" }));

const sided = ["for", "against"].map((side, i) => ({
  name: ["Ada", "Ben"][i],
  model: "openai/gpt-5.5",
  position: `Argues ${side} it.`,
  side,
}));

/** Between them they make every act that asks a model. */
const DEBATES: [(request: ModelRequest) => ModelReplyScript, object, ModelAct[]][] = [
  [
    debaters(["p1", "p2"]),
    requestOf({ participants: unplaced, clarifications: { enabled: true } }),
    ["assessRound", "assignPositions", "castBallot", "collectQuestions"],
  ],
  [
    debaters(["p1", "p2"]),
    requestOf({ format: "oxford", maxRounds: 3, participants: sided }),
    ["castBallot", "castVote"],
  ],
  // The written answer is nobody's, so the judge is asked about it.
  [
    debaters(["p1", "p2"], {
      concludes: (request) => ({
        json: conclusionOf(request, { answer: { holder: null, whyOther: "It joins both." } }),
      }),
    }),
    requestOf({ maxRounds: 1, judging: "final-only", conclusion: true }),
    ["castBallot", "reviewAnswer", "writeConclusion"],
  ],
  [
    shaping(debaters(["p1", "p2"], claimManner)),
    requestOf({
      maxRounds: 2,
      exhibits: CLAIM_EXHIBITS,
      judging: "final-only",
      conclusion: true,
      controlArm: true,
      poll: "private",
      output: OUTPUT,
    }),
    [
      "answerAlone",
      "castBallot",
      "checkClaims",
      "confirmClaims",
      "countAnswers",
      "shapeOutput",
      "takePoll",
      "writeConclusion",
    ],
  ],
  [
    answering(({ model }) => `The ${model}.`),
    questionRequest({ answers: { type: "text" }, maxRounds: 1 }),
    ["groupAnswers"],
  ],
  [members(), councilRequest({ conclusion: false }), ["concludeCouncil", "rankAnswers"]],
  [
    long,
    dialecticRequest({ maxRounds: 3, termination: { type: "quality", threshold: 70 } }),
    ["evaluateRound", "summarizePerspective", "synthesizeSolution"],
  ],
  [
    debaters(["p1", "p2", "p3", "p4"], longTurns(250)),
    windowed(8_000, { maxRounds: 8, judging: "final-only" }, 4),
    ["castBallot", "summarizeTranscript"],
  ],
];

it("Every call can be composed without being made, and is the one that its model was sent", async () => {
  const names = new Set<ModelAct>();
  for (const [script, request, expected] of DEBATES) {
    const created = Promise.withResolvers<string>();
    const composed = new Map<string, Sent>();
    let composing = Promise.resolve();
    world.models.forget();
    // What an act is composed of changes later, so each is composed while its model is asked.
    world.models.use(async (asked) => {
      const id = await created.promise;
      await (composing = composing.then(() => composeNew(id, composed)));
      return script(asked);
    });
    const { id } = await world.create(request);
    created.resolve(id);
    await world.finished(id);
    const sent = world.models.journal.map(({ model, system, messages }) => ({
      model,
      system,
      messages: messages.map(({ content }) => content),
    }));
    for (const { name, ...call } of composed.values()) {
      const alike = sent.filter(({ messages }) => messages.at(-1) === call.messages.at(-1));
      expect(alike, name).toContainEqual(call);
      names.add(name);
    }
    expect([...new Set([...composed.values()].map(({ name }) => name))].toSorted()).toEqual(expected);
  }
  expect([...names].toSorted()).toEqual(Object.keys(MODEL_ACTS).toSorted());
});
