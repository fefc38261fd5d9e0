import { describe, expect, it } from "vitest";
import { createCatalogue } from "../../../activities/models/catalogue.model.ts";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { planOf } from "../../../domain/play/beginning/create-plan.ts";
import { modelId, parseModel } from "../../../domain/shapes/catalogue/catalogue.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";
import { SHORT } from "../../support/random/plans.ts";

const good = {
  topic: "Should cities ban cars?",
  format: "round-limited",
  participants: [
    { name: "Ada", model: "demo/debater" },
    { name: "Ben", model: "openai/standard" },
  ],
};
const check = (body: unknown, catalogue = catalogueOf()) => checkRequest(body, catalogue);
const pointers = (body: unknown, catalogue = catalogueOf()) => check(body, catalogue).problems.map((p) => p.pointer);
const config = (changes: object = {}, catalogue = catalogueOf()) => {
  const { request, problems } = check({ ...good, ...changes }, catalogue);
  if (!request) throw new Error(JSON.stringify(problems));
  return configOf(request, catalogue);
};

it("says which participant a name looks like, and lets names of one script that differ stand side by side", () => {
  const named = (...names: string[]) =>
    check({ ...good, participants: names.map((name) => ({ name, model: "demo/debater" })) }).problems;
  expect(named("Ada", "\u0410d\u0430")).toEqual([
    {
      pointer: "/participants/1/name",
      detail: 'the name "\u0410d\u0430" looks like "Ada", which is taken: names must differ',
    },
  ]);
  expect(named("Jos\u00e9", "Jose", "Аня", "Ваня")).toEqual([]);
  expect(named("\u0915\u094d\u200d\u0937", "\u05d3\u05d5\u05d3", "李明", "Team 2")).toEqual([]);
});

describe("checking a request", () => {
  it("accepts a good one", () => {
    expect(check(good).problems).toEqual([]);
  });

  it.each([
    ["a blank topic", { topic: "  \n" }, "/topic"],
    ["a topic that is too long", { topic: "x".repeat(20_001) }, "/topic"],
    [
      "clarifications without end",
      { clarifications: { enabled: true, maxIterations: 11 } },
      "/clarifications/maxIterations",
    ],
    ["no question allowed", { clarifications: { enabled: true, maxPerAgent: 0 } }, "/clarifications/maxPerAgent"],
    ["no time to answer", { clarifications: { answerTimeoutSeconds: 0 } }, "/clarifications/answerTimeoutSeconds"],
    ["clarifications that are no object", { clarifications: true }, "/clarifications"],
    ["an unknown rule of clarifications", { clarifications: { rounds: 2 } }, "/clarifications/rounds"],
    ["no topic", { topic: undefined }, "/topic"],
    ["one participant", { participants: good.participants.slice(0, 1) }, "/participants"],
    [
      "five participants",
      { participants: [1, 2, 3, 4, 5].map((n) => ({ name: `N${n}`, model: "demo/d" })) },
      "/participants",
    ],
    ["no participants", { participants: undefined }, "/participants"],
    ["an unknown format", { format: "shouting" }, "/format"],
    ["an unknown field", { loudness: 11 }, "/loudness"],
    ["too many rounds", { maxRounds: 501 }, "/maxRounds"],
    ["rounds that are no number", { maxRounds: "three" }, "/maxRounds"],
    ["one round of a format that needs two", { format: "roundtable", maxRounds: 1 }, "/maxRounds"],
    ["more least rounds than rounds", { maxRounds: 2, minRounds: 3 }, "/minRounds"],
    ["a judge without a key", { judge: { model: "mistral/large" } }, "/judge/model"],
    ["a judge of an unknown provider", { judge: { model: "acme/large" } }, "/judge/model"],
    ["an unknown field of the judge", { judge: { model: "openai/x", mood: "grim" } }, "/judge/mood"],
    ["skipping without a control arm", { skipIfUnanimous: true }, "/skipIfUnanimous"],
    ["a known answer without a control arm", { expected: "Ban them." }, "/expected"],
    ["an end on stable stances without a poll", { stopWhenStable: true }, "/stopWhenStable"],
    ["the same where the poll is off", { stopWhenStable: true, poll: "off" }, "/stopWhenStable"],
    ["an unknown poll", { poll: "public" }, "/poll"],
    ["agreement where positions are held", { agreement: 70 }, "/agreement"],
    ["agreement above 100", { format: "convergence-seeking", agreement: 101 }, "/agreement"],
    ["a control arm of no answer", { controlArm: { calls: 0 } }, "/controlArm/calls"],
    ["a control arm of too many answers", { controlArm: { calls: 201 } }, "/controlArm/calls"],
    ["an audience where no motion is voted on", { audience: {} }, "/audience"],
    ["a panel of nobody", { judge: { model: "openai/x", panel: [] } }, "/judge/panel"],
    ["a panel of eight", { judge: { model: "openai/x", panel: Array(8).fill("openai/x") } }, "/judge/panel"],
    [
      "an unknown provider on the panel",
      { judge: { model: "openai/x", panel: ["openai/x", "q/x"] } },
      "/judge/panel/1",
    ],
    ["a round of half a second", { limits: { roundTimeoutSeconds: 0.5 } }, "/limits/roundTimeoutSeconds"],
    ["a round of more than a day", { limits: { roundTimeoutSeconds: 86_401 } }, "/limits/roundTimeoutSeconds"],
  ])("refuses %s", (_what, changes, pointer) => {
    expect(pointers({ ...good, ...changes })).toEqual([pointer]);
  });

  it.each([
    ["an unknown provider", { model: "acme/gpt" }, "/participants/1/model"],
    [
      "an unknown provider in settings",
      { model: { model: "acme/gpt", temperature: 1 } },
      "/participants/1/model/model",
    ],
    ["a provider without a key", { model: "mistral/large" }, "/participants/1/model"],
    ["a model that is not provider/model", { model: "gpt" }, "/participants/1/model"],
    [
      "a temperature out of range",
      { model: { model: "openai/x", temperature: 3 } },
      "/participants/1/model/temperature",
    ],
    ["a topP of nothing", { model: { model: "openai/x", topP: 0 } }, "/participants/1/model/topP"],
    ["a topP above all", { model: { model: "openai/x", topP: 1.1 } }, "/participants/1/model/topP"],
    ["an unknown setting", { model: { model: "openai/x", mood: 1 } }, "/participants/1/model/mood"],
    ["a name that is taken, letter case aside", { name: "ADA" }, "/participants/1/name"],
    ["a name with an invisible character in it", { name: "A\u200bda" }, "/participants/1/name"],
    ["a name in full width", { name: "Ａｄａ" }, "/participants/1/name"],
    ["a name with a Cyrillic letter", { name: "Adа" }, "/participants/1/name"],
    ["a name with a combining form", { name: "A\u034fda" }, "/participants/1/name"],
    ["a name that turns the direction of text", { name: "Ben\u202e" }, "/participants/1/name"],
    ["an invisible name", { name: "\u200b\u2060" }, "/participants/1/name"],
    ["an id that looks like another", { id: "pl" }, "/participants/1/id"],
    ["a name with a line break", { name: "Be\nn" }, "/participants/1/name"],
    ["a name with angle brackets", { name: "<b>Ben</b>" }, "/participants/1/name"],
    ["a blank name", { name: " " }, "/participants/1/name"],
    ["an id that is taken", { id: "p1" }, "/participants/1/id"],
    ["a role before roles have landed", { role: "architect" }, "/participants/1/role"],
  ])("refuses a participant with %s", (_what, changes, pointer) => {
    const participants = [good.participants[0], { ...good.participants[1], ...changes }];
    expect(pointers({ ...good, participants })).toEqual([pointer]);
  });

  it("names every fault at once", () => {
    const faults = pointers({
      topic: "",
      format: "round-limited",
      maxRounds: 0,
      colour: "red",
      participants: [{ name: "Ada", model: "acme/x" }, { name: "ada", model: "openai/x", position: "" }, "Carl"],
      judge: { model: "mistral/large" },
    });
    expect(faults.toSorted()).toEqual(
      [
        "/colour",
        "/judge/model",
        "/maxRounds",
        "/participants/0/model",
        "/participants/1/name",
        "/participants/1/position",
        "/participants/2",
        "/topic",
      ].toSorted(),
    );
  });

  it.each([null, [], "text", 7])("refuses a body that is no object: %j", (body) => {
    expect(check(body).request).toBeNull();
    expect(check(body).problems.length).toBeGreaterThan(0);
  });

  it("says which providers there are, and which variable to set", () => {
    const acme = check({ ...good, judge: { model: "acme/x" } }).problems[0]?.detail;
    expect(acme).toContain("anthropic, openai, mistral, demo");
    const mistral = check({ ...good, judge: { model: "mistral/x" } }).problems[0]?.detail;
    expect(mistral).toContain("MISTRAL_API_KEY");
  });

  it("asks for a judge when there is none to fall back on", () => {
    expect(pointers(good, catalogueOf({ defaultModel: null }))).toEqual(["/judge"]);
  });
});

describe("the configuration made of a request", () => {
  it("fills in the defaults of the format and of the specification", () => {
    expect(config()).toMatchObject({
      mode: "sequential",
      judging: "every-round",
      maxRounds: 3,
      minRounds: 1,
      judge: { provider: "openai", model: "standard", temperature: 0.2 },
      tags: [],
    });
    expect(config().participants[0]).toMatchObject({ id: "p1", provider: "demo", model: "debater", temperature: 0.7 });
  });

  it("keeps the topP of those who gave one, and gives none to the others", () => {
    const judge = { model: { model: "openai/standard", topP: 0.5 } };
    const [first, ...others] = good.participants;
    const model = { model: "openai/standard", topP: 0.9 };
    const made = config({ participants: [{ ...first, model }, ...others], judge });
    expect(made.participants.map(({ topP }) => topP)).toEqual([0.9, ...others.map(() => undefined)]);
    expect(made.judge?.topP).toBe(0.5);
  });

  it("gives plain positions to those who came without one, and keeps the others", () => {
    const participants = ["Ada", "Ben", "Cleo"].map((name) => ({ name, model: "demo/d" }));
    const { participants: placed } = config({
      participants: [{ ...participants[0], position: "Maybe." }, ...participants.slice(1)],
    });
    expect(placed.map((p) => p.positionSource)).toEqual(["given", "plain", "plain"]);
    expect(placed[0]?.position).toBe("Maybe.");
    expect(placed[1]?.position).toMatch(/against/i);
    expect(placed[2]?.position).toMatch(/independent/i);
  });

  it("takes the demo judge when all participants are demo models", () => {
    const participants = ["Ada", "Ben"].map((name) => ({ name, model: "demo/d" }));
    const made = config({ participants });
    expect(made.judge).toMatchObject({ provider: "demo", model: "judge" });
    expect(made.demo).toBe(true);
  });

  it("warns of a model whose price nobody knows", () => {
    const made = config({ judge: { model: "openai/unknown-9" } });
    expect(made.warnings.map(({ code }) => code)).toEqual(["unknown-price", "judge-not-independent"]);
    expect(made.warnings[0]?.detail).toContain("openai/unknown-9");
  });

  it("lets a participant's own output limit win over the debate's", () => {
    const participants = [{ name: "Ada", model: { model: "demo/d", maxOutputTokens: 64 } }, good.participants[1]];
    const made = config({ participants, limits: { maxOutputTokens: 500, turnTimeoutSeconds: 7 } });
    expect(made.participants.map((p) => p.maxOutputTokens)).toEqual([64, 500]);
    expect(made.turnTimeoutMs).toBe(7_000);
  });

  it("gives the workflow references and numbers, and no long text", () => {
    const topic = `Long ${"ß".repeat(5_000)}`;
    const made = config({ topic, context: "c".repeat(9_000), roundDelayMs: 5 });
    const plan = planOf({
      tenant: "default",
      debateId: "deb-1",
      config: made,
      durations: SHORT,
      continueAfterEvents: 100,
    });
    expect(new TextEncoder().encode(plan.title).length).toBeLessThanOrEqual(200);
    expect(JSON.stringify(plan).length).toBeLessThan(1_500);
    expect(plan.durations.roundDelay).toBe(5);
    expect(plan.assignsPositions).toBe(true);
  });
});

describe("a model's name", () => {
  it("is a provider and the rest, slashes and all", () => {
    expect(parseModel("openrouter/anthropic/claude-sonnet-5")).toEqual({
      provider: "openrouter",
      model: "anthropic/claude-sonnet-5",
    });
    expect(modelId({ provider: "a", model: "b/c" })).toBe("a/b/c");
  });

  it.each(["gpt", "/gpt", "openai/"])("is not %s", (id) => {
    expect(parseModel(id)).toBeNull();
  });
});

describe("clarifications", () => {
  const planned = (clarifications: object) =>
    planOf({
      tenant: "t",
      debateId: "d",
      config: config({ clarifications }),
      durations: SHORT,
      continueAfterEvents: 1_000,
    }).clarifications;

  it("are off unless they are asked for", () => {
    expect(config()).not.toHaveProperty("clarifications");
    expect(config({ clarifications: { maxIterations: 5 } })).not.toHaveProperty("clarifications");
    expect(planned({})).toBeUndefined();
  });

  it("have their defaults, and wait without end", () => {
    expect(config({ clarifications: { enabled: true } }).clarifications).toEqual({ maxIterations: 3, maxPerAgent: 3 });
    expect(planned({ enabled: true })).toEqual({ maxIterations: 3 });
  });

  it("give the workflow how often to ask and how long to wait", () => {
    const rules = { enabled: true, maxIterations: 10, maxPerAgent: 1, answerTimeoutSeconds: 90 };
    expect(config({ clarifications: rules }).clarifications?.maxPerAgent).toBe(1);
    expect(planned(rules)).toEqual({ maxIterations: 10, answerTimeoutMs: 90_000 });
  });
});

it("refuses a demo model that there is not, with the list of those that there are", () => {
  const catalogue = createCatalogue({ providers: {}, defaultModel: null, defaultJudgeModel: null });
  const participants = ["debater", "nope"].map((name) => ({ name, model: `demo/${name}` }));
  const { problems } = checkRequest({ topic: "Tea?", participants }, catalogue);
  const detail = 'unknown demo model "demo/nope": one of demo/debater, demo/judge';
  expect(problems).toEqual([{ pointer: "/participants/1/model", detail }]);
});

it.each([
  [
    [{}, {}, {}],
    ["architect", "performance", "generalist"],
  ],
  [
    [{ role: "security" }, {}],
    ["security", "generalist"],
  ],
  [
    [{ systemPrompt: "You are the mayor." }, {}],
    [undefined, "generalist"],
  ],
])("dialectic gives %j the roles %j", (parts, roles) => {
  const participants = parts.map((part, i) => ({ name: `Agent ${i}`, model: "demo/debater", ...part }));
  expect(config({ format: "dialectic", participants }).participants.map(({ role }) => role)).toEqual(roles);
});

it("where a system prompt comes from is refused without the prompt", () => {
  const from = { systemPromptFrom: "prompts/ada.md" };
  const body = {
    topic: "Trams?",
    format: "round-limited",
    participants: [
      { name: "Ada", model: "openai/a", ...from },
      { name: "Ben", model: "openai/b", systemPrompt: "B.", ...from },
    ],
    judge: { model: "anthropic/c", ...from },
  };
  expect(checkRequest(body, catalogueOf()).problems.map(({ pointer }) => pointer)).toEqual([
    "/participants/0/systemPromptFrom",
    "/judge/systemPromptFrom",
  ]);
});

it("refuses an empty list of participants, also where a control arm would count their turns", () => {
  const { problems } = checkRequest(
    {
      topic: "T?",
      format: "free-form",
      participants: [],
      judge: { model: "openai/m" },
      controlArm: { calls: "equal" },
    },
    catalogueOf(),
  );
  expect(problems.map(({ pointer }) => pointer)).toEqual(["/participants"]);
});
