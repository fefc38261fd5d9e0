/** What the schema refuses is named once: no rule over several fields takes it for missing. */
import { describe, expect, it } from "vitest";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { checkDraft } from "../../../domain/play/beginning/draft.beginning.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";

/** Without a default judge, so that a judge that is left out would be a problem. */
const catalogue = catalogueOf({ authenticated: ["openai"], defaultModel: null });
const topic = "Should cities ban cars?";
const judge = { model: "openai/standard", panel: ["openai/standard"], bothOrders: true };
const speakers = (...more: object[]) =>
  more.map((own, i) => ({ name: ["Ada", "Ben", "Cleo"][i], model: "openai/standard", ...own }));

/** Each with fields that another field needs. */
const WHOLE: Record<string, object> = {
  "a judged debate": {
    topic,
    format: "free-form",
    maxRounds: 8,
    minRounds: 5,
    participants: speakers({ id: "ada" }, { systemPrompt: "Argue.", systemPromptFrom: "file" }),
    judge,
    controlArm: { calls: 3 },
    expected: "yes",
    skipIfUnanimous: true,
    poll: "private",
    stopWhenStable: true,
    exhibits: [{ title: "Air", text: "Dust fell." }],
    limits: { maxCostUsd: 900 },
    policies: { fallbackJudges: ["openai/standard"] },
    tags: ["cities"],
  },
  "an Oxford debate": {
    topic,
    format: "oxford",
    participants: speakers({ side: "for" }, { side: "against" }),
    judge,
    audience: { voters: 3, models: ["openai/standard"] },
  },
  "one with open positions": {
    topic,
    format: "convergence-seeking",
    agreement: 40,
    participants: speakers({}, {}),
    judge,
  },
  "a dialectic debate": {
    topic,
    format: "dialectic",
    termination: { type: "quality", threshold: 70 },
    contextWindow: { summarizerModel: "openai/standard" },
    participants: speakers({ role: "architect" }, { role: "security" }),
    judge: { model: "openai/standard", role: "generalist" },
  },
  "proposer and skeptic": {
    topic,
    format: "proposer-skeptic",
    participants: speakers({ role: "proposer" }, { role: "skeptic" }, { role: "synthesizer" }),
  },
  "a question": {
    topic,
    format: "question",
    answers: { type: "choice", options: ["yes", "no"] },
    expected: "yes",
    weights: { p1: 0.6, p2: 0.7 },
    participants: speakers({}, {}),
  },
  "demo models, for which a judge is found": {
    topic,
    participants: speakers({}, {}).map((speaker) => ({ ...speaker, model: "demo/debater" })),
  },
  "a role that is left out, for which a demo model is found": {
    topic,
    format: "proposer-skeptic",
    participants: [{ name: "Ada", role: "proposer", model: "demo/debater" }],
  },
};

type Path = (string | number)[];

/** The paths of all values in it. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const own = path.length > 0 ? [path] : [];
  return [...own, ...inner.flatMap(([key, one]) => pathsIn(one, [...path, Array.isArray(value) ? Number(key) : key]))];
}

function changed(whole: object, path: Path, value: unknown): object {
  const copy = structuredClone(whole);
  const last = path.at(-1) as string;
  const holder = path.slice(0, -1).reduce<object>((at, key) => Reflect.get(at, key) as object, copy);
  Reflect.set(holder, last, value);
  return copy;
}

const MIS_SHAPED: [string, unknown][] = [
  ["an unknown field", { odd: true }],
  ["a number", -1.5],
  ["a long text", "x ".repeat(200_000)],
  ["a list", [[]]],
  ["null", null],
];

const pointerOf = (path: Path) => path.map((key) => `/${key}`).join("");
const isWithin = (pointer: string, place: string) => pointer === place || pointer.startsWith(`${place}/`);

describe.each(Object.entries(WHOLE))("%s", (_, whole) => {
  it("is valid", () => {
    expect(checkRequest(whole, catalogue).problems).toEqual([]);
    expect(checkDraft(whole, catalogue).problems).toEqual([]);
  });

  it.each(pathsIn(whole).map((path) => [pointerOf(path), path] as const))(
    "names a mis-shaped %s alone",
    (pointer, path) => {
      for (const [what, value] of MIS_SHAPED) {
        const body = changed(whole, path, value);
        const { problems } = checkRequest(body, catalogue);
        const elsewhere = problems.filter((found) => !isWithin(found.pointer, pointer));
        expect(elsewhere, what).toEqual([]);
        const { refused, problems: open } = checkDraft(body, catalogue);
        expect(
          [...refused, ...open].filter((found) => !isWithin(found.pointer, pointer)),
          what,
        ).toEqual([]);
      }
    },
  );
});

it("a draft's judge without a model lacks the model, and is no missing judge", () => {
  const body = { topic, participants: speakers({}, {}), judge: {} };
  expect(checkDraft(body, catalogue).problems.map(({ pointer }) => pointer)).toEqual(["/judge/model"]);
  expect(checkDraft({ ...body, judge: undefined }, catalogue).problems).toMatchObject([
    { pointer: "/judge", detail: expect.stringMatching(/^a judge is needed/) },
  ]);
});

it("what else is amiss is named beside what is mis-shaped", () => {
  const { problems } = checkRequest(
    { topic, format: "oxford", participants: speakers({ side: "for", odd: 1 }), judge: { model: "mistral/standard" } },
    catalogue,
  );
  expect(problems.map(({ pointer }) => pointer).toSorted()).toEqual([
    "/judge/model",
    "/participants",
    "/participants/0/odd",
  ]);
});
