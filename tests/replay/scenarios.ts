/** The debates whose histories are committed: one for each format, and the ways that a debate can take. */
import { REJUDGEMENTS } from "../../domain/around/rejudgement/rejudgement-records.ts";
import { agents, askedOf, dialecticRequest } from "../support/agents.ts";
import { CLAIM_EXHIBITS, claimManner, twiceManner } from "../support/debates/claims.ts";
import { councilRequest, members } from "../support/debates/council.ts";
import { patchOf } from "../support/debates/drafts.ts";
import { longTurns, windowed } from "../support/debates/long-debate.ts";
import { OUTPUT, RULING, shaping } from "../support/debates/output.ts";
import { answering, questionRequest } from "../support/debates/question.ts";
import { cast, skepticRequest } from "../support/debates/skeptic.ts";
import {
  aloneJson,
  assessmentJson,
  kindOf,
  pollJson,
  pollRound,
  rosterIn,
  verdictJson,
} from "../support/models/replies.ts";
import { debaters, type FlatEvent, type Manner, requestOf, type World } from "../support/world.ts";

const P = ["p1", "p2"];
const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;
const awaiting = (e: FlatEvent) => e.type === "phase.started" && e["phase"] === "awaiting_answers";
const started = (id: string) => (e: FlatEvent) => e.type === "turn.started" && e["turnId"] === id;

/** Plays a debate to its end and gives its workflow's id. */
type Scenario = (world: World) => Promise<string>;

async function play(
  world: World,
  changes: object,
  steer?: (id: string, release: () => void) => Promise<void>,
): Promise<string> {
  const gate = Promise.withResolvers<void>();
  if (!steer) gate.resolve();
  const script = debaters(P, { opinion: (round) => ({ shouldContinue: round < 2, convergenceReached: round === 2 }) });
  world.models.use(async (request) => {
    if (kindOf(request) === "turn" && request.model.includes("claude")) await gate.promise;
    return script(request);
  });
  const { id } = await world.create(requestOf(changes));
  await steer?.(id, () => gate.resolve());
  await world.finished(id);
  await world
    .handle(id)
    .result()
    .catch(() => {});
  return id;
}

/** The usual two speakers, with sides. */
const sided = (...sides: string[]) =>
  (requestOf() as { participants: object[] }).participants.map((p, i) => ({ ...p, side: sides[i] }));

/** All phases of a dialectic debate: one summary made, one that fails, evaluations, a pause among the critiques. */
async function playDialectic(world: World): Promise<string> {
  const gate = Promise.withResolvers<void>();
  const script = agents({
    summary: ({ speaker }) => ({ text: speaker === "Ada" ? "In brief." : "x".repeat(60) }),
    confidence: (round) => (round === 2 ? 90 : 40),
  });
  world.models.use(async (request) => {
    const { kind, round } = askedOf(request);
    if (kind === "critique" && round === 1) await gate.promise;
    return script(request);
  });
  const changes = {
    maxRounds: 3,
    termination: { type: "convergence" },
    contextWindow: { agentSummaryThreshold: 40, agentSummaryMaxLength: 50 },
  };
  const { id } = await world.create(dialecticRequest(changes));
  await world.until(id, (e) => e.type === "turn.started" && e["phase"] === "critique");
  await world.post(`/v1/debates/${id}/pause`);
  gate.resolve();
  await world.until(id, status("paused"));
  await world.post(`/v1/debates/${id}/resume`);
  await world.finished(id);
  await world.handle(id).result();
  return id;
}

/** Their workers have queues of their own, and are opened by the scenario. */
export const AT_HOME = new Set(["made-at-home", "made-away-from-home"]);

export const SCENARIOS: Record<string, Scenario> = {
  dialectic: playDialectic,
  "free-form": (world) => play(world, { format: "free-form", maxRounds: 4 }),
  "structured-rounds": (world) => play(world, { format: "structured-rounds", maxRounds: 5, roundDelayMs: 20 }),
  "round-limited": (world) => play(world, { format: "round-limited", maxRounds: 2 }),
  "round-limited-simultaneous": (world) => play(world, { maxRounds: 2, mode: "simultaneous" }),
  "convergence-seeking": (world) => play(world, { format: "convergence-seeking", maxRounds: 5, roundDelayMs: 1_100 }),
  oxford: (world) => play(world, { format: "oxford", maxRounds: 3, participants: sided("for", "against") }),
  "lincoln-douglas": (world) =>
    play(world, { format: "lincoln-douglas", maxRounds: 3, participants: sided("for", "against") }),
  "made-at-home": async (world) => {
    const workers = await world.openWorkers();
    const id = await play(world, { maxRounds: 2, mode: "simultaneous" });
    await workers.stop();
    return id;
  },
  // Its workers end while it is paused, and others go on.
  "made-away-from-home": async (world) => {
    let workers = await world.openWorkers();
    const played = await play(world, { maxRounds: 2 }, async (id, release) => {
      await world.until(id, started("g1-r1-t2"));
      await world.post(`/v1/debates/${id}/pause`);
      release();
      await world.until(id, status("paused"));
      await workers.stop();
      workers = await world.openWorkers();
      await world.post(`/v1/debates/${id}/resume`);
    });
    await workers.stop();
    return played;
  },
  roundtable: (world) => play(world, { format: "roundtable", maxRounds: 3, judging: "every-round" }),
  "proposer-skeptic": async (world) => {
    world.models.use(cast((round) => ({ readyForSynthesis: round === 3, score: 9 })));
    const { id } = await world.create(skepticRequest());
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  // One ranking is lost, and the members revise.
  council: async (world) => {
    const instead = ({ kind, name }: { kind: string; name: string }) =>
      kind === "ranking" && name === "Ben" ? { error: { status: 401 } } : null;
    world.models.use(members({ instead }));
    const { id } = await world.create(councilRequest({ maxRounds: 3 }));
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  // A file as an exhibit, and passages of another that are looked up for each turn.
  "with-material": async (world) => {
    const handIn = async (name: string, text: string) => {
      const { body } = await world.request(`/v1/files?name=${name}`, { method: "POST", body: text });
      return (body as { id: string }).id;
    };
    const file = await handIn("tolls.txt", "A toll is a price for a scarce street.");
    const from = [await handIn("cars.txt", "Cities that ban cars sell less petrol.")];
    return play(world, { maxRounds: 2, exhibits: [{ file }], retrieval: { from, topK: 2 } });
  },
  "with-a-conclusion": (world) => play(world, { maxRounds: 1, conclusion: true }),
  // The ballots of the two orders answer differently, so the judge is asked about the written answer.
  "with-a-reviewed-answer": async (world) => {
    const script = debaters(P);
    world.models.use((request) => {
      if (kindOf(request) !== "verdict") return script(request);
      const keys = rosterIn(request.messages.map(({ content }) => content).join("\n")).map(({ key }) => key);
      return { text: verdictJson(keys, keys[0]) };
    });
    const judge = { model: "openai/judge", bothOrders: true };
    const { id } = await world.create(requestOf({ maxRounds: 1, conclusion: true, judge }));
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  "with-claims": async (world) => {
    world.models.use(debaters(P, claimManner));
    const { id } = await world.create(requestOf({ exhibits: CLAIM_EXHIBITS, conclusion: true }));
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  // Two claims are read as contradicted; a judge of another family reads one of them so too.
  "with-claims-read-twice": async (world) => {
    world.models.use(debaters(P, twiceManner));
    const { id } = await world.create(requestOf({ exhibits: CLAIM_EXHIBITS, maxRounds: 2, judging: "final-only" }));
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  // The first value does not fit the schema.
  "with-an-output": async (world) => {
    world.models.use(shaping(debaters(P), { json: { winner: 7 } }, { json: RULING }));
    const { id } = await world.create(requestOf({ maxRounds: 1, output: OUTPUT }));
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  "with-a-twin": (world) => play(world, { maxRounds: 1, orderCheck: "twin" }),
  // One member can not be reached, so its ballots do not count.
  "judged-by-a-panel": async (world) => {
    const script = debaters(P);
    world.models.use((request) => (request.model === "lost" ? { error: { status: 401 } } : script(request)));
    const judge = { model: "openai/judge", panel: ["openai/a", "openai/lost", "anthropic/c"] };
    const { id } = await world.create(requestOf({ maxRounds: 1, judge }));
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  // Three answers alone, one of which is lost; they are counted before round 1 and after the result.
  "answered-alone": async (world) => {
    const script = debaters(P, { alone: (_, n) => ({ text: aloneJson(`Answer ${n}.`) }) });
    world.models.use((request) =>
      kindOf(request) === "alone" && request.model.includes("claude") ? { error: { status: 401 } } : script(request),
    );
    const controlArm = { calls: 3 };
    const { id } = await world.create(requestOf({ maxRounds: 1, controlArm, skipIfUnanimous: true }));
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  // Answers in free text that differ to the end are grouped once.
  question: async (world) => {
    world.models.use(answering(({ round, model }) => (round === 1 ? `A ${model}` : `${model} B`)));
    const { id } = await world.create(questionRequest({ answers: { type: "text" }, expected: "A known" }));
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  // A vote stays close, and the two who differ debate.
  "voted-then-debated": async (world) => {
    world.models.use(answering(({ round, model }) => (round === 2 || model === "one" ? "A" : "B")));
    const changes = { vote: { most: 4 }, gate: { lead: 0.5 } };
    const { id } = await world.create(questionRequest(changes, ["openai/one", "openai/two"]));
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  // All answers alone are one, so no round is held.
  "not-held": async (world) => {
    world.models.use(debaters(P));
    const { id } = await world.create(requestOf({ maxRounds: 1, controlArm: true, skipIfUnanimous: true }));
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  // One private answer is lost. A consensus is hollow in rounds 1 and 2, though the judge finds convergence in round 2.
  "with-polls": async (world) => {
    const script = debaters(P, {
      opinion: (round) => ({ convergenceReached: round === 2 }),
      poll: (request, round) => {
        const isAda = request.model.includes("gpt");
        return { text: pollJson({ stance: isAda && round === 0 ? 80 : 30, cause: null }) };
      },
    });
    world.models.use((request) => {
      const isLost = kindOf(request) === "poll" && request.model.includes("claude") && pollRound(request) === 3;
      return isLost ? { error: { status: 401 } } : script(request);
    });
    const about = { format: "convergence-seeking", poll: "private", agreement: 60 };
    const { id } = await world.create(requestOf({ ...about, maxRounds: 4 }));
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  // One voter can not be reached.
  "voted-by-an-audience": async (world) => {
    const script = debaters(P);
    world.models.use((request) => (request.model === "lost" ? { error: { status: 401 } } : script(request)));
    const participants = sided("for", "against");
    const audience = { voters: 3, models: ["openai/a", "openai/lost", "anthropic/c"] };
    const { id } = await world.create(requestOf({ format: "oxford", maxRounds: 2, participants, audience }));
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  "positions-assigned": (world) =>
    play(world, {
      maxRounds: 1,
      participants: [
        { name: "Ada", model: "openai/gpt-5.5" },
        { name: "Ben", model: "anthropic/claude-sonnet-5" },
      ],
      exhibits: [{ title: "Air report", text: "It fell by eleven per cent." }],
    }),
  // Two rounds are assessed beside the next one; a pause waits for both.
  overlapped: (world) =>
    play(world, { maxRounds: 3 }, async (id, release) => {
      await world.until(id, started("g1-r1-t2"));
      release();
      await world.until(id, started("g1-r2-t1"));
      await world.post(`/v1/debates/${id}/pause`);
      await world.until(id, status("paused"));
      await world.post(`/v1/debates/${id}/resume`);
    }),
  // The judge says stop after round 3, while round 4 is spoken: that one is the last of five.
  ahead: async (world) => {
    const opinion = (round: number) => ({ shouldContinue: round < 3, diminishingReturns: round > 2 });
    const turn = () => ({ text: "Cities that price their streets see fewer cars, as I have said." });
    world.models.use(debaters(P, { opinion, turn }));
    const { id } = await world.create(requestOf({ format: "free-form", maxRounds: 5, overlap: "ahead" }));
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  "paused-and-resumed": (world) =>
    play(world, { maxRounds: 1 }, async (id, release) => {
      await world.until(id, started("g1-r1-t2"));
      await world.post(`/v1/debates/${id}/pause`);
      release();
      await world.until(id, status("paused"));
      await world.post(`/v1/debates/${id}/resume`);
    }),
  stopped: (world) =>
    play(world, { maxRounds: 5 }, async (id, release) => {
      await world.until(id, started("g1-r1-t2"));
      await world.handle(id).signal("resume");
      await world.post(`/v1/debates/${id}/stop`);
      release();
    }),
  abandoned: (world) =>
    play(world, { maxRounds: 2 }, async (id, release) => {
      await world.until(id, started("g1-r1-t2"));
      await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
      release();
    }),
  "cancelled-from-temporal": (world) =>
    play(world, { maxRounds: 2 }, async (id, release) => {
      await world.until(id, started("g1-r1-t2"));
      await world.handle(id).cancel();
      release();
    }),
  "drafted-with-an-interjection": (world) =>
    play(world, { maxRounds: 1, start: false }, async (id, release) => {
      await patchOf(world, id, { tags: ["late"] });
      await world.handle(id).signal("configure", { patch: { maxRounds: 2 } });
      for (const [command, reached] of [
        ["validate", "ready"],
        ["start", "running"],
      ] as const) {
        await world.post(`/v1/debates/${id}/${command}`);
        await world.until(id, status(reached));
      }
      await world.until(id, started("g1-r1-t2"));
      await world.post(`/v1/debates/${id}/interjections`, { text: "Mind the costs." });
      await world.handle(id).signal("interject", { text: "And the law." });
      release();
    }),
  // Nobody answers there: the debate does not wait for its deliveries.
  "told-to-a-webhook": (world) =>
    play(world, { maxRounds: 1, webhook: { url: "https://hooks.example.com/parley" } }, async (id, release) => {
      await world.until(id, started("g1-r1-t2"));
      await world.post(`/v1/debates/${id}/pause`);
      release();
      await world.until(id, status("paused"));
      await world.post(`/v1/debates/${id}/resume`);
    }),
  "degraded-and-decided": async (world) => {
    const script = debaters(["p1", "p3"]);
    world.models.use((request) => {
      const isLost = kindOf(request) !== "turn" || request.model.includes("claude");
      return isLost && !request.model.includes("opus") ? { error: { status: 503 } } : script(request);
    });
    const { id } = await world.create(requestOf({ maxRounds: 1 }, 3));
    await world.until(id, status("awaiting_decision"));
    const params = { model: "anthropic/claude-opus-5" };
    await world.handle(id).signal("decide", { option: "replace", params });
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  "raised-and-stopped-by-its-budget": async (world) => {
    const script = debaters(P);
    let turns = 0;
    world.models.use((request) => {
      const isFirst = kindOf(request) === "turn" && ++turns <= 3;
      return isFirst ? { text: "Cut off in the middle of it.", cutAfterChunks: 3 } : script(request);
    });
    const { participants, ...rest } = requestOf({ maxRounds: 20 }) as { participants: object[] };
    const priced = { maxOutputTokens: 400, priceUsdPerMTok: { input: 1, output: 10 } };
    const { id } = await world.create({
      ...rest,
      participants: participants.map((p) => ({ ...p, model: { model: "openai/priced", ...priced } })),
      judge: { model: { model: "openai/judge", ...priced } },
      limits: { maxCostUsd: 0.06, warnAtCostUsd: 0.01 },
      policies: { onCostLimit: "ask" },
    });
    let after = 0;
    for (const choice of [{ option: "raise", params: { maxCostUsd: 0.07 } }, { option: "conclude" }]) {
      after = (await world.until(id, status("awaiting_decision"), after)).at(-1)?.id ?? 0;
      await world.handle(id).signal("acknowledge");
      await world.handle(id).signal("decide", choice);
      after = (await world.until(id, (e) => e.type === "decision.made", after)).at(-1)?.id ?? 0;
    }
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  // The windows fill up, so that the transcript is summarised for all readers.
  summarised: async (world) => {
    world.models.use(debaters(P, longTurns(250)));
    const { id } = await world.create(windowed(4_000, { maxRounds: 6, judging: "final-only" }));
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  clarified: async (world) => {
    const ask = ({ messages }: { messages: { content: string }[] }) =>
      (messages.at(-1)?.content ?? "").includes("collection 1 of") ? ["Which city?", "What budget?"] : [];
    world.models.use(debaters(P, { ask }));
    const clarifications = { enabled: true, answerTimeoutSeconds: 3_600 };
    const { id } = await world.create(requestOf({ maxRounds: 1, clarifications }));
    await world.until(id, awaiting);
    await world.post(`/v1/debates/${id}/answers`, { answers: [{ questionId: "q2", answer: "Ten million." }] });
    await world.post(`/v1/debates/${id}/pause`);
    await world.until(id, status("paused"));
    await world.post(`/v1/debates/${id}/resume`);
    await world.handle(id).signal("submitAnswers", { answers: [{ questionId: "q9", answer: "Nobody asked." }] });
    await world.handle(id).signal("submitAnswers", { answers: [{ questionId: "q1", answer: "Graz." }] });
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  "paused-now": (world) =>
    play(world, { maxRounds: 1 }, async (id, release) => {
      await world.until(id, started("g1-r1-t2"));
      await world.post(`/v1/debates/${id}/pause`, { when: "now" });
      await world.until(id, status("paused"));
      release();
      await world.post(`/v1/debates/${id}/resume`);
    }),
  /** Its models are asked twice: one has a wrong name at first. */
  "validated-live": async (world) => {
    const script = debaters(P);
    world.models.use((r) => (r.model === "gpt-none" ? { error: { status: 404 } } : script(r)));
    const speakers = (model: string) => ({
      participants: ["Ada", "Ben"].map((name) => ({ name, model, position: `${name} is right.` })),
    });
    const { id } = await world.create(
      requestOf({ maxRounds: 1, validate: { live: true }, ...speakers("openai/gpt-none") }),
    );
    await world.until(id, status("configuring"));
    await patchOf(world, id, speakers("openai/gpt-5.5"));
    await world.post(`/v1/debates/${id}/validate`);
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  "failed-and-reset": async (world) => {
    world.models.use(() => ({ error: { status: 401 } }));
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    await world.until(id, status("error"));
    world.models.use(debaters(P));
    for (const command of ["reset", "validate", "start"]) await world.post(`/v1/debates/${id}/${command}`);
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  "failed-and-retried": async (world) => {
    let healed = false;
    world.models.use((request) =>
      kindOf(request) === "turn" && request.model.includes("claude") && !healed
        ? { error: { status: 401 } }
        : debaters(P)(request),
    );
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    await world.until(id, status("error"));
    healed = true;
    await world.post(`/v1/debates/${id}/retry`);
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  // In round 1 the second of three is late, and speaks in round 2.
  "late-after-a-quorum": async (world) => {
    const all = [...P, "p3"];
    const assess: Manner["assess"] = (_, round) => ({ text: assessmentJson(round === 1 ? ["p1", "p3"] : all) });
    const script = debaters(all, { assess });
    let isFirst = true;
    world.models.use((request) => {
      if (!isFirst || kindOf(request) !== "turn" || !request.model.includes("claude")) return script(request);
      isFirst = false;
      return { text: "word ".repeat(2_000), profile: { tps: 20, chunkSize: 5 } };
    });
    const limits = { quorum: { count: 2, graceSeconds: 0.3 } };
    const { id } = await world.create(requestOf({ maxRounds: 2, mode: "simultaneous", limits }, 3));
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  // The third judge of a panel is too slow for the quorum of the others.
  "ruled-by-a-quorum": async (world) => {
    const script = debaters(P);
    const slow = { text: "word ".repeat(2_000), profile: { tps: 20, chunkSize: 5 } };
    world.models.use((request) => (request.model === "slow" ? slow : script(request)));
    const judge = {
      model: "openai/judge",
      panel: ["openai/a", "openai/b", "openai/slow"],
      bothOrders: false,
      quorum: { count: 2, graceSeconds: 0.3 },
    };
    const { id } = await world.create(requestOf({ maxRounds: 1, judge }));
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  // The second participant's model is gone, and so is the next; the third speaks.
  "seat-refilled": async (world) => {
    const isGone = ({ model }: { model: string }) => model.includes("claude") || model.includes("mini");
    const script = debaters(P);
    world.models.use((r) => (kindOf(r) === "turn" && isGone(r) ? { error: { status: 404 } } : script(r)));
    const { participants, ...rest } = requestOf({ maxRounds: 1 }) as { participants: object[] };
    const fallbacks = ["openai/gpt-5.5-mini", "openai/gpt-5.5-nano"];
    const { id } = await world.create({ ...rest, participants: [participants[0], { ...participants[1], fallbacks }] });
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  // In round 1 the second turn is ended; the debate is paused before the next, and its clock goes on from there.
  "round-timed-out": async (world) => {
    const script = debaters(P, { assess: (_, round) => ({ text: assessmentJson(round === 1 ? ["p1"] : P) }) });
    let isFirst = true;
    world.models.use((request) => {
      if (!isFirst || kindOf(request) !== "turn" || !request.model.includes("claude")) return script(request);
      isFirst = false;
      return { text: "word ".repeat(2_000), profile: { tps: 20, chunkSize: 5 } };
    });
    const { id } = await world.create(requestOf({ maxRounds: 2, limits: { roundTimeoutSeconds: 1 } }));
    await world.until(id, started("g1-r1-t1"));
    await world.post(`/v1/debates/${id}/pause`);
    await world.until(id, status("paused"));
    await world.post(`/v1/debates/${id}/resume`);
    await world.finished(id);
    await world.handle(id).result();
    return id;
  },
  /** The history of the rejudgement: one ballot is lost on the way, and another is asked for again. */
  rejudged: async (world) => {
    const id = await play(world, { maxRounds: 1 });
    const usual = debaters(P);
    let failed = false;
    world.models.use((request) => {
      if (request.model === "judge-out") return { error: { status: 401 } };
      if (failed) return usual(request);
      failed = true;
      return { error: { status: 503 } };
    });
    const judge = { model: "openai/judge-a", panel: ["openai/judge-a", "openai/judge-out"], bothOrders: false };
    await world.post(`/v1/debates/${id}/rejudge`, { judge });
    const [stored] = await world.store.records.list({ tenant: "default", debateId: id }, REJUDGEMENTS, {});
    const { workflowId = "" } = stored?.run ?? {};
    await world.handle(workflowId).result();
    return workflowId;
  },
};
