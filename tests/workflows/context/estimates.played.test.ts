import { describe, expect, it } from "vitest";
import type { Estimates } from "../../../domain/play/estimates/schema.estimate.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { countTokens } from "../../../domain/shapes/tokens.shape.ts";
import { agents, dialecticRequest } from "../../support/agents.ts";
import { CLAIM_EXHIBITS, claimManner } from "../../support/debates/claims.ts";
import { councilRequest, members } from "../../support/debates/council.ts";
import { windowed } from "../../support/debates/long-debate.ts";
import { OUTPUT, shaping } from "../../support/debates/output.ts";
import { someOf } from "../../support/debates/runs.ts";
import { cast, skepticRequest } from "../../support/debates/skeptic.ts";
import { aloneJson, kindOf } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const world = await useWorld();

type Script = (request: ModelRequest) => ModelReplyScript;

/** The model server says what it really received and sent, by the project's own counter. */
function counted(script: Script): Script {
  return (request) => {
    const { usage: _invented, ...reply } = script(request);
    const text = reply.json === undefined ? (reply.text ?? "") : JSON.stringify(reply.json);
    const received = [request.system, ...request.messages.map((m) => m.content)];
    const input = received.reduce((sum, part) => sum + countTokens(part), 0);
    return { ...reply, usage: { input, output: countTokens(text) } };
  };
}

async function estimateOf(body: object): Promise<Estimates> {
  const { status, body: estimates } = await world.post("/v1/estimates", body);
  expect(status).toBe(200);
  return estimates as Estimates;
}

/** Holds the debate's real figures against what was estimated before it began. */
async function requireWithin(body: object, script: Script, meanwhile: (id: string) => Promise<void> = async () => {}) {
  const { problems, lowest, worst } = await estimateOf(body);
  expect(problems).toEqual([]);
  world.models.use(counted(script));
  const { id } = await world.create(body);
  await meanwhile(id);
  await world.finished(id);
  const debate = await world.debate(id);
  expect(debate.status).toBe("completed");
  const real = figuresOf(debate);
  for (const key of ["calls", "inputTokens", "outputTokens", "costUsd"] as const) {
    expect(real[key], key).toBeGreaterThanOrEqual(lowest?.[key] ?? Number.NaN);
    expect(real[key], key).toBeLessThanOrEqual(worst?.[key] ?? Number.NaN);
  }
}

function figuresOf({ usage, cost }: Debate) {
  const { calls, inputTokens, outputTokens } = usage;
  return { calls, inputTokens, outputTokens, costUsd: cost.totalUsd ?? Number.NaN };
}

const P = ["p1", "p2"];
const LONG = "Cities that price their streets see fewer cars and faster buses. ".repeat(25);
const sided = (changes: object, sides: string[]) => {
  const body = requestOf(changes, sides.length) as { participants: object[] };
  return { ...body, participants: body.participants.map((p, i) => ({ ...p, side: sides[i] })) };
};
const stops = debaters(P, { opinion: () => ({ shouldContinue: false, convergenceReached: true }) });

const PANEL = {
  model: "openai/gpt-5.5",
  panel: ["openai/gpt-5.5", "anthropic/claude-sonnet-5"],
};

const agreeing = debaters(P, { alone: () => ({ text: aloneJson("Ban them.") }) });
const differing = debaters(P, { alone: (_, n) => ({ text: aloneJson(`Answer ${n}: ${"long ".repeat(60)}`) }) });

/** The control arm of a debate that others play. */
function beside(play: (request: ModelRequest) => ReturnType<Script>): Script {
  return (request) => (["alone", "groups"].includes(kindOf(request)) ? differing(request) : play(request));
}

describe("the real figures of a debate lie between the lowest and the worst of its estimate", () => {
  it.each(
    someOf<[string, object, Script]>([
      ["free-form that is stopped at once", requestOf({ format: "free-form", maxRounds: 4 }), stops],
      ["free-form to its limit", requestOf({ format: "free-form", maxRounds: 3 }), debaters(P)],
      ["free-form all at once", requestOf({ format: "free-form", mode: "simultaneous", maxRounds: 3 }), debaters(P)],
      ["structured-rounds", requestOf({ format: "structured-rounds", maxRounds: 4 }), stops],
      ["round-limited", requestOf({ maxRounds: 3 }), debaters(P)],
      ["a control arm", requestOf({ maxRounds: 1, controlArm: true, judge: { model: "openai/gpt-5.5" } }), debaters(P)],
      ["a control arm of one answer", requestOf({ controlArm: true, skipIfUnanimous: true }), agreeing],
      [
        "a control arm of as many calls as turns",
        requestOf({ maxRounds: 3, controlArm: { calls: "equal" }, skipIfUnanimous: true }),
        differing,
      ],
      ["a control arm of a dialectic debate", dialecticRequest({ maxRounds: 1, controlArm: true }), beside(agents())],
      [
        "a control arm where nobody judges",
        skepticRequest({ maxRounds: 3, controlArm: { calls: 4 }, expected: "Trams." }),
        beside(cast()),
      ],
      [
        "an audience on a motion",
        sided({ format: "oxford", maxRounds: 2, audience: { voters: 3, models: ["openai/gpt-5.5"] } }, [
          "for",
          "against",
        ]),
        debaters(P),
      ],
      [
        "a control arm on a motion, by a panel",
        sided({ format: "oxford", maxRounds: 2, controlArm: true, judge: PANEL }, ["for", "against"]),
        debaters(P),
      ],
      ["round-limited with long turns", requestOf({ maxRounds: 3 }), debaters(P, { turn: () => ({ text: LONG }) })],
      ["convergence-seeking", requestOf({ format: "convergence-seeking", maxRounds: 4 }), stops],
      ["oxford", sided({ format: "oxford", maxRounds: 3 }, ["for", "against"]), debaters(P)],
      ["lincoln-douglas", sided({ format: "lincoln-douglas", maxRounds: 3 }, ["for", "against"]), debaters(P)],
      [
        "round-limited that outgrows its windows",
        windowed(6_000, { maxRounds: 9 }, 3),
        debaters(["p1", "p2", "p3"], {
          turn: () => ({ text: LONG }),
          condense: () => ({ text: "In brief. ".repeat(100) }),
        }),
      ],
      [
        "round-limited in small windows without summaries",
        windowed(6_000, { maxRounds: 7, contextWindow: { summaries: false } }, 3),
        debaters(["p1", "p2", "p3"], { turn: () => ({ text: LONG }) }),
      ],
      [
        "claims that are checked",
        requestOf({ exhibits: CLAIM_EXHIBITS, conclusion: true, judge: { model: "openai/gpt-5.5" } }),
        debaters(P, claimManner),
      ],
      ["an output", requestOf({ maxRounds: 1, output: OUTPUT }), shaping(debaters(P))],
      ["roundtable", requestOf({ format: "roundtable", maxRounds: 3 }, 3), debaters(["p1", "p2", "p3"])],
      ["dialectic", dialecticRequest({ maxRounds: 3 }), agents()],
      ["council", councilRequest({ conclusion: true }), members()],
      ["council that revises", councilRequest({ maxRounds: 3 }), members()],
      [
        "dialectic with summaries",
        dialecticRequest({ maxRounds: 4, contextWindow: { agentSummaryThreshold: 500, agentSummaryMaxLength: 200 } }),
        agents({ turn: ({ speaker }) => ({ text: `${speaker}: ${LONG}` }), summary: () => ({ text: "Buses first." }) }),
      ],
      [
        "dialectic that converges",
        dialecticRequest({ maxRounds: 4, termination: { type: "convergence" } }),
        agents({ confidence: (round) => (round > 1 ? 90 : 10) }),
      ],
      ["proposer-skeptic to its limit", skepticRequest({ maxRounds: 4 }), cast()],
      ["proposer-skeptic that ends early", skepticRequest(), cast(() => ({ issues: [] }))],
    ]),
  )("%s", async (_, body, script) => {
    await requireWithin(body, script);
    expect(world.models.complaints).toEqual([]);
  });

  it("positions that are to be found", async () => {
    const body = requestOf() as { participants: object[] };
    const participants = body.participants.map((p) => ({ ...p, position: undefined }));
    await requireWithin({ ...body, participants }, debaters(P));
  });

  it("questions to the owner and a first answer that had to be given again", async () => {
    const script = debaters(P, {
      ask: ({ messages }) => (JSON.stringify(messages).includes("collection 1 of") ? ["Which city?"] : []),
    });
    let refused = 0;
    const faulty: Script = (request) => {
      const isAssessment = /Assess round 1 /.test(request.messages.at(-1)?.content ?? "");
      return isAssessment && refused++ === 0 ? { text: "no JSON" } : script(request);
    };
    const body = requestOf({ clarifications: { enabled: true } });
    await requireWithin(body, faulty, async (id) => {
      await world.until(id, (e) => e.type === "phase.started" && e["phase"] === "awaiting_answers");
      await world.post(`/v1/debates/${id}/answers`, { answers: [{ questionId: "q1", answer: "The old town." }] });
    });
    expect(refused).toBe(2);
  });
});
