import { describe, expect, it, test } from "vitest";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { amended, drafted, redrafted } from "../../../domain/play/beginning/revision.ts";
import { inForce } from "../../../domain/rules/judges/in-force.ts";
import { DebateRequest, type NewDebateRequest } from "../../../domain/rules/request/debate-request.ts";
import { withOptionsInModel } from "../../../domain/rules/request/options-in-model.ts";
import { patched } from "../../../domain/rules/request/patched.ts";
import { withUsualParticipants } from "../../../domain/rules/seats/usual-participants.ts";
import { MODEL_OPTIONS } from "../../../domain/shapes/catalogue/model-choice.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";

const catalogue = catalogueOf();
const PRICE = { input: 1, output: 10 };
const OPTIONS: Record<(typeof MODEL_OPTIONS)[number], unknown> = {
  temperature: 0.1,
  topP: 0.5,
  maxOutputTokens: 900,
  priceUsdPerMTok: PRICE,
  contextWindow: 9_000,
  images: true,
};
const NAME = "openai/standard";
const seat = (name: string, more: object = {}) => ({ name, model: NAME, ...more });
const bodyWith = ({ judge = {}, first = {} }: { judge?: object; first?: object }) => ({
  topic: "Should cities ban cars?",
  participants: [seat("Ada", first), seat("Ben")],
  judge: { model: NAME, ...judge },
});
const taken = (body: unknown) => {
  const { body: whole, taken: warnings } = withUsualParticipants(body, catalogue);
  return { ...checkRequest(whole, catalogue), warnings };
};
const movedIn = (config: Pick<DebateConfig, "warnings"> | null | undefined) =>
  config?.warnings.flatMap(({ code, pointer }) => (code === "option-moved" ? [pointer] : []));
const configured = (body: NewDebateRequest) => configOf(DebateRequest.parse(body), catalogue);

describe.each(Object.entries(OPTIONS))("the option %s", (name, value) => {
  const inside = { model: { model: NAME, [name]: value } };
  const shown = name === "priceUsdPerMTok" ? { ...PRICE, cachedInput: null } : value;

  it.each([
    ["judge", { judge: inside }, { judge: { [name]: value } }, `/judge/model/${name}`],
    ["participant", { first: inside }, { first: { [name]: value } }, `/participants/0/model/${name}`],
  ])(
    "of a %s belongs inside its model, and beside it is taken with the pointer of its place",
    (who, in_, beside, at) => {
      const [usual, other] = [taken(bodyWith(in_)), taken(bodyWith(beside))];
      expect([usual.problems, other.problems]).toEqual([[], []]);
      expect(other.request).toEqual(usual.request);
      expect(usual.warnings).toEqual([]);
      expect(other.warnings).toEqual([
        { code: "option-moved", pointer: at, detail: expect.stringContaining(`was taken as ${at}: a model's options`) },
      ]);
      const { judge, participants } = configured(usual.request as NewDebateRequest);
      expect(who === "judge" ? judge : participants[0]).toMatchObject({ [name]: shown });
    },
  );

  it("that both places give is taken when they agree, and a problem when they do not", () => {
    const agreed = taken(bodyWith({ judge: { ...inside, [name]: value }, first: { ...inside, [name]: value } }));
    expect(agreed.problems).toEqual([]);
    expect(agreed.warnings).toHaveLength(2);
    const other = name === "images" ? false : name === "priceUsdPerMTok" ? { input: 2, output: 3 } : 1;
    const { problems } = taken(bodyWith({ judge: { ...inside, [name]: other }, first: { ...inside, [name]: other } }));
    expect(problems).toEqual(
      ["/participants/0", "/judge"].map((at) => ({
        pointer: `${at}/${name}`,
        detail: `differs from ${at}/model/${name}, where it belongs: give it there alone`,
      })),
    );
  });

  it("of a member of a panel, a fallback judge, a voter and a summariser has the same place", () => {
    const model = { model: "anthropic/standard", [name]: value };
    const body = {
      ...bodyWith({ judge: { panel: [model, NAME] } }),
      format: "oxford" as const,
      participants: [seat("Ada", { side: "for" }), seat("Ben", { side: "against" })],
      audience: { voters: 2, models: [model] },
      contextWindow: { summarizerModel: model },
      policies: { onJudgeFailure: "fallback" as const, fallbackJudges: [model] },
    };
    expect(taken(body)).toMatchObject({ problems: [], warnings: [] });
    const { judge, audience, contextWindow, policies } = configured(body);
    for (const one of [judge?.panel?.[0], audience?.models[0], contextWindow?.summarizer, policies?.fallbackJudges[0]])
      expect(one).toEqual({ provider: "anthropic", model: "standard", [name]: shown });
    expect(judge?.panel?.[1]).toEqual({ provider: "openai", model: "standard" });
  });
});

test("A value that is wrong is refused where it belongs.", () => {
  expect(taken(bodyWith({ judge: { temperature: 9 } })).problems).toEqual([
    { pointer: "/judge/model/temperature", detail: "must be at most 2" },
  ]);
});

test("Another tool's name of an option is told the option and its place.", () => {
  expect(taken(bodyWith({ judge: { top_p: 0.5 }, first: { max_output_tokens: 9 } })).problems).toEqual([
    { pointer: "/participants/0/max_output_tokens", detail: "unknown field; did you mean model.maxOutputTokens?" },
    { pointer: "/judge/top_p", detail: "unknown field; did you mean model.topP?" },
  ]);
});

test("A body without such options, and one that is no request, stay as they are.", () => {
  for (const body of [bodyWith({}), { judge: "x", participants: [3, null] }, [], null, "x"])
    expect(withOptionsInModel(body)).toEqual({ body, moved: [] });
});

test("A member of the panel has the judge's temperature and length but for its own, and no other model's price, window or sight.", () => {
  const model = { ...OPTIONS, model: NAME };
  const panel = ["anthropic/standard", { model: "anthropic/second", temperature: 0.9 }, NAME];
  const { judge } = configured({ ...bodyWith({}), judge: { model, panel } } as NewDebateRequest);
  if (!judge) throw new Error("no judge");
  const [first, second, same] = (judge.panel ?? []).map((judgeModel) => inForce(judge, { judgeModel }));
  expect(first).toMatchObject({ model: "standard", temperature: 0.1, topP: 0.5, maxOutputTokens: 900 });
  for (const fact of ["priceUsdPerMTok", "contextWindow", "images"]) expect(first).not.toHaveProperty(fact);
  expect(second).toMatchObject({ model: "second", temperature: 0.9, topP: 0.5 });
  expect(same).toMatchObject({ temperature: 0.1, contextWindow: 9_000, images: true, priceUsdPerMTok: PRICE });
});

describe("a change of a request", () => {
  const named = { judge: { model: NAME, bothOrders: false } };
  const withTopP = { judge: { model: { model: NAME, topP: 0.5 } } };

  it.each([
    ["an option for a model that is a name", named, { model: { temperature: 0.2 } }, { model: NAME, temperature: 0.2 }],
    [
      "an option beside others",
      withTopP,
      { model: { temperature: 0.2 } },
      { model: NAME, topP: 0.5, temperature: 0.2 },
    ],
    ["another value beside the model", withTopP, { topP: 0.9 }, { model: NAME, topP: 0.9 }],
    ["another name, which drops the options", withTopP, { model: "x/y" }, "x/y"],
    ["another name and an option", withTopP, { model: "x/y", topP: 0.9 }, { model: "x/y", topP: 0.9 }],
    ["nothing in place of an option", withTopP, { model: { topP: null } }, { model: NAME }],
    ["nothing in place of an option, beside the model", withTopP, { topP: null }, { model: NAME }],
  ])("may give %s", (_, request, judge, model) => {
    const merged = withOptionsInModel(patched(request, { judge })).body;
    expect(merged).toMatchObject({ judge: { ...request.judge, model } });
  });

  it("of a draft keeps the one shape, and warns of the other", () => {
    const known = { catalogue, defaults: {} as never };
    const { config } = drafted(bodyWith({ judge: { temperature: 0.3 } }), known);
    if (!config) throw new Error("no draft");
    expect(config.request).toMatchObject({ judge: { model: { model: NAME, temperature: 0.3 } } });
    expect(movedIn(config)).toEqual(["/judge/model/temperature"]);
    const next = redrafted(config, { judge: { temperature: 0.4 } }, catalogue);
    expect(next.config?.judge).toMatchObject({ model: "standard", temperature: 0.4 });
    expect(next.config?.request).toMatchObject({ judge: { model: { model: NAME, temperature: 0.4 } } });
    const last = next.config && redrafted(next.config, { judge: { model: { temperature: null } } }, catalogue);
    expect(last?.config?.judge?.temperature).toBe(0.2);
    expect(movedIn(last?.config)).toEqual([]);
  });

  it("of a participant in error keeps the one shape, and warns of the other once", () => {
    const first = { model: { model: NAME, temperature: 0.3 } };
    const body = bodyWith({ first });
    const config = { ...configured(body), request: body };
    const once = amended(config, { participants: [{ temperature: 0.9 }, {}] }, catalogue);
    const twice = once.config && amended(once.config, { participants: [{ temperature: 0.8 }, {}] }, catalogue);
    const { participants, request } = twice?.config ?? {};
    expect(participants?.map(({ temperature }) => temperature)).toEqual([0.8, 0.7]);
    expect(request).toMatchObject({ participants: [{ model: { model: NAME, temperature: 0.8 } }, { model: NAME }] });
    expect(movedIn(twice?.config)).toEqual(["/participants/0/model/temperature"]);
    const both = { temperature: 0.9, model: { model: NAME, temperature: 1 } };
    expect(amended(config, { participants: [both, {}] }, catalogue)).toMatchObject({
      config: null,
      refused: [{ pointer: "/participants/0/temperature", detail: expect.stringContaining("give it there alone") }],
    });
  });
});
