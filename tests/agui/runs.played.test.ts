/** AG-UI's own client, unmodified, holds debates as an agent's runs. It checks each event by the protocol's schemas and orders. */
import {
  type AgentSubscriber,
  type BaseEvent,
  EventType,
  HttpAgent,
  type Interrupt,
  type Message,
} from "@ag-ui/client";
import { describe, expect, test } from "vitest";
import { held } from "../support/held.ts";
import { kindOf } from "../support/models/replies.ts";
import { FIRST, failJudge, heldAfter, savePresets, TOPIC } from "../support/pair.ts";
import { PROGRAM } from "../support/tools.ts";
import { useWorld } from "../support/use-world.ts";
import { debaters, type Manner } from "../support/world.ts";

const TOOLS = [{ type: "mcp", server: "library", tools: ["echo"] }];

const world = await useWorld({ mcp: { servers: { library: PROGRAM }, allowPrivate: false } });
await savePresets(world, { looking: { tools: TOOLS, maxRounds: 1 } });

function script(manner: Manner = {}) {
  world.models.use(debaters(["p1", "p2"], manner));
}

const asked = (content: string): Message => ({ id: "m1", role: "user", content });

interface Of {
  threadId?: string;
  messages?: Message[];
}

function agentOf(preset: string, { threadId = crypto.randomUUID(), messages = [asked(TOPIC)] }: Of = {}): HttpAgent {
  return new HttpAgent({ url: `${world.url}/agui/${preset}`, threadId, initialMessages: messages });
}

/** Runs the agent; what came of it. */
async function run(
  agent: HttpAgent,
  parameters: Parameters<HttpAgent["runAgent"]>[0] = {},
  more: AgentSubscriber = {},
) {
  const events: (BaseEvent & Record<string, unknown>)[] = [];
  const seen: { interrupts?: Interrupt[]; outcome?: string } = {};
  const { result } = await agent.runAgent(parameters, {
    ...more,
    onEvent: (input) => {
      events.push(input.event);
      return more.onEvent?.(input);
    },
    onRunFinishedEvent: (input) => {
      seen.outcome = input.outcome;
      if (input.outcome === "interrupt") seen.interrupts = input.interrupts;
    },
  });
  return { events, result, ...seen };
}

const debateOf = ({ state }: HttpAgent): string => (state as { debate: string }).debate;
const said = ({ messages }: HttpAgent) =>
  messages.flatMap((one) => (one.role === "assistant" && one.name && !one.name.startsWith("Judge") ? [one] : []));
const debates = async () => (await world.request("/v1/debates?limit=100")).body.items as { id: string }[];

async function refusal(running: Promise<unknown>): Promise<{ status?: number; payload?: unknown }> {
  return running.then(
    () => expect.unreachable("it was answered"),
    (error: { status?: number; payload?: unknown }) => error,
  );
}

describe("A run", () => {
  test("is a debate: its turns, the judge's words, the state, and the answer.", async () => {
    script({ turn: (_, n) => ({ text: `Speech ${n}.`, usage: { input: 100, output: 20 } }) });
    const agent = agentOf("pair");
    const { events, result, outcome } = await run(agent);
    const id = debateOf(agent);
    const debate = await world.debate(id);
    const { turns, assessments } = await world.transcript(id);
    expect(debate).toMatchObject({ topic: TOPIC, status: "completed", preset: "pair@1" });
    expect(said(agent).map(({ name, content }) => [name, content])).toEqual(
      turns.map((turn) => [turn.participant, turn.text]),
    );
    const judges = agent.messages.filter((one) => one.role === "assistant" && one.name?.startsWith("Judge"));
    expect(judges.map(({ content }) => content)).toEqual(
      expect.arrayContaining(assessments.map(({ reasoning }) => reasoning)),
    );
    expect(agent.messages.at(-1)?.content).toContain(debate.result?.conclusion?.answer.text);
    expect(agent.state).toMatchObject({
      topic: TOPIC,
      status: "completed",
      round: 2,
      scores: debate.assessments.map(({ round, qualityScore }) => ({ round, quality: qualityScore })),
      costUsd: debate.cost.totalUsd,
      tokens: debate.usage.inputTokens + debate.usage.outputTokens,
      watch: `${world.url}/debates/${id}`,
    });
    expect(outcome).toBe("success");
    expect(result).toMatchObject({ debate: id, type: "verdict" });
    const usage = events.at(-1)?.["usage"] as { totalTokens: number }[];
    expect(usage.reduce((sum, { totalTokens }) => sum + totalTokens, 0)).toBe(
      debate.usage.inputTokens + debate.usage.outputTokens,
    );
    expect(events.filter(({ type }) => type === EventType.TEXT_MESSAGE_CONTENT).length).toBeGreaterThan(turns.length);
  });

  test("streams a turn while it is spoken.", async () => {
    const { release } = heldAfter(world, 1);
    const agent = agentOf("pair");
    await run(agent, {}, { onTextMessageContentEvent: () => release() });
    expect(said(agent)[0]?.content).toBe(FIRST);
  });

  test("says anew what a speaker begins anew.", async () => {
    let turns = 0;
    script({
      turn: (_, n) => {
        turns += 1;
        const text = `A speech of some length, attempt ${turns}, which is long enough for several pieces of it.`;
        return turns === 1
          ? { text, cutAfterChunks: 15, profile: { tps: 20, chunkSize: 5 } }
          : { text: n === 2 ? text : `Speech ${n}.` };
      },
    });
    const agent = agentOf("pair");
    const { events } = await run(agent);
    const { turns: stored } = await world.transcript(debateOf(agent));
    expect(said(agent).map(({ content }) => content)).toEqual(stored.map(({ text }) => text));
    expect(stored[0]?.text).toContain("attempt 2");
    expect(events.some(({ type }) => type === EventType.MESSAGES_SNAPSHOT)).toBe(true);
  });

  test("shows what is looked up as calls of tools, with what they find.", async () => {
    script({
      turn: (request) =>
        request.toolResults.length === 0
          ? { calls: [{ name: "library__echo", input: { message: "A fact." } }] }
          : { text: "I found a fact [E1]." },
    });
    const agent = agentOf("looking");
    await run(agent);
    const [first] = said(agent);
    expect(first).toMatchObject({
      name: "Ada",
      content: "I found a fact [E1].",
      toolCalls: [{ function: { name: "echo" } }],
    });
    const [call] = first?.toolCalls ?? [];
    expect(JSON.parse(call?.function.arguments ?? "")).toEqual({ input: JSON.stringify({ message: "A fact." }) });
    const found = agent.messages.find((one) => one.role === "tool" && one.toolCallId === call?.id);
    expect(found?.content).toContain("A fact.");
  });

  test("takes what was said before as background, without how earlier answers came about.", async () => {
    script();
    const agent = agentOf("pair");
    await run(agent);
    const first = await world.debate(debateOf(agent));
    agent.addMessage({ id: "m2", role: "user", content: "And trams?" });
    await run(agent, {
      context: [{ description: "The town", value: "40,000 people" }],
      forwardedProps: { parley: { maxRounds: 1 } },
    });
    const second = await world.debate(debateOf(agent));
    expect(second.id).not.toBe(first.id);
    expect(second).toMatchObject({ topic: "And trams?", maxRounds: 1 });
    expect(second.context).toContain("The town: 40,000 people");
    expect(second.context).toContain(first.result?.conclusion?.answer.text);
    expect(second.context).not.toContain("Speech 1.");
  });
});

describe("A run that asks", () => {
  test("ends with an interrupt, which the next run of the thread answers.", async () => {
    script({ ask: () => ["Which city?"] });
    const agent = agentOf("asking");
    const { outcome, interrupts } = await run(agent);
    const id = debateOf(agent);
    expect(outcome).toBe("interrupt");
    expect(interrupts).toMatchObject([
      {
        id: `${id}/questions-q1`,
        reason: "input_required",
        message: expect.stringContaining("its participants ask"),
        responseSchema: { type: "object", properties: { q1: { type: "string", title: "Which city?" } } },
      },
    ]);
    const resume = [{ interruptId: interrupts?.[0]?.id ?? "", status: "resolved" as const, payload: { q1: "Graz." } }];
    const next = await run(agent, { runId: "after", resume });
    expect(next.outcome).toBe("success");
    expect(debateOf(agent)).toBe(id);
    const { questions, turns } = (await world.transcript(id)) as unknown as { questions: object[]; turns: object[] };
    expect(questions).toMatchObject([{ id: "q1", answer: "Graz." }]);
    expect(said(agent)).toHaveLength(turns.length);
    const before = agent.messages;
    // Its answer is repeated too, and changes nothing.
    await run(agent, { runId: "after", resume });
    expect(agent.messages).toEqual(before);
    expect(await world.transcript(id)).toMatchObject({ questions: [{ answer: "Graz." }] });
  });

  test("skips what a front end does not answer.", async () => {
    script({ ask: () => ["Which city?"] });
    const agent = agentOf("asking");
    const { interrupts } = await run(agent);
    const { outcome } = await run(agent, { resume: [{ interruptId: interrupts?.[0]?.id ?? "", status: "cancelled" }] });
    expect(outcome).toBe("success");
    expect(await world.transcript(debateOf(agent))).toMatchObject({ questions: [{ id: "q1", answer: null }] });
  });

  test("waits for a decision, which a front end makes or leaves to its default.", async () => {
    failJudge(world);
    const props = { parley: { judge: { model: "openai/judge" } } };
    const agent = agentOf("pair");
    const { interrupts = [] } = await run(agent, { forwardedProps: props });
    expect(interrupts).toMatchObject([
      { reason: "parley:decision", expiresAt: expect.any(String), responseSchema: { required: ["option"] } },
    ]);
    const interruptId = interrupts[0]?.id ?? "";
    const wrong = agent.clone();
    const bad = { interruptId, status: "resolved" as const, payload: { option: "replace", model: "odd" } };
    expect(await refusal(run(wrong, { resume: [bad] }))).toMatchObject({ status: 422 });
    const payload = { option: "replace", model: "anthropic/claude-opus-5" };
    const next = await run(agent, { resume: [{ interruptId, status: "resolved", payload }] });
    expect(next.outcome).toBe("success");
    expect((await world.debate(debateOf(agent))).judge?.model).toBe("anthropic/claude-opus-5");
  });

  test("answers nobody from another thread.", async () => {
    script({ ask: () => ["Which city?"] });
    const agent = agentOf("asking");
    const { interrupts } = await run(agent);
    const resume = [{ interruptId: interrupts?.[0]?.id ?? "", status: "resolved" as const, payload: "Graz." }];
    expect(await refusal(run(agentOf("asking"), { resume }))).toMatchObject({ status: 422 });
    expect((await world.debate(debateOf(agent))).pending).not.toBeNull();
  });
});

describe("A lost connection", () => {
  test("does not stop the debate, and the same run follows it again: paid once, told whole.", async () => {
    const { release } = heldAfter(world, 2);
    const before = (await debates()).length;
    const agent = agentOf("pair");
    await run(agent, { runId: "lost" }, { onTextMessageEndEvent: () => agent.abortRun() });
    const id = debateOf(agent);
    expect(said(agent).length).toBeGreaterThan(0);
    const again = run(agent, { runId: "lost" }, { onMessagesSnapshotEvent: () => release() });
    expect((await again).outcome).toBe("success");
    expect(debateOf(agent)).toBe(id);
    expect((await debates()).length).toBe(before + 1);
    const { turns } = await world.transcript(id);
    expect(said(agent).map(({ content }) => content)).toEqual(turns.map(({ text }) => text));
    const whole = agent.messages;
    const calls = world.models.journal.length;
    expect((await run(agent, { runId: "lost" })).outcome).toBe("success");
    expect(agent.messages).toEqual(whole);
    expect(world.models.journal.length).toBe(calls);
  });

  test("of a run that has asked meanwhile finds the question.", async () => {
    script({ ask: () => ["Which city?"] });
    const agent = agentOf("asking");
    await run(agent, { runId: "asks" });
    const other = agentOf("asking", { threadId: agent.threadId });
    const { interrupts } = await run(other, { runId: "asks" });
    expect(interrupts?.[0]?.id).toBe(`${debateOf(agent)}/questions-q1`);
  });

  test("two of one run at once are one debate.", async () => {
    script();
    const [one, two] = [agentOf("pair", { threadId: "both" }), agentOf("pair", { threadId: "both" })];
    await Promise.all([run(one, { runId: "both" }), run(two, { runId: "both" })]);
    expect(debateOf(two)).toBe(debateOf(one));
    expect(two.messages.at(-1)).toEqual(one.messages.at(-1));
  });
});

describe("A run that does not succeed", () => {
  test("is an error where the debate failed, and cancelled where it was stopped.", async () => {
    world.models.use(() => ({ error: { status: 401 } }));
    const failing = agentOf("pair");
    const errors: (string | undefined)[] = [];
    await run(failing, {}, { onRunErrorEvent: ({ event }) => void errors.push(event.code) }).catch(() => {});
    expect(errors).toEqual(["model-failed"]);
    world.models.forget();
    const { release } = held(world, (request) => kindOf(request) === "turn");
    const stopped = agentOf("pair");
    const running = run(stopped);
    await world.models.arrived(1);
    await world.post(`/v1/debates/${debateOf(stopped)}/stop`, { mode: "abandon" });
    expect((await running).outcome).toBe("cancelled");
    release();
  });

  test("is refused before it starts, as every request is.", async () => {
    script();
    const before = (await debates()).length;
    expect(await refusal(run(agentOf("gone")))).toMatchObject({ status: 404 });
    expect(await refusal(run(agentOf("pair", { messages: [] })))).toMatchObject({ status: 422 });
    const keyed = agentOf("pair");
    keyed.headers = { authorization: "Bearer prl_nobodys" };
    expect(await refusal(run(keyed))).toMatchObject({ status: 401 });
    expect((await debates()).length).toBe(before);
    const agent = agentOf("pair", { threadId: "twice" });
    await run(agent, { runId: "one" });
    const other = agentOf("pair", { threadId: "twice", messages: [asked("And trams?")] });
    expect(await refusal(run(other, { runId: "one" }))).toMatchObject({ status: 422 });
  });
});
